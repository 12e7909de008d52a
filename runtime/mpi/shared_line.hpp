#pragma once

#include <mpi.h>

#include <atomic>

namespace sparlab::runtime::mpi {

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

}  // namespace sparlab::runtime::mpi
