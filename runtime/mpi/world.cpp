#include "runtime/mpi/world.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <new>
#include <string_view>
#include <type_traits>

#include "model/base/contract.hpp"
#include "runtime/mpi/calls.hpp"
#include "runtime/mpi/mpi_comm.hpp"

namespace sparlab::runtime::mpi {
namespace {

/// A cache line that two ranks of one host share: ranks 0 and 1 of a host, 2 and 3, and so on. The
/// time in which it goes back and forth says how far apart their processors are. Two processors
/// below one cache need some tens of nanoseconds, others several times as long; a hypervisor may
/// move virtual processors from one to the other, while the system shows nothing of it.
class SharedLine {
 public:
  /// Collective over `comm`.
  explicit SharedLine(MPI_Comm comm);
  /// Collective.
  ~SharedLine();
  SharedLine(const SharedLine&) = delete;
  SharedLine& operator=(const SharedLine&) = delete;

  /// A round trip without disturbance; 0 for a rank without a partner. Both ranks of a pair call it
  /// at the same time, and wait for each other without letting other ranks use their processors.
  double round_trip_s();

 private:
  double trips_s(int trips);

  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  std::atomic<unsigned>* line_ = nullptr;  ///< null: without a partner
  bool leads_ = false;
  unsigned count_ = 0;
};

constexpr int kBatches = 6;
/// Enough for a clock whose steps are as long as a round trip.
constexpr int kTripsOfBatch = 12;

/// Apart from everything else, also where two lines are fetched at once.
constexpr std::size_t kLineBytes = 256;

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

constexpr std::size_t kLargestCount = std::size_t{1} << 30;

template <class Value>
MPI_Datatype datatype() {
  static_assert(std::is_same_v<Value, float> || std::is_same_v<Value, double>);
  if constexpr (std::is_same_v<Value, float>)
    return MPI_FLOAT;
  else
    return MPI_DOUBLE;
}

bool is_initialized() {
  int initialized = 0;
  check(MPI_Initialized(&initialized), "MPI_Initialized");
  return initialized != 0;
}

/// Runs MPI_Init before the Comm is created, and MPI_Finalize after it is destroyed.
class Environment {
 public:
  Environment(int* argc, char*** argv) {
    if (is_initialized()) refuse("MPI is already running: use wrap", "MPI_Init");
    check(MPI_Init(argc, argv), "MPI_Init");
  }
  ~Environment() { static_cast<void>(MPI_Finalize()); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

}  // namespace

class World::Impl {
 public:
  Impl(int* argc, char*** argv, const Transfer& chosen)
      : environment(argc, argv),
        comm(MPI_COMM_WORLD, chosen),
        line(MPI_COMM_WORLD),
        transfer(chosen) {}

  Environment environment;
  MpiComm comm;
  SharedLine line;
  Transfer transfer;
  int exceptions_at_start = std::uncaught_exceptions();
};

World::World(int* argc, char*** argv, const Transfer& transfer)
    : impl_(std::make_unique<Impl>(argc, argv, transfer)) {}

World::~World() {
  // The other ranks may wait for this one forever, and finalising would wait for them.
  if (std::uncaught_exceptions() > impl_->exceptions_at_start)
    abort("an exception ends the MPI program", EXIT_FAILURE);
}

Comm& World::comm() { return impl_->comm; }
const Transfer& World::transfer() const { return impl_->transfer; }

template <class Value>
void World::native_allreduce(std::span<Value> inout) {
  for_each_chunk(inout.size(), kLargestCount, [&](std::size_t offset, std::size_t size) {
    check(MPI_Allreduce(MPI_IN_PLACE, inout.data() + offset, static_cast<int>(size),
                        datatype<Value>(), MPI_SUM, impl_->comm.handle()),
          "MPI_Allreduce");
  });
}

template void World::native_allreduce(std::span<float>);
template void World::native_allreduce(std::span<double>);

double World::processor_round_trip_s() {
  return impl_->comm.oversubscribed() ? 0 : impl_->line.round_trip_s();
}

std::string World::library_version() const {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  // Some libraries end the text with a null, others append a list of their build options.
  return std::string(all.substr(0, all.find_first_of(std::string_view("\n\0", 2))));
}

void World::abort(const std::string& message, int code) {
  std::fprintf(stderr, "sparlab: rank %d: %s\n", impl_->comm.rank(), message.c_str());
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

std::unique_ptr<Comm> wrap(const void* communicator, const Transfer& transfer) {
  SPARLAB_EXPECTS(communicator != nullptr);
  if (!is_initialized()) refuse("MPI is not running: call MPI_Init first", "wrap");
  const MPI_Comm parent = *static_cast<const MPI_Comm*>(communicator);
  if (parent == MPI_COMM_NULL) refuse("the communicator is MPI_COMM_NULL", "wrap");
  int is_inter = 0;
  check(MPI_Comm_test_inter(parent, &is_inter), "MPI_Comm_test_inter");
  if (is_inter != 0) refuse("an intercommunicator is not accepted", "wrap");
  return std::make_unique<MpiComm>(parent, transfer);
}

}  // namespace sparlab::runtime::mpi
