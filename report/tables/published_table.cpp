#include "report/tables/published_table.hpp"

#include <fmt/format.h>

#include "base/text/text_table.hpp"
#include "report/tables/report_writer.hpp"
#include "report/tables/reproduction_tables.hpp"

namespace sparlab::report {
namespace {

std::string holds_text(const analysis::Claim& claim, const analysis::ClaimOutcome& outcome) {
  switch (outcome.verdict) {
    case analysis::Verdict::agrees:
      return "yes";
    case analysis::Verdict::explained:
      return fmt::format("no; {}: {}", claim.explanation->shown,
                         base::short_number(*outcome.explained));
    case analysis::Verdict::differs:
      return "no";
    case analysis::Verdict::unknown:
      break;
  }
  return "unknown: " + outcome.reason;
}

}  // namespace

void write_published_table(std::ostream& stream, std::span<const analysis::ReproducedRow> rows) {
  TextRows table = {{"published in", "statement", "published", "ours", "holds"}};
  for (const analysis::ReproducedRow& row : rows) {
    std::string source = row.row.result.source;
    for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
      const analysis::Claim& claim = row.row.result.claims[i];
      const analysis::ClaimOutcome& outcome = row.outcomes[i];
      table.push_back({source, claim.name, published_text(claim.published),
                       outcome.ours ? base::short_number(*outcome.ours) : "?",
                       holds_text(claim, outcome)});
      source.clear();
    }
  }
  MarkdownReport report(stream);
  report.table(table, 1);
}

}  // namespace sparlab::report
