// How much time a nonblocking allreduce hides. Each step computes, then sums a sparse vector, like
// one layer of a network; the sum is needed only after the computation of the next step.
//
//   blocking     compute, allreduce, compute, allreduce, ...
//   overlapped   the allreduce of a step is started, and advanced by test() between slices of the
//                next step's computation
//
// The computation is
//   host     arithmetic on this core, equally long on all ranks
//   skewed   the same, but in each step three times as long on one rank, in turn, so that
//            blocking ranks always wait for it
//   device   on another processor, such as an accelerator: this core only waits for its end
// and takes about as long as the allreduce. MPI moves data with this core: in `host` only
// waiting can be hidden, in `device` the whole allreduce.
//
//   mpirun -n 2 bench_mpi_overlap
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/measure.hpp"
#include "runtime/mpi/nonblocking.hpp"
#include "runtime/mpi/world.hpp"

namespace {

using sparlab::runtime::Comm;
using sparlab::runtime::mpi::Pending;
using Stream = sparlab::algos::SparseStream<float, std::uint32_t>;
using Allreduce = sparlab::algos::AllreduceByName;

constexpr int kSteps = 12;
enum class Kind { host, skewed, device };
constexpr std::pair<Kind, const char*> kKinds[] = {
    {Kind::host, "host"}, {Kind::skewed, "skewed"}, {Kind::device, "device"}};

constexpr int kSlices = 50;  // of a step's computation, with a test after each
constexpr int kRounds = 9;
constexpr std::size_t kEntries[] = {1 << 10, 1 << 14, 1 << 18};
constexpr const char* kAlgorithms[] = {"ssar_recursive_double", "ssar_split_allgather",
                                       "dense_ring"};

/// One of every 16 indices, at a position that depends on the rank.
Stream gradient(int rank, std::size_t entries) {
  std::vector<std::uint32_t> indices(entries);
  for (std::size_t i = 0; i < entries; ++i) {
    indices[i] =
        static_cast<std::uint32_t>(16 * i + (i * 7 + 5 * static_cast<unsigned>(rank)) % 16);
  }
  return Stream({0, 16 * entries}, indices, std::vector<float>(entries, 1.0F));
}

/// Arithmetic on registers: `iterations` dependent multiply-adds.
double compute(std::int64_t iterations) {
  double state = 1;
  for (std::int64_t i = 0; i < iterations; ++i) state = state * 0.999999 + 1e-7;
  return state;
}

/// A sink for results, so that the compiler does not remove the computation.
volatile double the_sink;

/// The slowest rank's time for `body`.
template <class Body>
double time_of(Comm& comm, Body&& body) {
  barrier(comm);
  const double start_s = comm.now();
  body();
  return max_over_ranks(comm, comm.now() - start_s);
}

template <class Body>
double best_time_of(Comm& comm, Body&& body) {
  double best_s = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) best_s = std::min(best_s, time_of(comm, body));
  return best_s;
}

class Training {
 public:
  Training(Comm& comm, Allreduce allreduce, std::size_t entries)
      : comm_(comm), allreduce_(allreduce), gradient_(gradient(comm.rank(), entries)) {
    allreduce_s_ = best_time_of(comm_, [&] { allreduce_(comm_, gradient_, {}); });
    constexpr std::int64_t kTrial = 1'000'000;
    const double trial_s = best_time_of(comm_, [] { the_sink = compute(kTrial); });
    iterations_ = static_cast<std::int64_t>(kTrial * allreduce_s_ / trial_s) + 1;
  }

  void blocking(Kind kind) {
    for (int step = 0; step < kSteps; ++step) {
      compute_step(kind, step, [] {});
      allreduce_(comm_, gradient_, {});
    }
  }

  void overlapped(Kind kind) {
    std::optional<Pending<sparlab::algos::Stream>> sum;
    for (int step = 0; step < kSteps; ++step) {
      compute_step(kind, step, [&] {
        if (sum) sum->test();
      });
      if (sum) sum->wait();
      sum.emplace(sparlab::runtime::mpi::start(
          comm_, [this](Comm& own) { return allreduce_(own, gradient_, {}); }));
    }
    sum->wait();
  }

 private:
  /// Computes one step and calls `between` between its slices.
  template <class Between>
  void compute_step(Kind kind, int step, Between&& between) {
    if (kind == Kind::device) {
      const double end_s = comm_.now() + allreduce_s_;
      while (comm_.now() < end_s) between();
      return;
    }
    const bool slow = kind == Kind::skewed && step % comm_.size() == comm_.rank();
    for (int i = 0; i < kSlices; ++i) {
      the_sink = compute((slow ? 3 : 1) * iterations_ / kSlices + 1);
      between();
    }
  }

  Comm& comm_;
  Allreduce allreduce_;
  Stream gradient_;
  double allreduce_s_ = 0;
  std::int64_t iterations_ = 0;
};

struct Times {
  double blocking_s = std::numeric_limits<double>::infinity();
  double overlapped_s = std::numeric_limits<double>::infinity();
};

/// The best round of each; both alternate, so that noise of the machine affects both.
Times compare(Comm& comm, Training& training, Kind kind) {
  Times best;
  for (int round = 0; round < kRounds; ++round) {
    best.blocking_s = std::min(best.blocking_s, time_of(comm, [&] { training.blocking(kind); }));
    best.overlapped_s =
        std::min(best.overlapped_s, time_of(comm, [&] { training.overlapped(kind); }));
  }
  return best;
}

void run(Comm& comm) {
  const bool prints = comm.rank() == 0;
  if (prints) {
    fmt::print("{:<22} {:>8} {:<7} {:>12} {:>13} {:>6}\n", "algorithm", "entries", "compute",
               "blocking_us", "overlapped_us", "ratio");
  }
  for (const char* const name : kAlgorithms) {
    for (const std::size_t entries : kEntries) {
      Training training(comm, sparlab::algos::find_allreduce(name), entries);
      for (const auto& [kind, kind_name] : kKinds) {
        const Times times = compare(comm, training, kind);
        if (prints) {
          fmt::print("{:<22} {:>8} {:<7} {:>12.1f} {:>13.1f} {:>6.3f}\n", name, entries, kind_name,
                     times.blocking_s / kSteps * 1e6, times.overlapped_s / kSteps * 1e6,
                     times.overlapped_s / times.blocking_s);
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  sparlab::runtime::mpi::World world(&argc, &argv);
  try {
    run(world.comm());
  } catch (const std::exception& error) {
    world.abort(error.what(), EXIT_FAILURE);
  }
}
