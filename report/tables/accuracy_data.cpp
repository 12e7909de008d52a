#include <ostream>

#include "analysis/advice/interval_coverage.hpp"
#include "analysis/results/phase_differences.hpp"
#include "base/text/csv_writer.hpp"
#include "report/tables/accuracy_tables.hpp"

namespace sparlab::report {
namespace {

using base::Fields;
using base::Value;

/// A published measurement has the machine in place of the platform.
std::string machine_of(const experiments::Point& point) {
  return experiments::runs(point.engine) ? "" : point.platform;
}

Fields compared_fields(const analysis::ComparedPoint& compared) {
  const experiments::Point& point = compared.point();
  const analysis::MeasuredPoint& measured = *compared.measured;
  std::vector<std::string> ids;
  for (const experiments::Record* run : measured.runs) ids.push_back(run->id);
  return {{"predictor", compared.predictor},
          {"engine", name_of(compared.prediction->point.engine)},
          {"algorithm", point.algorithm.spec()},
          {"P", point.ranks},
          {"N", point.universe},
          {"nnz", point.nnz},
          {"density", point.density},
          {"machine", machine_of(point)},
          {"variant", point.variant},
          {"groups", measured.groups.text()},
          {"platform", compared.prediction->point.platform},
          {"predicted_s", compared.prediction->time_s},
          {"measured_s", measured.merged.time_s},
          {"ratio", compared.ratio()},
          {"error", compared.error()},
          {"predicted_p90_s", compared.prediction->p90_s},
          {"measured_p90_s", measured.p90_s},
          {"p90_ratio", compared.p90_ratio()},
          {"within_runs", measured.within_runs},
          {"between_runs", measured.between_runs},
          {"runs", measured.runs.size()},
          {"below_noise", compared.below_noise()},
          {"repeats", measured.repeats()},
          {"shares_processors", measured.shares_processors()},
          {"predicted_id", compared.prediction->id},
          {"measured_ids", ids}};
}

/// The times of the phases; unknown if there are none.
Value phases_of(const experiments::Record& record) {
  Fields phases;
  for (const auto& [name, seconds] : analysis::phase_seconds(record))
    phases.push_back({name, seconds});
  return phases.empty() ? Value() : Value(phases);
}

Fields point_with_phases(const analysis::ComparedPoint& compared) {
  Fields fields = compared_fields(compared);
  const auto largest = analysis::largest_phase_difference(compared);
  fields.push_back(
      {"phases", Fields{{"predicted_s", phases_of(*compared.prediction)},
                        {"measured_s", phases_of(compared.measured->merged)},
                        {"largest_difference", largest ? Value(largest->phase) : Value()}}});
  return fields;
}

Fields case_fields(const analysis::RankedCase& one) {
  const experiments::Point& point = one.points.front()->point();
  return {{"predictor", one.predictor},
          {"P", point.ranks},
          {"N", point.universe},
          {"density", point.density},
          {"machine", machine_of(point)},
          {"variant", point.variant},
          {"groups", one.predicted_winner().measured->groups.text()},
          {"algorithms", one.points.size()},
          {"predicted_winner", one.predicted_winner().point().algorithm.spec()},
          {"measured_winner", one.measured_winner().point().algorithm.spec()},
          {"regret", one.regret()},
          {"correlation", one.correlation()}};
}

}  // namespace

Value accuracy_value(const analysis::Accuracy& accuracy) {
  const auto of_worst = [](const analysis::ComparedPoint* point) {
    return point_with_phases(*point);
  };
  return Fields{{"reference", name_of(accuracy.pairing.reference)},
                {"not_measured", accuracy.pairing.not_measured},
                {"not_predicted", accuracy.pairing.measured_alone},
                {"left_out", accuracy.pairing.failed_checks},
                {"processors_moved", accuracy.pairing.processors_moved},
                {"errors", base::rows_of(accuracy.errors, error_fields)},
                {"rankings", base::rows_of(accuracy.rankings, ranking_fields)},
                {"cases", base::rows_of(accuracy.cases, case_fields)},
                {"crossovers", base::rows_of(accuracy.crossovers, crossover_fields)},
                {"intervals", base::rows_of(analysis::interval_coverage(accuracy.pairing),
                                            analysis::coverage_fields)},
                {"worst", base::rows_of(accuracy.worst, of_worst)},
                {"points", base::rows_of(accuracy.pairing.points, point_with_phases)}};
}

void write_accuracy_csv(std::ostream& stream, const analysis::Accuracy& accuracy) {
  base::CsvWriter csv(stream);
  for (const analysis::ComparedPoint& point : accuracy.pairing.points)
    csv.row(compared_fields(point));
}

}  // namespace sparlab::report
