#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/systems/sparlab_auto/learning_auto.hpp"
#include "bench/truncated_recording.hpp"
#include "inputs/sources/recording_input.hpp"
#include "model/base/order_statistics.hpp"
#include "model/choice/choice.hpp"
#include "platforms/files/platform_file.hpp"
#include "runtime/measure.hpp"
#include "runtime/mpi/world.hpp"

/// mpirun -n P bench_auto_calls INPUT DENSITY [CALLS]: sparlab_auto as the library's operations run
/// it, again and again. INPUT is the number of indices of a uniform input, or a recording, which is
/// cut to its largest values; call c then sums the workers from c P on. In each turn the operation,
/// sparlab_auto without learning and all candidates sum the same inputs, each after a barrier;
/// candidates that take more than twice the shortest time of three turns run in these turns only.
/// Prints how much longer than the fastest candidate the operation takes: in the first 20 calls, in
/// later ones in the median and in the mean, and the share of later calls' time that it does not
/// spend in the algorithm in use. As in the library, SPARLAB_MACHINE names a platform file and
/// SPARLAB_CHUNK_BYTES the size of chunks.
namespace {

using namespace sparlab;
using Sparse = algos::SparseStream<float, std::uint32_t>;

constexpr std::size_t kFirstCalls = 20;
constexpr std::size_t kTurnsOfAll = 3;

/// The rank's inputs of all calls, which repeat after some calls.
struct Inputs {
  std::uint64_t universe;
  std::vector<Sparse> steps;
};

Sparse ones(std::uint64_t universe, const std::vector<std::uint32_t>& indices) {
  return {{0, universe}, indices, std::vector<float>(indices.size(), 1.0F)};
}

Inputs generated(std::uint64_t universe, double density, int rank) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rank) + 1);
  std::geometric_distribution<std::uint64_t> gap(density);
  std::vector<std::uint32_t> indices;
  for (std::uint64_t i = gap(random); i < universe; i += 1 + gap(random))
    indices.push_back(static_cast<std::uint32_t>(i));
  return {universe, {ones(universe, indices)}};
}

Inputs recorded(const std::string& file, double density, int rank, int ranks) {
  const auto recording = inputs::shared_recording(file);
  const auto workers = recording->workers();
  const auto count = static_cast<std::uint64_t>(ranks);
  const auto entries = static_cast<std::size_t>(density * static_cast<double>(recording->universe));
  Inputs inputs{recording->universe, {}};
  const std::uint64_t steps = std::lcm(workers, count) / count;
  for (std::uint64_t step = 0; step < steps; ++step) {
    const std::uint64_t worker = (step * count + static_cast<std::uint64_t>(rank)) % workers;
    inputs.steps.push_back(ones(inputs.universe, bench::largest_of(*recording, worker, entries)));
  }
  return inputs;
}

/// What the algorithms that an operation chooses have done; a function that makes them has no state
/// of its own.
struct {
  double seconds = 0;
  std::string latest;
} chosen;

class TimedReducer final : public algos::Reducer {
 public:
  TimedReducer(std::string_view spec, const algos::AllreduceOptions& options)
      : name_(spec), reducer_(algos::make_reducer(spec, options)) {}

  algos::Stream reduce(runtime::Comm& comm, algos::Stream input) override {
    const double start_s = comm.now();
    algos::Stream result = reducer_->reduce(comm, std::move(input));
    chosen.seconds += comm.now() - start_s;
    chosen.latest = name_;
    return result;
  }

 private:
  std::string name_;
  std::unique_ptr<algos::Reducer> reducer_;
};

/// An operation, and the times of its calls: of the slowest rank.
struct Contestant {
  std::string name;
  std::unique_ptr<algos::Reducer> reducer;
  std::vector<double> times_s;
};

std::vector<Contestant> contestants(int ranks, const model::Machine& machine) {
  const algos::AllreduceOptions options{.machine = &machine};
  std::vector<Contestant> all;
  algos::AllreduceOptions learning = options;
  learning.learns = true;
  all.push_back({"sparlab_auto",
                 std::make_unique<algos::LearningAuto>(
                     learning, algos::find_allreduce,
                     [](std::string_view spec, const algos::AllreduceOptions& of_choice)
                         -> std::unique_ptr<algos::Reducer> {
                       return std::make_unique<TimedReducer>(spec, of_choice);
                     }),
                 {}});
  all.push_back({"model", algos::make_reducer("sparlab_auto", options), {}});
  for (const auto& candidate : model::candidates(static_cast<std::uint64_t>(ranks), machine.hosts))
    all.push_back({candidate.algorithm, algos::make_reducer(candidate.algorithm, options), {}});
  return all;
}

/// Seconds of a rank's calls of the operation, and those outside of the algorithm in use.
struct Overhead {
  double clock_s;  ///< what reading the clock adds to the latter
  std::vector<double> calls_s;
  std::vector<double> outside_s;
};

/// The median time that a clock shows for nothing.
double clock_s(runtime::Comm& comm) {
  std::vector<double> nothing_s;
  for (int i = 0; i < 1001; ++i) {
    const double start_s = comm.now();
    nothing_s.push_back(comm.now() - start_s);
  }
  return model::median(nothing_s);
}

