#include "experiments/run/mpi_worker/repetitions.hpp"

#include "model/base/order_statistics.hpp"

namespace sparlab::experiments::run::mpi {

runtime::MeasureOptions measure_options(const Point& point) {
  return {.warmup = static_cast<int>(point.repetitions.warmup),
          .min_repetitions = static_cast<int>(point.repetitions.min),
          .max_repetitions = static_cast<int>(point.repetitions.max),
          .budget_s = point.repetitions.budget_s};
}

void add_statistics(Record& record, const runtime::Measurement& measurement, std::size_t calls) {
  record.deterministic = false;
  record.samples_s = measurement.samples_s;
  for (double& sample_s : record.samples_s) sample_s /= static_cast<double>(calls);
  record.warmup = static_cast<std::uint64_t>(measurement.warmup);
  record.stopped_by = runtime::name(measurement.stopped_by);
  record.time_s = model::median(record.samples_s);
  record.p5_s = model::quantile(record.samples_s, 0.05);
  record.p95_s = model::quantile(record.samples_s, 0.95);
  record.outliers = model::count_outliers(record.samples_s);
  if (const auto interval = model::median_interval(record.samples_s, 0.95)) {
    record.time_low_s = interval->lower;
    record.time_high_s = interval->upper;
  }
}

void add_processors(Record& record, const SteadyProcessors::Seen& seen,
                    const runtime::Measurement& measurement) {
  if (!(seen.round_trip_s > 0)) return;
  record.terms["processor_round_trip_s"] = seen.round_trip_s;
  record.terms["left_out"] = measurement.left_out;
  record.terms["moved"] = seen.moved;
}

}  // namespace sparlab::experiments::run::mpi
