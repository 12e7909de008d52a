#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/points/point.hpp"
#include "model/algorithms/algorithm.hpp"
#include "workloads/definition/workload.hpp"
#include "workloads/schedules/step_spec.hpp"

namespace sparlab::experiments::run::steps {

/// An allreduce of a step, as every engine runs it.
struct PlannedExchange {
  std::string name;
  std::size_t after = 0;  ///< it is ready when the segment with this number ends
  Point point;            ///< P, N, k, algorithm and input
  bool selects = false;   ///< the rank chooses the entries that it sends
  std::optional<double> recorded_s{};
};

/// A step on every rank. Segments of computation are, for each local step, the layers of the
/// forward pass, then those of the backward pass in reverse order.
struct StepPlan {
  std::uint64_t ranks = 1;
  model::Algorithm algorithm{};  ///< of all exchanges that are not dense by the schedule
  std::uint64_t seed = 1;
  workloads::StepSpec spec{};
  std::vector<double> segments_s{};
  std::vector<PlannedExchange> exchanges{};  ///< in the order in which they become ready
  double update_s = 0;                       ///< after all exchanges

  double compute_s() const;
  std::uint64_t steps() const { return spec.steps > 0 ? spec.steps : algorithm.period(); }
};

/// The step of a point, whose settings have a `step`, with its workload. One rank has no exchanges.
StepPlan plan_step(const Point& point, const workloads::Workload& workload);

}  // namespace sparlab::experiments::run::steps
