#include "report/tables/accuracy_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "analysis/advice/interval_coverage.hpp"
#include "analysis/results/phase_differences.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using base::Fields;
using base::text_field;

void print_scope(std::ostream& stream, const analysis::Accuracy& accuracy) {
  const analysis::Pairing& pairing = accuracy.pairing;
  std::set<const analysis::MeasuredPoint*> measured;
  std::size_t several_runs = 0;
  std::size_t sharing = 0;
  for (const analysis::ComparedPoint& point : pairing.points)
    if (measured.insert(point.measured).second) {
      several_runs += point.measured->runs.size() > 1 ? 1 : 0;
      sharing += point.measured->shares_processors() ? 1 : 0;
    }
  const std::string_view reference = name_of(pairing.reference);
  stream << fmt::format("{} predictions of {} points of {}\n", pairing.points.size(),
                        measured.size(), reference);
  const auto note = [&](std::size_t count, const std::string& text) {
    if (count > 0) stream << fmt::format("  {} {}\n", count, text);
  };
  note(several_runs, "of these points ran several times: their time is the median of the runs");
  note(sharing, "of these points had ranks that shared processors: no prediction knows of that");
  note(static_cast<std::size_t>(std::ranges::count_if(
           pairing.points, [](const auto& point) { return !point.prediction->p90_s; })),
       "predictions have no noise: only their time is compared, with the measured median");
  note(pairing.not_measured, "predictions were not measured");
  note(pairing.measured_alone, fmt::format("other points of {} were not predicted", reference));
  note(pairing.processors_moved,
       "measurements were left out: the processors of ranks were further apart, nearer or busier "
       "than when the platform was calibrated");
  note(pairing.failed_checks,
       "records were left out, because their check failed or they took no time");
}

base::Value crossover_value(analysis::Axis axis,
                            const std::optional<analysis::PanelCrossover>& found) {
  if (!found) return base::Value().shown("none");
  std::string text = analysis::crossover_text(axis, *found);
  if (found->support < 0.995) text += fmt::format(" ({:.0f}%)", 100 * found->support);
  return base::Value(Fields{{"at", found->at},
                            {"lo", found->lo},
                            {"hi", found->hi},
                            {"support", found->support}})
      .shown(text);
}

std::string where_text(const analysis::ComparedPoint& compared) {
  const experiments::Point& point = compared.point();
  std::string text = fmt::format("P = {}, N = {}", point.ranks, base::short_count(point.universe));
  if (point.density < 1) text += fmt::format(", density {}", base::short_number(point.density));
  if (!experiments::runs(point.engine)) text += ", " + point.platform;
  if (!point.variant.empty()) text += ", " + point.variant;
  return text;
}

/// "allgather: 1.2 ms, measured 3.4 ms": the phase with the largest difference, predicted and
/// measured.
std::string phase_text(const analysis::ComparedPoint& point) {
  const auto largest = analysis::largest_phase_difference(point);
  if (!largest) return {};
  return fmt::format("{}: {}, measured {}", largest->phase,
                     base::seconds_text(largest->predicted_s),
                     base::seconds_text(largest->measured_s));
}

Fields worst_row(const analysis::ComparedPoint* point) {
  const auto spread = point->measured->spread();
  return {text_field("predicted by", point->predictor),
          text_field("algorithm", point->point().algorithm.spec()),
          text_field("where", where_text(*point)),
          text_field("predicted", base::seconds(point->prediction->time_s)),
          text_field("measured", base::seconds(point->measured->merged.time_s)),
          text_field("ratio", base::ratio(point->ratio())),
          text_field("spread", base::number_as(spread, spread ? base::ratio_text(*spread) : "?")),
          text_field("most of it in", phase_text(*point))};
}

Fields quantile_fields(const analysis::Errors& errors) {
  return {{"points", "points", errors.points},
          {"median", "median", base::share(errors.median)},
          {"p90", "p90", base::share(errors.p90)},
          {"p95", "p95", base::share(errors.p95)},
          {"ratio", "ratio", base::ratio(errors.ratio)}};
}

/// Texts have only the errors of the points that repeat.
Fields summary_fields(const analysis::ErrorSummary& summary, bool repeating) {
  const auto of_all = repeating ? base::Field::In::data : base::Field::In::all;
  return {{"points", repeating ? "repeating" : "points", summary.points},
          {"median", "median", base::share(summary.median)},
          {"p90", "p90", base::share(summary.p90)},
          {"p95", "p95", base::share(summary.p95)},
          {of_all, "ratio", "ratio", base::ratio(summary.ratio)},
          {of_all, "below_noise", "below noise", summary.below_noise}};
}

/// At most some rows, and how many are not shown.
void print_rows(std::ostream& stream, const std::string& title, std::vector<Fields> rows) {
  constexpr std::size_t kMostRows = 80;
  if (rows.empty()) return;
  stream << '\n' << title << '\n';
  const std::size_t left_out = rows.size() - std::min(rows.size(), kMostRows);
  rows.resize(rows.size() - left_out);
  base::print_table(stream, rows, 2);
  if (left_out > 0) stream << fmt::format("  and {} more (--format json, --output)\n", left_out);
}

