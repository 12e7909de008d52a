#include "report/answers/certificate_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "analysis/certificates/bound_totals.hpp"
#include "base/system/build_info.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using analysis::BoundTally;
using analysis::BoundTotal;
using analysis::Certificate;
using analysis::CertifiedRanks;
using analysis::Counted;
using analysis::Counterexample;
using analysis::Promise;
using base::text_field;
using runtime::exploration::Choice;
using runtime::exploration::Sends;

std::string_view name_of(Sends sends) {
  return sends == Sends::synchronous ? "synchronous" : "buffered";
}

base::Value counterexample_value(const Counterexample& wrong) {
  return base::Fields{{"supports", wrong.supports},
                      {"sends", name_of(wrong.sends)},
                      {"dense_switch", wrong.dense_switch == algos::DenseSwitch::at_delta},
                      {"what", wrong.what},
                      {"order", base::rows_of(wrong.order, [](const Choice& choice) {
                         return base::Fields{{"rank", choice.rank}, {"request", choice.request}};
                       })}};
}

std::string_view form_of(const BoundTally& tally) {
  return is_proved(tally.kind) ? "proved" : "published";
}

base::Fields bound_fields(const BoundTally& tally) {
  base::Fields fields = {{"bound", name(tally.kind)},        {"form", form_of(tally)},
                         {"counts", name_of(tally.counted)}, {"calls", tally.calls},
                         {"broken", tally.broken},           {"least_ratio", tally.least}};
  if (tally.smallest_broken)
    fields.push_back({"smallest_broken", base::Fields{{"supports", tally.smallest_broken->supports},
                                                      {"found", tally.smallest_broken->found},
                                                      {"bound", tally.smallest_broken->bound}}});
  return fields;
}

base::Fields case_fields(const CertifiedRanks& one) {
  if (!one.refused.empty())
    return {{"P", one.ranks}, {"N", one.universe}, {"refused", one.refused}};
  base::Fields fields = {{"P", one.ranks},
                         {"N", one.universe},
                         {"supports", one.supports},
                         {"runs", one.orders},
                         {"most_orders", one.most_orders},
                         {"supports_cut_short", one.cut_short},
                         {"results_hash", fmt::format("{:016x}", one.results_hash)},
                         {"time_s", base::seconds(one.seconds)},
                         {"bounds", base::rows_of(one.bounds, bound_fields)}};
  if (one.counterexample)
    fields.push_back({"counterexample", counterexample_value(*one.counterexample)});
  return fields;
}

std::string verdict_of(const Certificate& certificate) {
  if (!certificate.holds()) return "WRONG";
  if (std::ranges::all_of(certificate.cases,
                          [](const CertifiedRanks& one) { return !one.refused.empty(); }))
    return "refused";
  const std::string_view kept = certificate.promise == Promise::sum    ? "right"
                                : certificate.promise == Promise::mass ? "keeps mass"
                                                                       : "ranks agree";
  return fmt::format("{}{}", kept, certificate.is_exhaustive() ? "" : ", not all orders");
}

/// The least ratio to a proved bound on what is counted; "-" if none applies.
std::string nearest_text(const Certificate& certificate, Counted counted) {
  std::optional<double> least;
  for (const CertifiedRanks& one : certificate.cases)
    for (const BoundTally& tally : one.bounds)
      if (is_proved(tally.kind) && tally.counted == counted)
        least = std::min(least.value_or(tally.least), tally.least);
  return least ? base::ratio_text(*least) : "-";
}

