#include "experiments/run/steps/step_plan.hpp"

#include <numeric>
#include <utility>

#include "algos/registry/registry.hpp"

namespace sparlab::experiments::run::steps {
namespace {

/// The allreduce of one exchange. Dense algorithms send all elements, whatever is zero.
Point point_of(const workloads::Exchange& exchange, const Point& step,
               const model::Algorithm& algorithm) {
  const algos::AlgorithmInfo& info = algos::info_of(algorithm);
  Point point = step;
  point.step.reset();
  point.algorithm = algorithm;
  point.universe = exchange.parameters;
  point.nnz = info.dense() ? exchange.parameters : exchange.nonzeros;
  point.density = static_cast<double>(point.nnz) / static_cast<double>(point.universe);
  if (info.dense()) point.input = {};
  point.input_form = info.dense_input ? InputForm::dense : InputForm::sparse;
  if (point.universe > largest_universe(algos::IndexType::uint32))
    point.index = algos::IndexType::uint64;
  return point;
}

}  // namespace

double StepPlan::compute_s() const {
  return std::accumulate(segments_s.begin(), segments_s.end(), 0.0);
}

StepPlan plan_step(const Point& point, const workloads::Workload& workload) {
  const workloads::StepSpec& spec = *point.step;
  StepPlan plan{
      .ranks = point.ranks, .algorithm = point.algorithm, .seed = point.seed, .spec = spec};
  const std::vector<workloads::Layer>& layers = workload.layers;
  plan.update_s = workload.update_s();
  for (std::uint64_t local = 0; local < spec.local_steps; ++local) {
    // The update of a local step comes before the next forward pass.
    if (local > 0) plan.segments_s.back() += plan.update_s;
    for (const workloads::Layer& layer : layers) plan.segments_s.push_back(layer.forward_s);
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
      plan.segments_s.push_back(layer->backward_s);
  }
  if (point.ranks == 1) return plan;
  for (const workloads::Exchange& exchange :
       workloads::exchanges_of(workload, spec.schedule, point.density)) {
    PlannedExchange planned{
        .name = exchange.name,
        .after = plan.segments_s.size() - layers.size() + exchange.layers_done - 1,
        .point = point_of(exchange, point, exchange.dense ? spec.dense : point.algorithm),
        .recorded_s = exchange.recorded_s};
    planned.selects = planned.point.nnz < planned.point.universe;
    plan.exchanges.push_back(std::move(planned));
  }
  return plan;
}

}  // namespace sparlab::experiments::run::steps
