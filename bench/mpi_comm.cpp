// The overhead of Comm compared with bare MPI: two ranks exchange messages by `exchange`, and by
// MPI_Isend, MPI_Irecv and MPI_Waitall on buffers allocated before; then in one direction and back
// (ping-pong). Both kinds alternate in rounds, so that noise of the machine affects both.
//
//   mpirun -n 2 bench_mpi_comm
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>

#include "runtime/comm.hpp"
#include "runtime/mpi/world.hpp"

namespace {

using sparlab::runtime::Buffer;
using sparlab::runtime::Comm;
using sparlab::runtime::Message;

constexpr int kRounds = 101;
constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;
constexpr std::size_t kSizes[] = {8,          64,       512,      4 * kKiB, 32 * kKiB,
                                  256 * kKiB, 1 * kMiB, 8 * kMiB, 64 * kMiB};
constexpr std::size_t kBytesPerRound = 64 * kMiB;

/// Fills new pages, so that neither side pays for the first touch.
Buffer touched(std::size_t bytes) {
  Buffer buffer(bytes);
  std::memset(buffer.data(), 1, bytes);
  return buffer;
}

/// The four ways of moving `bytes` bytes between this rank and the other.
class Pair {
 public:
  Pair(Comm& comm, std::size_t bytes)
      : comm_(comm), bytes_(bytes), peer_(1 - comm.rank()), out_(touched(bytes)), in_(bytes) {
    std::memset(in_.data(), 1, bytes);
  }

  void comm_exchange() { exchange(comm_, peer_, message(), peer_); }

  void bare_exchange() {
    std::array<MPI_Request, 2> requests{};
    MPI_Irecv(in_.data(), count(), MPI_BYTE, peer_, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out_.data(), count(), MPI_BYTE, peer_, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  }

  void comm_pingpong() {
    if (comm_.rank() == 0) send(comm_, peer_, message());
    receive(comm_, peer_);
    if (comm_.rank() == 1) send(comm_, peer_, message());
  }

  void bare_pingpong() {
    if (comm_.rank() == 0) bare_send();
    MPI_Recv(in_.data(), count(), MPI_BYTE, peer_, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (comm_.rank() == 1) bare_send();
  }

 private:
  int count() const { return static_cast<int>(bytes_); }
  Message message() const { return Message(out_, 0, bytes_); }
  void bare_send() { MPI_Send(out_.data(), count(), MPI_BYTE, peer_, 0, MPI_COMM_WORLD); }

  Comm& comm_;
  std::size_t bytes_;
  int peer_;
  Buffer out_;
  Buffer in_;
};

struct Times {
  double comm_s;
  double bare_s;
};

double time_of(Comm& comm, int repetitions, const std::function<void()>& body) {
  barrier(comm);
  const double start_s = comm.now();
  for (int i = 0; i < repetitions; ++i) body();
  return (comm.now() - start_s) / repetitions;
}

/// The best round of each in each repetition, which has the least noise.
Times compare(Comm& comm, int repetitions, const std::function<void()>& with_comm,
              const std::function<void()>& bare) {
  Times best{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (int round = 0; round < kRounds; ++round) {
    best.comm_s = std::min(best.comm_s, time_of(comm, repetitions, with_comm));
    best.bare_s = std::min(best.bare_s, time_of(comm, repetitions, bare));
  }
  return best;
}

void print(const char* pattern, std::size_t bytes, Times times) {
  fmt::print("{:<9} {:>10} {:>12.3f} {:>12.3f} {:>10.3f} {:>7.3f} {:>10.3f}\n", pattern, bytes,
             times.comm_s * 1e6, times.bare_s * 1e6, (times.comm_s - times.bare_s) * 1e6,
             times.comm_s / times.bare_s, static_cast<double>(bytes) / times.comm_s * 1e-9);
}

void run(Comm& comm) {
  if (comm.rank() == 0) {
    fmt::print("{:<9} {:>10} {:>12} {:>12} {:>10} {:>7} {:>10}\n", "pattern", "bytes", "comm_us",
               "bare_us", "extra_us", "ratio", "comm_GB/s");
  }
  for (const std::size_t bytes : kSizes) {
    const int repetitions =
        static_cast<int>(std::clamp<std::size_t>(kBytesPerRound / bytes / 8, 1, 1000));
    Pair pair(comm, bytes);
    const Times exchanged = compare(
        comm, repetitions, [&] { pair.comm_exchange(); }, [&] { pair.bare_exchange(); });
    const Times bounced = compare(
        comm, repetitions, [&] { pair.comm_pingpong(); }, [&] { pair.bare_pingpong(); });
    if (comm.rank() == 0) {
      print("exchange", bytes, exchanged);
      print("pingpong", bytes, bounced);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  sparlab::runtime::mpi::World world(&argc, &argv);
  if (world.comm().size() != 2) world.abort("this benchmark needs 2 ranks", EXIT_FAILURE);
  try {
    run(world.comm());
  } catch (const std::exception& error) {
    world.abort(error.what(), EXIT_FAILURE);
  }
}
