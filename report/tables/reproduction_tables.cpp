#include "report/tables/reproduction_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kWidth = 100;

/// Four digits, since published numbers have up to four.
std::string published_number(double number) { return fmt::format("{:.4g}", number); }

/// A bound that is met has no difference to show.
std::string difference_text(const analysis::Published& published, double ours) {
  const double difference = published.difference(ours);
  if (difference == 0 && published.at_least != published.at_most) return "-";
  const double percent = std::round(100 * difference);
  return percent == 0 ? "0 %" : fmt::format("{:+.0f} %", percent);
}

ordered_json to_json(const analysis::Published& published) {
  if (published.at_least == published.at_most) return {{"value", published.at_least}};
  ordered_json object = ordered_json::object();
  if (published.at_least > 0) object["at_least"] = published.at_least;
  if (std::isfinite(published.at_most)) object["at_most"] = published.at_most;
  return object;
}

ordered_json to_json(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json row_to_json(const analysis::PreparedRow& row) {
  const analysis::PublishedResult& result = row.result;
  ordered_json object = {{"row", result.name},
                         {"source", result.source},
                         {"setting", result.setting},
                         {"experiment", result.experiment}};
  if (!result.data.empty()) object["data"] = result.data;
  if (!result.note.empty()) object["note"] = result.note;
  object["points"] = row.plan.points.size();
  if (!row.missing.empty()) object["missing"] = row.missing;
  return object;
}

std::string missing_text(const analysis::PreparedRow& row) {
  return fmt::format("skipped: needs {}; give its folder by --data or SPARLAB_DATA", row.missing);
}

void print_reasons(std::ostream& stream, const analysis::Claim& claim,
                   const analysis::ClaimOutcome& outcome) {
  if (outcome.verdict == analysis::Verdict::unknown)
    base::print_wrapped(stream, fmt::format("{}: {}", claim.name, outcome.reason), 2, kWidth);
  if (!claim.explanation || outcome.verdict == analysis::Verdict::agrees || !outcome.explained)
    return;
  base::print_wrapped(stream, fmt::format("{}: {}", claim.name, claim.explanation->text), 2,
                      kWidth);
  base::print_wrapped(stream,
                      fmt::format("Shown: {}: {}", claim.explanation->shown,
                                  base::short_number(*outcome.explained)),
                      4, kWidth);
}

}  // namespace

std::string published_text(const analysis::Published& published) {
  if (published.at_least == published.at_most) return published_number(published.at_least);
  if (!std::isfinite(published.at_most)) return ">= " + published_number(published.at_least);
  if (published.at_least == 0) return "<= " + published_number(published.at_most);
  return fmt::format("{} to {}", published_number(published.at_least),
                     published_number(published.at_most));
}

void print_reproduced(std::ostream& stream, const analysis::ReproducedRow& row) {
  const analysis::PublishedResult& result = row.row.result;
  base::print_wrapped(stream, fmt::format("{}: {}", result.name, result.source), 0, kWidth);
  base::print_wrapped(stream, result.setting, 2, kWidth);
  if (!row.row.missing.empty()) {
    base::print_wrapped(stream, missing_text(row.row), 2, kWidth);
    stream << '\n';
    return;
  }
  const std::size_t points = row.row.plan.points.size();
  stream << fmt::format("  {} point{}, {:.1f} s\n", points, points == 1 ? "" : "s", row.wall_s);
  std::vector<std::vector<std::string>> lines = {
      {"claim", "published", "ours", "difference", "verdict"}};
  for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
    const analysis::Claim& claim = result.claims[i];
    const analysis::ClaimOutcome& outcome = row.outcomes[i];
    lines.push_back({claim.name, published_text(claim.published),
                     outcome.ours ? base::short_number(*outcome.ours) : "?",
                     outcome.ours ? difference_text(claim.published, *outcome.ours) : "?",
                     std::string(name_of(outcome.verdict))});
  }
  base::print_columns(stream, lines, {.indent = 2, .right = {1, 2, 3}});
  for (std::size_t i = 0; i < row.outcomes.size(); ++i)
    print_reasons(stream, result.claims[i], row.outcomes[i]);
  if (!result.note.empty()) base::print_wrapped(stream, "Note: " + result.note, 2, kWidth);
  stream << '\n';
}

void print_reproduction_summary(std::ostream& stream,
                                std::span<const analysis::ReproducedRow> rows) {
  std::array<std::size_t, 4> counts{};
  std::size_t claims = 0;
  std::size_t skipped = 0;
  for (const analysis::ReproducedRow& row : rows) {
    if (!row.row.missing.empty()) ++skipped;
    for (const analysis::ClaimOutcome& outcome : row.outcomes) {
      ++claims;
      ++counts[static_cast<std::size_t>(outcome.verdict)];
    }
  }
  std::vector<std::string> parts;
  for (const analysis::Verdict verdict : {analysis::Verdict::agrees, analysis::Verdict::explained,
                                          analysis::Verdict::differs, analysis::Verdict::unknown})
    parts.push_back(
        fmt::format("{} {}", name_of(verdict), counts[static_cast<std::size_t>(verdict)]));
  stream << fmt::format("claims: {} ({}); rows: {}, skipped {}\n", claims, fmt::join(parts, ", "),
                        rows.size() - skipped, skipped);
}

void print_prepared(std::ostream& stream, std::span<const analysis::PreparedRow> rows) {
  std::vector<std::vector<std::string>> lines = {{"row", "claims", "points", "run_s", "source"}};
  for (const analysis::PreparedRow& row : rows)
    lines.push_back({row.result.name, std::to_string(row.result.claims.size()),
                     std::to_string(row.plan.points.size()), base::short_number(row.predicted_s),
                     row.missing.empty() ? row.result.source : "needs " + row.missing});
  base::print_columns(stream, lines, {.right = {1, 2, 3}});
}

ordered_json reproduced_to_json(const analysis::ReproducedRow& row) {
  ordered_json object = row_to_json(row.row);
  object["wall_s"] = row.wall_s;
  object["claims"] = ordered_json::array();
  for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
    const analysis::Claim& claim = row.row.result.claims[i];
    const analysis::ClaimOutcome& outcome = row.outcomes[i];
    ordered_json line = {{"claim", claim.name},
                         {"published", to_json(claim.published)},
                         {"tolerance", claim.tolerance},
                         {"ours", to_json(outcome.ours)},
                         {"verdict", name_of(outcome.verdict)}};
    if (outcome.ours) line["difference"] = claim.published.difference(*outcome.ours);
    if (claim.explanation)
      line["explanation"] = {{"text", claim.explanation->text},
                             {"shown", claim.explanation->shown},
                             {"value", to_json(outcome.explained)}};
    if (!outcome.reason.empty()) line["reason"] = outcome.reason;
    object["claims"].push_back(line);
  }
  return object;
}

ordered_json prepared_to_json(const analysis::PreparedRow& row) {
  ordered_json object = row_to_json(row);
  object["claims"] = row.result.claims.size();
  object["predicted_s"] = row.predicted_s;
  return object;
}

}  // namespace sparlab::report
