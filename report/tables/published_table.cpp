#include "report/tables/published_table.hpp"

#include <fmt/format.h>

#include "report/tables/report_writer.hpp"
#include "report/tables/reproduction_tables.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::experiments {
namespace {

std::string holds_text(const Claim& claim, const ClaimOutcome& outcome) {
  switch (outcome.verdict) {
    case Verdict::agrees:
      return "yes";
    case Verdict::explained:
      return fmt::format("no; {}: {}", claim.explanation->shown, short_number(*outcome.explained));
    case Verdict::differs:
      return "no";
    case Verdict::unknown:
      break;
  }
  return "unknown: " + outcome.reason;
}

}  // namespace

void write_published_table(std::ostream& stream, std::span<const ReproducedRow> rows) {
  TextRows table = {{"published in", "statement", "published", "ours", "holds"}};
  for (const ReproducedRow& row : rows) {
    std::string source = row.row.result.source;
    for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
      const Claim& claim = row.row.result.claims[i];
      const ClaimOutcome& outcome = row.outcomes[i];
      table.push_back({source, claim.name, published_text(claim.published),
                       outcome.ours ? short_number(*outcome.ours) : "?",
                       holds_text(claim, outcome)});
      source.clear();
    }
  }
  MarkdownReport report(stream);
  report.table(table, 1);
}

}  // namespace sparlab::experiments