/// Which points a group has, as texts alone.
Fields group_texts(const analysis::ErrorGroup& group) {
  const bool whole = group.by.empty();
  const std::string of = whole                     ? "all"
                         : group.by == "P"         ? "P = " + group.value
                         : group.by == "algorithm" ? group.value
                                                   : group.by + " " + group.value;
  const std::string predictor = group.predictor.empty() ? "together" : group.predictor;
  return {text_field("predicted by", predictor), text_field("", of)};
}

Fields p90_row(const analysis::ErrorGroup& group) {
  return {group_texts(group), base::Field("p90s", "", quantile_fields(*group.p90s))};
}

/// The groups that have points with 90th percentiles.
std::vector<Fields> p90_rows(std::vector<analysis::ErrorGroup> groups) {
  std::erase_if(groups, [](const analysis::ErrorGroup& group) { return !group.p90s; });
  return base::rows_of(groups, p90_row);
}

}  // namespace

Fields error_fields(const analysis::ErrorGroup& group) {
  return {{"predictor", group.predictor},
          {"by", group.by},
          {"value", group.value},
          group_texts(group),
          {base::Field::In::data, "p90s", "",
           group.p90s ? base::Value(quantile_fields(*group.p90s)) : base::Value()},
          {"all", "", summary_fields(group.all, false)},
          group.repeating ? base::Field("repeating", "", summary_fields(*group.repeating, true))
                          : base::Field("repeating", {})};
}

Fields ranking_fields(const analysis::RankingSummary& one) {
  const auto of_cases = [&](std::size_t part) {
    return base::Value(part).shown(fmt::format("{} of {}", part, one.cases));
  };
  Fields fields = {{"predictor", "predicted by", one.predictor},
                   {"cases", one.cases},
                   {"right", "winner right", of_cases(one.right)},
                   {"within_5_percent", "within 5 %", of_cases(one.within_5)},
                   {"regret_median", "regret median", base::ratio(one.regret_median)},
                   {"regret_p90", "p90", base::ratio(one.regret_p90)},
                   {"regret_worst", "worst", base::ratio(one.regret_worst)},
                   {"correlated_cases", one.correlated}};
  const auto add = [&](const char* key, const char* heading, double correlation) {
    fields.push_back(
        {key, heading, base::number_as(correlation, fmt::format("{:.2f}", correlation))});
  };
  if (one.correlated == 0) return fields;
  add("correlation_median", "rank correlation median", one.correlation_median);
  add("correlation_least", "least", one.correlation_least);
  fields.push_back(text_field("cases", one.correlated));
  return fields;
}

Fields crossover_fields(const analysis::MatchedCrossover& one) {
  const auto ratio = one.ratio();
  const std::string differs = ratio ? base::ratio_text(*ratio) : "";
  return {{"predictor", "predicted by", one.predictor},
          {"where", "where", one.where},
          {"axis", name_of(one.axis)},
          {"from", "from", one.pair.first},
          {"to", "to", one.pair.second},
          text_field("at", name_of(one.axis)),
          {"predicted", "predicted", crossover_value(one.axis, one.predicted)},
          {"measured", "measured", crossover_value(one.axis, one.measured)},
          {"overlaps", "", base::Value(one.overlaps()).shown(one.overlaps() ? "agree" : differs)}};
}

void print_accuracy(std::ostream& stream, const analysis::Accuracy& accuracy) {
  const std::string_view reference = name_of(accuracy.pairing.reference);
  print_scope(stream, accuracy);
  print_rows(stream, fmt::format("error |t / t_{} - 1|", reference),
             base::rows_of(accuracy.errors, error_fields));
  print_rows(stream, fmt::format("error of the 90th percentile |p90 / p90_{} - 1|", reference),
             p90_rows(accuracy.errors));
  base::print_wrapped(
      stream,
      fmt::format("ratio: median of t / t_{}; below noise: points whose measurements "
                  "differ from each other by as much; repeating: only points whose "
                  "measurements differ by at most {} (p90 / p10 of repetitions, longest "
                  "/ shortest of runs); {}: each run of the measurements, held against the median "
                  "of the others",
                  reference, base::share(analysis::kRepeats - 1).text(), analysis::kAnotherRun),
      2, base::kLineCharacters);
  print_rows(stream, "order of exact algorithms, where only the algorithm varies",
             base::rows_of(accuracy.rankings, ranking_fields));
  if (!accuracy.rankings.empty())
    base::print_wrapped(
        stream,
        "regret: measured time of the predicted winner over that of the measured one; "
        "rank correlation (Spearman): of cases with three algorithms or more",
        2, base::kLineCharacters);
  print_rows(stream, "crossovers of successive winners",
             base::rows_of(accuracy.crossovers, crossover_fields));
  print_rows(
      stream, "measured times in the interval of advise, which is to have nine of ten",
      base::rows_of(analysis::interval_coverage(accuracy.pairing), analysis::coverage_fields));
  print_rows(stream, "largest disagreements", base::rows_of(accuracy.worst, worst_row));
}

}  // namespace sparlab::report
