#include "workloads/steps/step_plan.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "experiments/spec/definition/spec_error.hpp"

namespace sparlab::workloads {
namespace {

using experiments::InputForm;

/// The allreduce of one exchange. Dense algorithms send all elements, whatever is zero.
experiments::Point point_of(const Exchange& exchange, const StepSettings& settings,
                            std::uint64_t ranks, const model::Algorithm& algorithm) {
  const algos::AlgorithmInfo& info = algos::info_of(algorithm);
  try {
    algorithm.check({ranks, exchange.parameters});
  } catch (const model::ParameterError& error) {
    throw experiments::spec_error(
        error, algorithm.spec(), "command line", "--algorithms",
        fmt::format("P = {}, N = {} of {}", ranks, exchange.parameters, exchange.name));
  }
  experiments::Point point;
  point.engine = experiments::Engine::loggp;
  point.algorithm = algorithm;
  point.ranks = ranks;
  point.universe = exchange.parameters;
  point.nnz = info.dense() ? exchange.parameters : exchange.nonzeros;
  point.density = static_cast<double>(point.nnz) / static_cast<double>(point.universe);
  if (!info.dense()) point.input = settings.input;
  point.seed = settings.seed;
  point.input_form = info.dense_input ? InputForm::dense : InputForm::sparse;
  if (point.universe > experiments::largest_universe(algos::IndexType::uint32))
    point.index = algos::IndexType::uint64;
  return point;
}

}  // namespace

double StepPlan::compute_s() const {
  return std::accumulate(segments_s.begin(), segments_s.end(), 0.0);
}

StepPlan plan_step(const Workload& workload, const StepSettings& settings, std::uint64_t ranks,
                   const model::Algorithm& algorithm, const model::Algorithm& dense,
                   const platforms::PlatformFile& platform) {
  if (ranks > platform.max_ranks())
    throw base::ConfigError(
        "command line", "-P", fmt::format("{}", ranks),
        fmt::format("at most {}, the ranks of platform {}", platform.max_ranks(), platform.name));
  StepPlan plan{.ranks = ranks, .algorithm = algorithm, .settings = settings};
  const std::vector<Layer>& layers = workload.layers;
  for (const Layer& layer : layers) plan.segments_s.push_back(layer.forward_s);
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
    plan.segments_s.push_back(layer->backward_s);
  plan.update_s = workload.update_s();
  if (ranks == 1) return plan;
  for (const Exchange& exchange : exchanges_of(workload, settings.schedule, settings.density)) {
    PlannedExchange planned{
        .name = exchange.name,
        .after = layers.size() + exchange.layers_done - 1,
        .point = point_of(exchange, settings, ranks, exchange.dense ? dense : algorithm),
        .recorded_s = exchange.recorded_s};
    planned.selects = planned.point.nnz < planned.point.universe;
    plan.exchanges.push_back(std::move(planned));
  }
  return plan;
}

}  // namespace sparlab::workloads
