#include "tests/conformance/suite/auto_regret.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/streams/stream_operations.hpp"
#include "algos/systems/sparlab_auto/input_summary.hpp"
#include "model/choice/choice.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::conformance {
namespace {

using Stream = algos::SparseStream<float, std::uint32_t>;

Stream sparse(const std::vector<std::uint32_t>& indices, std::uint64_t universe) {
  return {{0, universe}, indices, std::vector<float>(indices.size(), 1.0F)};
}

double seconds(const algos::AlgorithmInfo& info, const Supports& supports, std::uint64_t universe,
               const TwinMachine& machine) {
  const auto allreduce = algos::find_allreduce(info.name);
  const auto run = runtime::loggp::run(
      machine.loggp, static_cast<int>(supports.size()), [&](runtime::Comm& comm) {
        const auto& indices = supports[static_cast<std::size_t>(comm.rank())];
        Stream input = sparse(indices, universe);
        if (info.dense_input) input = algos::densify(comm, std::move(input), {});
        allreduce(comm, std::move(input), {.machine = &machine.model});
      });
  return run.makespan_s();
}

void add_choice(Regret& regret, const Supports& supports, std::uint64_t universe,
                const TwinMachine& machine) {
  const std::uint64_t ranks = supports.size();
  std::vector<algos::InputSummary> summaries;
  for (const auto& indices : supports) summaries.emplace_back(sparse(indices, universe), ranks);
  for (std::size_t i = 1; i < summaries.size(); ++i) summaries[0].add(summaries[i]);
  const model::Problem terms{
      .ranks = ranks, .wire = Stream::wire_format(), .machine = &machine.model};
  const auto choice = model::choose(model::agreed_inputs(summaries[0].sums()), terms);
  regret.chosen = choice.candidate.algorithm;
  regret.predicted_s = choice.seconds;
}

}  // namespace

Regret measure_regret(const Supports& supports, std::uint64_t universe,
                      const TwinMachine& machine) {
  Regret regret;
  regret.best_s = std::numeric_limits<double>::infinity();
  add_choice(regret, supports, universe, machine);
  for (const auto& info : algos::algorithms()) {
    if (info.exactness != algos::Exactness::exact || info.native) continue;
    // They take minutes with large streams, and dozens of times as long as the best algorithm.
    if (info.name.find("omnireduce") != std::string_view::npos) continue;
    const double time_s = seconds(info, supports, universe, machine);
    if (info.name == regret.chosen) regret.chosen_s = time_s;
    if (info.name == "sparlab_auto") {
      regret.auto_s = time_s;
    } else if (time_s < regret.best_s) {
      regret.best_s = time_s;
      regret.best = info.name;
    }
  }
  return regret;
}

}  // namespace sparlab::conformance
