#include "analysis/results/approximate_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/results/leads.hpp"
#include "analysis/results/standing.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {
namespace {

/// Extends a range by the errors of one more algorithm or position.
void include(std::optional<KnownError>& range, const std::optional<KnownError>& other) {
  if (!other) return;
  range = range ? KnownError{std::min(range->least, other->least),
                             std::max(range->greatest, other->greatest)}
                : *other;
}

/// The fastest algorithms within the bound at each position where no algorithm of the engine lacks
/// a result and they are faster than the exact ones.
LeadersAt worth_taking(const Panel& panel, const Panel& eligible, experiments::Engine engine) {
  return [&eligible, engine, exact = panel.competing(),
          approximate = panel.approximate()](double position) -> std::optional<Leaders> {
    const auto standing = standing_at(eligible, engine, position);
    const Coverage coverage(approximate, engine);
    if (!standing || !coverage.is_complete(position) ||
        !Coverage(exact, engine).is_complete(position))
      return std::nullopt;
    const auto best_exact = standing_at(exact, engine, position);
    if (best_exact && !(standing->winner().time_s < best_exact->winner().time_s))
      return std::nullopt;
    Leaders leaders;
    for (const std::string& algorithm : coverage.ran())
      if (standing->leads(algorithm)) leaders.names.push_back(algorithm);
    return leaders;
  };
}

std::optional<KnownError> error_of(const Panel& panel, const std::vector<LeadStretch>& stretches) {
  std::optional<KnownError> range;
  for (const LeadStretch& stretch : stretches)
    for (const double position : panel.positions) {
      if (position < stretch.first || position > stretch.last) continue;
      for (const std::string& algorithm : stretch.leaders.names)
        include(range, known_error(panel, algorithm, position));
    }
  return range;
}

/// "greater error_l2: gtopk 0.8; unknown error_l2, as no engine saw values: oktopk"; empty if all
/// are within the bound everywhere.
std::string exclusions(const Panel& panel, const Panel& eligible, double most_error) {
  std::vector<std::string> beyond;
  std::vector<std::string> unknown;
  for (const std::string& algorithm : panel.approximate().algorithms()) {
    const auto error = known_error(panel, algorithm);
    const bool taken = std::ranges::any_of(
        eligible.series, [&](const Series& series) { return series.algorithm == algorithm; });
    if (!error) {
      unknown.push_back(algorithm);
    } else if (error->greatest > most_error) {
      beyond.push_back(fmt::format("{}{} {}", algorithm, taken ? " in part:" : "", error->text()));
    }
  }
  std::vector<std::string> parts;
  if (!beyond.empty())
    parts.push_back(fmt::format("greater error_l2: {}", fmt::join(beyond, ", ")));
  if (!unknown.empty())
    parts.push_back(
        fmt::format("unknown error_l2, as no engine saw values: {}", fmt::join(unknown, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

std::string KnownError::text() const {
  const std::string text = base::short_number(least);
  return greatest > least ? fmt::format("{} to {}", text, base::short_number(greatest)) : text;
}

std::optional<KnownError> known_error(const Panel& panel, const std::string& algorithm,
                                      double position) {
  std::optional<KnownError> range;
  for (const Series& series : panel.series) {
    if (series.algorithm != algorithm) continue;
    const experiments::Record* const record = series.at(panel.axis, position);
    if (record == nullptr) continue;
    if (const auto error = record->term("error_l2")) include(range, KnownError{*error, *error});
  }
  return range;
}

std::optional<KnownError> known_error(const Panel& panel, const std::string& algorithm) {
  std::optional<KnownError> range;
  for (const double position : panel.positions)
    include(range, known_error(panel, algorithm, position));
  return range;
}

Panel within_error(const Panel& panel, double most_error) {
  Panel eligible = panel.approximate();
  for (Series& series : eligible.series)
    std::erase_if(series.records, [&](const experiments::Record* record) {
      const auto error = known_error(panel, series.algorithm, position(panel.axis, record->point));
      return !error || !(error->greatest <= most_error);
    });
  std::erase_if(eligible.series, [](const Series& series) { return series.records.empty(); });
  return eligible;
}

std::vector<std::string> approximate_sentences(const Panel& panel, double most_error) {
  const Panel approximate = panel.approximate();
  if (approximate.series.empty()) return {};
  const Panel eligible = within_error(panel, most_error);
  const std::string bound = fmt::format("error_l2 up to {}", base::short_number(most_error));
  std::vector<std::string> sentences;
  for (const experiments::Engine engine : eligible.engines()) {
    const auto stretches = lead_stretches(panel.positions, worth_taking(panel, eligible, engine));
    if (stretches.empty()) continue;
    sentences.push_back(fmt::format("if a result with {} will do, {}: {}; its error_l2: {}", bound,
                                    name_of(engine), stretches_text(panel, stretches),
                                    error_of(panel, stretches)->text()));
  }
  if (sentences.empty())
    sentences.push_back(
        fmt::format("no approximate algorithm is recommended: none is known to have {} and be "
                    "faster than the exact ones",
                    bound));
  if (const std::string excluded = exclusions(panel, eligible, most_error); !excluded.empty())
    sentences.back() += "; " + excluded;
  return sentences;
}

}  // namespace sparlab::analysis