void take_turn(runtime::Comm& comm, std::vector<Contestant>& contestants, const Sparse& input,
               std::mt19937& random, Overhead& overhead) {
  std::vector<std::size_t> order(contestants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, random);  // a call may suffer from the one before it
  for (const std::size_t i : order) {
    algos::Stream stream{Sparse(input)};
    chosen.seconds = 0;
    runtime::barrier(comm);
    const double start_s = comm.now();
    contestants[i].reducer->reduce(comm, std::move(stream));
    const double taken_s = comm.now() - start_s;
    contestants[i].times_s.push_back(runtime::max_over_ranks(comm, taken_s));
    if (i > 0) continue;
    overhead.calls_s.push_back(taken_s);
    overhead.outside_s.push_back(taken_s - chosen.seconds - overhead.clock_s);
  }
}

std::vector<double> later(const std::vector<double>& all) {
  return {all.begin() + kFirstCalls, all.end()};
}
double sum(const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); }
double first_calls_s(const std::vector<double>& all) {
  return std::accumulate(all.begin(), all.begin() + kFirstCalls, 0.0);
}

void run(runtime::Comm& comm, const Inputs& inputs, std::size_t calls,
         const model::Machine& machine, const std::string& title) {
  std::vector<Contestant> all = contestants(comm.size(), machine);
  if (comm.rank() == 0)
    fmt::print(
        "| P | input | fastest | in use | model's choice in each call | calls 1 to {} | later | "
        "mean "
        "| overhead | mean |\n|--:|---|---|---|--:|--:|--:|--:|--:|--:|\n",
        kFirstCalls);
  std::mt19937 random(1);  // the same order on all ranks
  Overhead overhead{clock_s(comm), {}, {}};
  for (std::size_t call = 0; call < calls; ++call) {
    take_turn(comm, all, inputs.steps[call % inputs.steps.size()], random, overhead);
    if (call + 1 != kTurnsOfAll) continue;
    const auto median_s = [](const Contestant& one) { return model::median(one.times_s); };
    double shortest_s = median_s(all[1]);
    for (const Contestant& one : all) shortest_s = std::min(shortest_s, median_s(one));
    all.erase(std::remove_if(all.begin() + 2, all.end(),
                             [&](const Contestant& one) { return median_s(one) > 2 * shortest_s; }),
              all.end());
  }
  if (comm.rank() != 0) return;
  const auto later_median_s = [](const Contestant& one) {
    return model::median(later(one.times_s));
  };
  const Contestant& best =
      *std::ranges::min_element(all.begin() + 2, all.end(), {}, later_median_s);
  const auto over_best = [&](const Contestant& one) {
    std::vector<double> ratios;
    for (std::size_t call = kFirstCalls; call < calls; ++call)
      ratios.push_back(one.times_s[call] / best.times_s[call]);
    return 100 * (model::median(ratios) - 1);
  };
  const std::vector<double>& own_s = all[0].times_s;
  fmt::print(
      "| {} | {} | {} {:.0f} us | {} | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % | {:.2f} % | "
      "{:.1f} % |\n",
      comm.size(), title, best.name, 1e6 * later_median_s(best), chosen.latest, over_best(all[1]),
      100 * (first_calls_s(own_s) / first_calls_s(best.times_s) - 1), over_best(all[0]),
      100 * (sum(later(own_s)) / sum(later(best.times_s)) - 1),
      100 * model::median(later(overhead.outside_s)) / model::median(later(overhead.calls_s)),
      100 * sum(later(overhead.outside_s)) / sum(later(overhead.calls_s)));
}

template <class Number>
std::optional<Number> parse(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

model::Machine machine_for(int ranks) {
  const char* const file = std::getenv("SPARLAB_MACHINE");
  if (file == nullptr) return model::typical_machine();
  return platforms::load_platform(file).machine(static_cast<std::uint64_t>(ranks));
}

}  // namespace

int main(int argc, char** argv) {
  runtime::mpi::World world(&argc, &argv, runtime::mpi::transfer_from_environment());
  const std::vector<std::string> given(argv + 1, argv + argc);
  const double density = given.size() > 1 ? parse<double>(given[1]).value_or(0) : 0;
  const std::size_t calls = given.size() > 2 ? parse<std::size_t>(given[2]).value_or(0) : 200;
  if (given.size() > 3 || !(density > 0 && density <= 1) || calls <= kFirstCalls) {
    world.abort(fmt::format("usage: mpirun -n P bench_auto_calls INDICES|RECORDING DENSITY "
                            "[CALLS, more than {}]",
                            kFirstCalls),
                2);
  }
  try {
    runtime::Comm& comm = world.comm();
    const auto universe = parse<std::uint64_t>(given[0]);
    const Inputs inputs = universe ? generated(*universe, density, comm.rank())
                                   : recorded(given[0], density, comm.rank(), comm.size());
    run(comm, inputs, calls, machine_for(comm.size()),
        fmt::format("{}, {:g} %", given[0].substr(given[0].rfind('/') + 1), 100 * density));
  } catch (const std::exception& error) {
    world.abort(error.what(), EXIT_FAILURE);
  }
}
