#include "experiments/run/execution/training_record.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text/label_text.hpp"

namespace sparlab::experiments::run {

training::Job job_of(const Point& point) {
  const training::TrainingSpec& spec = *point.training;
  std::string record;
  if (!spec.record.empty())
    record =
        fmt::format("{}/{}-P{}-{}-{}-", spec.record, name_of(point.engine), point.ranks,
                    base::label_text(spec.method.spec()), base::label_text(point.algorithm.spec()));
  return {point.ranks,
          spec.method,
          point.algorithm,
          spec.epochs,
          {point.input.batch, spec.rate, point.seed},
          std::move(record)};
}

Record training_record(const Point& point, training::Curve curve) {
  const training::EpochRecord& last = curve.epochs.back();
  Record record;
  record.point = point;
  record.time_s = last.time_s;
  if (curve.stop)
    record.check = {"failed", fmt::format("stopped in step {}, rank {}: {}", curve.stop->step,
                                          curve.stop->rank, curve.stop->reason)};
  else
    record.check = {"passed", curve.mass_checked ? "equal weights on all ranks, mass conserved"
                                                 : "equal weights on all ranks"};
  record.curve = std::move(curve);
  return record;
}

}  // namespace sparlab::experiments::run
