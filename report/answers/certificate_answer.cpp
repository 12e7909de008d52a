#include "report/answers/certificate_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "base/system/build_info.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using analysis::Certificate;
using analysis::CertifiedRanks;
using analysis::Counterexample;
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
                         {"time_s", base::seconds(one.seconds)}};
  if (one.counterexample)
    fields.push_back({"counterexample", counterexample_value(*one.counterexample)});
  return fields;
}

std::string verdict_of(const Certificate& certificate) {
  if (!certificate.holds()) return "WRONG";
  if (std::ranges::all_of(certificate.cases,
                          [](const CertifiedRanks& one) { return !one.refused.empty(); }))
    return "refused";
  return certificate.is_exhaustive() ? "right" : "right, not all orders";
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
          text_field("most orders", most_orders)};
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
}

}  // namespace sparlab::report
