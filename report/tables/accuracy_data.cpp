#include "report/tables/accuracy_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "analysis/results/phase_differences.hpp"
#include "report/tables/csv_cells.hpp"

namespace sparlab::report {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json number_or_null(std::optional<double> number) {
  return number ? ordered_json(*number) : ordered_json(nullptr);
}

ordered_json point_json(const analysis::ComparedPoint& compared) {
  const experiments::Point& point = compared.point();
  const analysis::MeasuredPoint& measured = *compared.measured;
  ordered_json ids = json::array();
  for (const experiments::Record* run : measured.runs) ids.push_back(run->id);
  return {{"predictor", compared.predictor},
          {"engine", name_of(compared.prediction->point.engine)},
          {"algorithm", point.algorithm.spec()},
          {"P", point.ranks},
          {"N", point.universe},
          {"nnz", point.nnz},
          {"density", point.density},
          {"machine", experiments::runs(point.engine) ? "" : point.platform},
          {"variant", point.variant},
          {"platform", compared.prediction->point.platform},
          {"predicted_s", compared.prediction->time_s},
          {"measured_s", measured.merged.time_s},
          {"ratio", compared.ratio()},
          {"error", compared.error()},
          {"within_runs", number_or_null(measured.within_runs)},
          {"between_runs", number_or_null(measured.between_runs)},
          {"runs", measured.runs.size()},
          {"below_noise", compared.below_noise()},
          {"repeats", measured.repeats()},
          {"shares_processors", measured.shares_processors()},
          {"predicted_id", compared.prediction->id},
          {"measured_ids", ids}};
}

/// The times of the phases on both sides; null where they are unknown.
ordered_json phases_json(const analysis::ComparedPoint& compared) {
  const auto of = [](const experiments::Record& record) {
    const auto seconds = analysis::phase_seconds(record);
    return seconds.empty() ? ordered_json(nullptr) : ordered_json(seconds);
  };
  const auto largest = analysis::largest_phase_difference(compared);
  return {{"predicted_s", of(*compared.prediction)},
          {"measured_s", of(compared.measured->merged)},
          {"largest_difference", largest ? ordered_json(largest->phase) : ordered_json(nullptr)}};
}

ordered_json point_with_phases(const analysis::ComparedPoint& compared) {
  ordered_json object = point_json(compared);
  object["phases"] = phases_json(compared);
  return object;
}

ordered_json summary_json(const std::optional<analysis::ErrorSummary>& summary) {
  if (!summary) return nullptr;
  return {{"points", summary->points}, {"median", summary->median},
          {"p90", summary->p90},       {"p95", summary->p95},
          {"ratio", summary->ratio},   {"below_noise", summary->below_noise}};
}

ordered_json crossover_json(const std::optional<analysis::PanelCrossover>& found) {
  if (!found) return nullptr;
  return {{"at", found->at}, {"lo", found->lo}, {"hi", found->hi}, {"support", found->support}};
}

ordered_json ranking_json(const analysis::RankingSummary& one) {
  ordered_json object = {{"predictor", one.predictor},
                         {"cases", one.cases},
                         {"right", one.right},
                         {"within_5_percent", one.within_5},
                         {"regret_median", one.regret_median},
                         {"regret_p90", one.regret_p90},
                         {"regret_worst", one.regret_worst},
                         {"correlated_cases", one.correlated}};
  if (one.correlated > 0) {
    object["correlation_median"] = one.correlation_median;
    object["correlation_least"] = one.correlation_least;
  }
  return object;
}

ordered_json case_json(const analysis::RankedCase& one) {
  const experiments::Point& point = one.points.front()->point();
  return {{"predictor", one.predictor},
          {"P", point.ranks},
          {"N", point.universe},
          {"density", point.density},
          {"machine", experiments::runs(point.engine) ? "" : point.platform},
          {"variant", point.variant},
          {"algorithms", one.points.size()},
          {"predicted_winner", one.predicted_winner().point().algorithm.spec()},
          {"measured_winner", one.measured_winner().point().algorithm.spec()},
          {"regret", one.regret()},
          {"correlation", number_or_null(one.correlation())}};
}

std::string csv_cell(const ordered_json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return csv_text(value.get<std::string>());
  if (value.is_number_float()) return csv_number(value.get<double>());
  if (value.is_array())
    return fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), " "));
  return value.dump();
}

}  // namespace

ordered_json accuracy_to_json(const analysis::Accuracy& accuracy) {
  ordered_json object = {{"reference", name_of(accuracy.pairing.reference)},
                         {"not_measured", accuracy.pairing.not_measured},
                         {"not_predicted", accuracy.pairing.measured_alone},
                         {"left_out", accuracy.pairing.failed_checks},
                         {"errors", json::array()},
                         {"rankings", json::array()},
                         {"cases", json::array()},
                         {"crossovers", json::array()},
                         {"worst", json::array()},
                         {"points", json::array()}};
  for (const analysis::ErrorGroup& group : accuracy.errors)
    object["errors"].push_back({{"predictor", group.predictor},
                                {"by", group.by},
                                {"value", group.value},
                                {"all", summary_json(group.all)},
                                {"repeating", summary_json(group.repeating)}});
  for (const analysis::RankingSummary& one : accuracy.rankings)
    object["rankings"].push_back(ranking_json(one));
  for (const analysis::RankedCase& one : accuracy.cases) object["cases"].push_back(case_json(one));
  for (const analysis::MatchedCrossover& one : accuracy.crossovers)
    object["crossovers"].push_back({{"predictor", one.predictor},
                                    {"where", one.where},
                                    {"axis", name_of(one.axis)},
                                    {"from", one.pair.first},
                                    {"to", one.pair.second},
                                    {"predicted", crossover_json(one.predicted)},
                                    {"measured", crossover_json(one.measured)},
                                    {"overlaps", one.overlaps()}});
  for (const analysis::ComparedPoint* point : accuracy.worst)
    object["worst"].push_back(point_with_phases(*point));
  for (const analysis::ComparedPoint& point : accuracy.pairing.points)
    object["points"].push_back(point_with_phases(point));
  return object;
}

void write_accuracy_csv(std::ostream& stream, const analysis::Accuracy& accuracy) {
  bool heading = false;
  for (const analysis::ComparedPoint& point : accuracy.pairing.points) {
    std::vector<std::string> names;
    std::vector<std::string> cells;
    const ordered_json object = point_json(point);
    for (const auto& [name, value] : object.items()) {
      names.push_back(name);
      cells.push_back(csv_cell(value));
    }
    if (!std::exchange(heading, true)) stream << fmt::format("{}\n", fmt::join(names, ","));
    stream << fmt::format("{}\n", fmt::join(cells, ","));
  }
}

}  // namespace sparlab::report
