#include "report/tables/reproduction_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <limits>
#include <ostream>
#include <utility>
#include <vector>

#include "base/text/text_table.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {
namespace {

using base::aligned_right;
using base::Fields;
using base::text_field;
using base::Value;

/// Four digits, since published numbers have up to four.
std::string published_number(double number) { return fmt::format("{:.4g}", number); }

/// A bound that is met has no difference to show.
std::string difference_text(const analysis::Published& published, double ours) {
  const double difference = published.difference(ours);
  if (difference == 0 && published.at_least != published.at_most) return "-";
  const double percent = std::round(100 * difference);
  return percent == 0 ? "0 %" : fmt::format("{:+.0f} %", percent);
}

Value published_value(const analysis::Published& published) {
  Fields fields;
  if (published.at_least == published.at_most)
    fields.push_back({"value", published.at_least});
  else if (published.at_least > 0)
    fields.push_back({"at_least", published.at_least});
  if (published.at_least != published.at_most && std::isfinite(published.at_most))
    fields.push_back({"at_most", published.at_most});
  return fields;
}

Fields row_fields(const analysis::PreparedRow& row) {
  const analysis::PublishedResult& result = row.result;
  const auto if_any = [](const char* key, const std::string& text) {
    return text.empty() ? Fields() : Fields{{key, text}};
  };
  return {{"row", result.name},
          {"source", result.source},
          {"setting", result.setting},
          {"experiment", result.experiment},
          if_any("data", result.data),
          if_any("note", result.note),
          {"points", row.plan.points.size()},
          if_any("missing", row.missing)};
}

/// Published values and differences are aligned to the right.
Fields claim_fields(const analysis::Claim& claim, const analysis::ClaimOutcome& outcome) {
  const auto& ours = outcome.ours;
  Fields details;
  if (ours) details.push_back({"difference", claim.published.difference(*ours)});
  if (claim.explanation)
    details.push_back({"explanation", Fields{{"text", claim.explanation->text},
                                             {"shown", claim.explanation->shown},
                                             {"value", outcome.explained}}});
  if (!outcome.reason.empty()) details.push_back({"reason", outcome.reason});
  return {
      {"claim", "claim", claim.name},
      {"published", published_value(claim.published)},
      text_field("published", aligned_right(published_text(claim.published))),
      {"tolerance", claim.tolerance},
      {"ours", "ours", base::number_as(ours, ours ? base::short_number(*ours) : "?")},
      text_field("difference", aligned_right(ours ? difference_text(claim.published, *ours) : "?")),
      {"verdict", "verdict", name_of(outcome.verdict)},
      details};
}

std::vector<Fields> claims_of(const analysis::ReproducedRow& row) {
  std::vector<Fields> claims;
  for (std::size_t i = 0; i < row.outcomes.size(); ++i)
    claims.push_back(claim_fields(row.row.result.claims[i], row.outcomes[i]));
  return claims;
}

std::string missing_text(const analysis::PreparedRow& row) {
  return fmt::format("skipped: needs {}; give its folder by --data or SPARLAB_DATA", row.missing);
}

void print_reasons(std::ostream& stream, const analysis::Claim& claim,
                   const analysis::ClaimOutcome& outcome) {
  if (outcome.verdict == analysis::Verdict::unknown)
    base::print_wrapped(stream, fmt::format("{}: {}", claim.name, outcome.reason), 2);
  if (!claim.explanation || outcome.verdict == analysis::Verdict::agrees || !outcome.explained)
    return;
  base::print_wrapped(stream, fmt::format("{}: {}", claim.name, claim.explanation->text), 2);
  base::print_wrapped(stream,
                      fmt::format("Shown: {}: {}", claim.explanation->shown,
                                  base::short_number(*outcome.explained)),
                      4);
}

std::string holds_text(const analysis::Claim& claim, const analysis::ClaimOutcome& outcome) {
  switch (outcome.verdict) {
    case analysis::Verdict::agrees:
      return "yes";
    case analysis::Verdict::fitted:
      return "fitted";
    case analysis::Verdict::explained:
      return fmt::format("no; {}: {}", claim.explanation->shown,
                         base::short_number(*outcome.explained));
    case analysis::Verdict::differs:
      if (!outcome.explained) return "no";
      return fmt::format("no, nor {}: {}", claim.explanation->shown,
                         base::short_number(*outcome.explained));
    case analysis::Verdict::unknown:
      break;
  }
  return "unknown: " + outcome.reason;
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
  base::print_wrapped(stream, fmt::format("{}: {}", result.name, result.source));
  base::print_wrapped(stream, result.setting, 2);
  if (!row.row.missing.empty()) {
    base::print_wrapped(stream, missing_text(row.row), 2);
    stream << '\n';
    return;
  }
  stream << fmt::format("  {}, {:.1f} s\n", base::counted(row.row.plan.points.size(), "point"),
                        row.wall_s);
  base::print_table(stream, claims_of(row), 2);
  for (std::size_t i = 0; i < row.outcomes.size(); ++i)
    print_reasons(stream, result.claims[i], row.outcomes[i]);
  if (!result.note.empty()) base::print_wrapped(stream, "Note: " + result.note, 2);
  stream << '\n';
}

void print_reproduction_summary(std::ostream& stream,
                                std::span<const analysis::ReproducedRow> rows) {
  std::array<std::size_t, 5> counts{};
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
  for (const analysis::Verdict verdict :
       {analysis::Verdict::agrees, analysis::Verdict::fitted, analysis::Verdict::explained,
        analysis::Verdict::differs, analysis::Verdict::unknown})
    parts.push_back(
        fmt::format("{} {}", name_of(verdict), counts[static_cast<std::size_t>(verdict)]));
  stream << fmt::format("claims: {} ({}); rows: {}, skipped {}\n", claims, fmt::join(parts, ", "),
                        rows.size() - skipped, skipped);
}

void print_published(std::ostream& stream, std::span<const analysis::ReproducedRow> rows) {
  std::vector<Fields> lines;
  for (const analysis::ReproducedRow& row : rows) {
    std::string source = row.row.result.source;
    for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
      const analysis::Claim& claim = row.row.result.claims[i];
      const auto& ours = row.outcomes[i].ours;
      lines.push_back({text_field("published in", std::exchange(source, "")),
                       text_field("statement", claim.name),
                       text_field("published", published_text(claim.published)),
                       text_field("ours", ours ? base::short_number(*ours) : "?"),
                       text_field("holds", holds_text(claim, row.outcomes[i]))});
    }
  }
  markdown_report(stream)->table(base::text_rows(lines), 1);
}

void print_prepared(std::ostream& stream, std::span<const analysis::PreparedRow> rows) {
  base::print_table(
      stream, base::rows_of(rows, [](const analysis::PreparedRow& row) -> Fields {
        return {
            text_field("row", row.result.name), text_field("claims", row.result.claims.size()),
            text_field("points", row.plan.points.size()), text_field("run_s", row.predicted_s),
            text_field("source", row.missing.empty() ? row.result.source : "needs " + row.missing)};
      }));
}

Fields reproduced_fields(const analysis::ReproducedRow& row) {
  return {row_fields(row.row), {"wall_s", row.wall_s}, {"claims", claims_of(row)}};
}

Fields prepared_fields(const analysis::PreparedRow& row) {
  return {row_fields(row), {"claims", row.result.claims.size()}, {"predicted_s", row.predicted_s}};
}

}  // namespace sparlab::report