base::Fields row_of(const Certificate& certificate) {
  std::vector<std::string> sizes;
  std::uint64_t supports = 0;
  std::uint64_t runs = 0;
  std::uint64_t most_orders = 0;
  for (const CertifiedRanks& one : certificate.cases) {
    if (one.refused.empty()) sizes.push_back(fmt::format("{}x{}", one.ranks, one.universe));
    supports += one.supports;
    runs += one.orders;
    most_orders = std::max(most_orders, one.most_orders);
  }
  return {text_field("algorithm", certificate.spec),
          text_field("verdict", verdict_of(certificate)),
          text_field("P x N", fmt::format("{}", fmt::join(sizes, " "))),
          text_field("supports", supports),
          text_field("runs", runs),
          text_field("most orders", most_orders),
          text_field("rounds", nearest_text(certificate, Counted::rounds)),
          text_field("messages", nearest_text(certificate, Counted::messages)),
          text_field("values", nearest_text(certificate, Counted::values))};
}

base::Fields bound_row(const BoundTotal& total) {
  const auto& [certificate, ranks] = total.nearest;
  return {text_field("bound", name(total.tally.kind)),
          text_field("form", form_of(total.tally)),
          text_field("counts", name_of(total.tally.counted)),
          text_field("calls", total.tally.calls),
          text_field("broken", total.tally.broken),
          text_field("least", base::Value(total.tally.least, base::Unit::ratio)),
          text_field("first by",
                     fmt::format("{} {}x{}", certificate->spec, ranks->ranks, ranks->universe))};
}

void print_smallest_broken(std::ostream& stream, const BoundTotal& total) {
  const analysis::BrokenCall& call = *total.tally.smallest_broken;
  std::vector<std::string> supports;
  for (const auto& mine : call.supports)
    supports.push_back(fmt::format("{{{}}}", fmt::join(mine, " ")));
  stream << '\n';
  base::print_wrapped(stream, fmt::format("The smallest call that breaks {}: P = {}, N = {}, "
                                          "indices {}. Counted {}: {:.4g} by {}, at "
                                          "least {:.4g} by the bound.",
                                          name(total.tally.kind), total.breaks.ranks->ranks,
                                          total.breaks.ranks->universe, fmt::join(supports, " "),
                                          name_of(total.tally.counted), call.found,
                                          total.breaks.certificate->spec, call.bound));
}

void print_counterexample(std::ostream& stream, const std::string& spec,
                          const CertifiedRanks& ranks, const Counterexample& wrong) {
  stream << '\n';
  base::print_wrapped(
      stream, fmt::format("{}, P = {}, N = {}, {} sends, dense_switch={}: {}", spec, ranks.ranks,
                          ranks.universe, name_of(wrong.sends),
                          wrong.dense_switch == algos::DenseSwitch::at_delta, wrong.what));
  for (std::size_t rank = 0; rank < wrong.supports.size(); ++rank)
    stream << fmt::format("  indices of rank {}: {}\n", rank, fmt::join(wrong.supports[rank], " "));
  for (const Choice& choice : wrong.order)
    stream << fmt::format("  wait_any of rank {} completes request {}\n", choice.rank,
                          choice.request);
}

}  // namespace

base::Fields certificates_fields(const std::vector<Certificate>& certificates) {
  return {{"version", base::build_info::version},
          {"commit", base::build_info::commit},
          {"certificates", base::rows_of(certificates, [](const Certificate& one) {
             return base::Fields{{"algorithm", one.spec},
                                 {"verdict", verdict_of(one)},
                                 {"cases", base::rows_of(one.cases, case_fields)}};
           })}};
}

void print_certificates(std::ostream& stream, const std::vector<Certificate>& certificates) {
  base::print_table(stream, base::rows_of(certificates, row_of));
  for (const Certificate& certificate : certificates)
    for (const CertifiedRanks& one : certificate.cases)
      if (one.counterexample)
        print_counterexample(stream, certificate.spec, one, *one.counterexample);
  const std::vector<BoundTotal> totals = analysis::bound_totals(certificates);
  if (totals.empty()) return;
  stream << "\nlower bounds\n";
  base::print_table(stream, base::rows_of(totals, bound_row), 2);
  for (const BoundTotal& total : totals)
    if (total.breaks.ranks != nullptr) print_smallest_broken(stream, total);
}

}  // namespace sparlab::report
