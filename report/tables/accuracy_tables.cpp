#include "report/tables/accuracy_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "analysis/results/phase_differences.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using TableRows = std::vector<std::vector<std::string>>;

std::string percent(double share) {
  const double value = 100 * share;
  return value < 9.95 ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f} %", value);
}

std::string share_text(std::size_t part, std::size_t all) {
  return fmt::format("{} of {}", part, all);
}

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
  note(pairing.not_measured, "predictions were not measured");
  note(pairing.measured_alone, fmt::format("other points of {} were not predicted", reference));
  note(pairing.failed_checks,
       "records were left out, because their check failed or they took no time");
}

TableRows error_table(const std::vector<analysis::ErrorGroup>& groups) {
  TableRows rows = {{"predicted by", "points", "", "median", "p90", "p95", "ratio", "below noise",
                     "repeating", "median", "p90", "p95"}};
  for (const analysis::ErrorGroup& group : groups) {
    const analysis::ErrorSummary& all = group.all;
    const bool whole = group.by.empty();
    const std::string what = whole             ? "all"
                             : group.by == "P" ? "P = " + group.value
                                               : group.by + " " + group.value;
    std::vector<std::string> row = {
        whole ? (group.predictor.empty() ? "together" : group.predictor) : "",
        group.by == "algorithm" ? group.value : what,
        std::to_string(all.points),
        percent(all.median),
        percent(all.p90),
        percent(all.p95),
        base::ratio_text(all.ratio),
        std::to_string(all.below_noise)};
    if (group.repeating) {
      const analysis::ErrorSummary& repeating = *group.repeating;
      row.insert(row.end(), {std::to_string(repeating.points), percent(repeating.median),
                             percent(repeating.p90), percent(repeating.p95)});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

TableRows ranking_table(const std::vector<analysis::RankingSummary>& rankings) {
  TableRows rows = {{"predicted by", "winner right", "within 5 %", "regret median", "p90", "worst",
                     "rank correlation median", "least", "cases"}};
  for (const analysis::RankingSummary& one : rankings) {
    std::vector<std::string> row = {one.predictor,
                                    share_text(one.right, one.cases),
                                    share_text(one.within_5, one.cases),
                                    base::ratio_text(one.regret_median),
                                    base::ratio_text(one.regret_p90),
                                    base::ratio_text(one.regret_worst)};
    if (one.correlated > 0)
      row.insert(row.end(),
                 {fmt::format("{:.2f}", one.correlation_median),
                  fmt::format("{:.2f}", one.correlation_least), std::to_string(one.correlated)});
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string crossover_cell(analysis::Axis axis,
                           const std::optional<analysis::PanelCrossover>& found) {
  if (!found) return "none";
  std::string text = analysis::crossover_text(axis, *found);
  if (found->support < 0.995) text += fmt::format(" ({:.0f}%)", 100 * found->support);
  return text;
}

TableRows crossover_rows(const std::vector<analysis::MatchedCrossover>& crossovers) {
  TableRows rows = {{"predicted by", "where", "from", "to", "at", "predicted", "measured", ""}};
  for (const analysis::MatchedCrossover& one : crossovers) {
    const auto ratio = one.ratio();
    rows.push_back({one.predictor, one.where, one.pair.first, one.pair.second,
                    std::string(name_of(one.axis)), crossover_cell(one.axis, one.predicted),
                    crossover_cell(one.axis, one.measured),
                    one.overlaps() ? "agree"
                    : ratio        ? base::ratio_text(*ratio)
                                   : ""});
  }
  return rows;
}

std::string spread_text(const analysis::MeasuredPoint& measured) {
  const auto spread = measured.spread();
  return spread ? base::ratio_text(*spread) : "?";
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

TableRows worst_rows(const std::vector<const analysis::ComparedPoint*>& worst) {
  TableRows rows = {{"predicted by", "algorithm", "where", "predicted", "measured", "ratio",
                     "spread", "most of it in"}};
  for (const analysis::ComparedPoint* point : worst)
    rows.push_back({point->predictor, point->point().algorithm.spec(), where_text(*point),
                    base::seconds_text(point->prediction->time_s),
                    base::seconds_text(point->measured->merged.time_s),
                    base::ratio_text(point->ratio()), spread_text(*point->measured),
                    phase_text(*point)});
  return rows;
}

/// At most some rows below the heading, and how many are not shown.
void print_table(std::ostream& stream, const std::string& title, TableRows rows,
                 const std::vector<std::size_t>& right) {
  constexpr std::size_t kMostRows = 40;
  if (rows.size() < 2) return;
  stream << '\n' << title << '\n';
  const std::size_t left_out = rows.size() > kMostRows + 1 ? rows.size() - kMostRows - 1 : 0;
  rows.resize(rows.size() - left_out);
  base::print_columns(stream, rows, {.indent = 2, .right = right});
  if (left_out > 0) stream << fmt::format("  and {} more (--format json, --out)\n", left_out);
}

}  // namespace

void print_accuracy(std::ostream& stream, const analysis::Accuracy& accuracy) {
  const std::string_view reference = name_of(accuracy.pairing.reference);
  print_scope(stream, accuracy);
  print_table(stream, fmt::format("error |t / t_{} - 1|", reference), error_table(accuracy.errors),
              {2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  base::print_wrapped(
      stream,
      fmt::format("ratio: median of t / t_{}; below noise: points whose measurements "
                  "differ from each other by as much; repeating: only points whose "
                  "measurements differ by at most {} (p90 / p10 of repetitions, longest "
                  "/ shortest of runs)",
                  reference, percent(analysis::kRepeats - 1)),
      2, base::kLineCharacters);
  print_table(stream, "order of exact algorithms, where only the algorithm varies",
              ranking_table(accuracy.rankings), {1, 2, 3, 4, 5, 6, 7, 8});
  if (!accuracy.rankings.empty())
    base::print_wrapped(
        stream,
        "regret: measured time of the predicted winner over that of the measured one; "
        "rank correlation (Spearman): of cases with three algorithms or more; another "
        "run: each run of the measurements, held against the median of the others",
        2, base::kLineCharacters);
  print_table(stream, "crossovers of successive winners", crossover_rows(accuracy.crossovers), {});
  print_table(stream, "largest disagreements", worst_rows(accuracy.worst), {3, 4, 5, 6});
}

}  // namespace sparlab::report
