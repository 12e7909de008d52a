#pragma once

#include <cstddef>
#include <vector>

#include "experiments/run/steps/step_plan.hpp"

namespace sparlab::experiments::run::steps {

/// When an exchange of a rank was ready and began, when its entries were selected, and when its
/// result was in the dense gradient.
struct ExchangeTimes {
  double ready_s = 0;
  double begin_s = 0;
  double selected_s = 0;
  double end_s = 0;
};

/// What a rank did in one step.
struct StepTimeline {
  double begin_s = 0;
  double factor = 1;  ///< of its computation, which may be slower than the workload says
  std::vector<double> segment_ends_s;
  std::vector<ExchangeTimes> exchanges;
  double update_begin_s = 0;
  double end_s = 0;

  double compute_end_s() const { return segment_ends_s.empty() ? begin_s : segment_ends_s.back(); }
};

/// How the time of a step divides: step = compute + selection + exposed + update.
struct StepTimes {
  double step_s = 0;
  double compute_s = 0;    ///< forward and backward passes
  double selection_s = 0;  ///< the rank selects entries and does not compute
  double exposed_s = 0;    ///< it does nothing of these: it waits for exchanges
  double hidden_s = 0;     ///< an exchange is under way, after its selection, and it computes
  double update_s = 0;

  StepTimes& operator+=(const StepTimes& other);
  StepTimes& operator/=(double count);
};

StepTimes divide(const StepTimeline& timeline, const StepPlan& plan);

/// The result of an engine: means over its steps on the rank that ends last, and the last step of
/// that rank.
struct StepResult {
  StepTimes times;
  std::size_t rank = 0;
  StepTimeline last;
};

}  // namespace sparlab::experiments::run::steps
