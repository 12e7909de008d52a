#include "runtime/mpi/shared_line.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>

#include "runtime/mpi/calls.hpp"

namespace sparlab::runtime::mpi {
namespace {

constexpr int kBatches = 6;
/// Enough for a clock whose steps are as long as a round trip.
constexpr int kTripsOfBatch = 12;

/// Apart from everything else, also where two lines are fetched at once.
constexpr std::size_t kLineBytes = 256;

}  // namespace

SharedLine::SharedLine(MPI_Comm comm) {
  static_assert(std::atomic<unsigned>::is_always_lock_free);
  check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host_),
        "MPI_Comm_split_type");
  int rank = 0;
  int ranks = 0;
  check(MPI_Comm_rank(host_, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(host_, &ranks), "MPI_Comm_size");
  leads_ = rank % 2 == 0;
  void* own = nullptr;
  check(MPI_Win_allocate_shared(leads_ ? kLineBytes : 0, 1, MPI_INFO_NULL, host_, &own, &window_),
        "MPI_Win_allocate_shared");
  const int leader = rank - rank % 2;
  if (leader + 1 < ranks) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* line = nullptr;
    check(MPI_Win_shared_query(window_, leader, &bytes, &unit, static_cast<void*>(&line)),
          "MPI_Win_shared_query");
    line_ = static_cast<std::atomic<unsigned>*>(line);
    if (leads_) new (line) std::atomic<unsigned>(0);
  }
  check(MPI_Barrier(host_), "MPI_Barrier");
}

SharedLine::~SharedLine() {
  if (is_finalized()) return;
  static_cast<void>(MPI_Win_free(&window_));
  static_cast<void>(MPI_Comm_free(&host_));
}

double SharedLine::trips_s(int trips) {
  const double start_s = MPI_Wtime();
  for (int trip = 0; trip < trips; ++trip, count_ += 2) {
    if (leads_) line_->store(count_ + 1, std::memory_order_release);
    while (line_->load(std::memory_order_acquire) != count_ + (leads_ ? 2 : 1)) {
    }
    if (!leads_) line_->store(count_ + 2, std::memory_order_release);
  }
  return (MPI_Wtime() - start_s) / trips;
}

double SharedLine::round_trip_s() {
  if (line_ == nullptr) return 0;
  double least_s = std::numeric_limits<double>::infinity();
  for (int batch = 0; batch < kBatches; ++batch)
    least_s = std::min(least_s, trips_s(kTripsOfBatch));
  return least_s;
}

}  // namespace sparlab::runtime::mpi
