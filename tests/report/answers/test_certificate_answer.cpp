#include <sstream>
#include <string>
#include <vector>

#include "report/answers/certificate_answer.hpp"
#include "tests/catch.hpp"

namespace sparlab::report {
namespace {

using Catch::Matchers::Contains;

/// Wrong with two ranks and two indices, if the second message is received first.
analysis::Certificate wrong_certificate() {
  analysis::CertifiedRanks ranks;
  ranks.ranks = 2;
  ranks.universe = 2;
  ranks.supports = 5;
  ranks.orders = 21;
  ranks.most_orders = 2;
  ranks.counterexample = analysis::Counterexample{.supports = {{0}, {0, 1}},
                                                  .sends = runtime::exploration::Sends::buffered,
                                                  .dense_switch = algos::DenseSwitch::never,
                                                  .what = "rank 1 has other bits than rank 0",
                                                  .order = {{0, 1}}};
  return {"omnireduce", analysis::Promise::sum, {ranks}};
}

TEST_CASE("a counterexample is printed with all that is needed to repeat it") {
  std::ostringstream text;
  print_certificates(text, {wrong_certificate()});
  CHECK_THAT(
      text.str(),
      Contains("omnireduce  WRONG    2x2           5    21            2  -       -         -\n"));
  CHECK_THAT(text.str(),
             Contains("\nomnireduce, P = 2, N = 2, buffered sends, dense_switch=false: rank 1 has "
                      "other bits than rank 0\n"
                      "  indices of rank 0: 0\n"
                      "  indices of rank 1: 0 1\n"
                      "  wait_any of rank 0 completes request 1\n"));
}

TEST_CASE("a certificate that is not whole says so") {
  analysis::Certificate certificate = wrong_certificate();
  certificate.cases.front().counterexample.reset();
  certificate.cases.front().cut_short = 1;
  std::ostringstream text;
  print_certificates(text, {certificate});
  CHECK_THAT(text.str(), Contains("right, not all orders"));
}

TEST_CASE("bounds of certificates are added up, with the smallest call that breaks one") {
  analysis::Certificate certificate = wrong_certificate();
  analysis::CertifiedRanks& larger = certificate.cases.front();
  larger.counterexample.reset();
  larger.universe = 4;
  analysis::BoundTally tally{.kind = model::BoundKind::lemma_5_2_published,
                             .counted = analysis::Counted::values,
                             .calls = 8,
                             .broken = 2,
                             .least = 0.5};
  tally.smallest_broken = analysis::BrokenCall{{{0}, {1}}, 1, 2};
  larger.bounds = {tally};
  analysis::CertifiedRanks smaller = larger;
  smaller.universe = 3;
  smaller.bounds.front().least = 0.75;
  smaller.bounds.front().smallest_broken = analysis::BrokenCall{{{0, 2}, {1}}, 1.5, 2};
  certificate.cases.push_back(smaller);
  std::ostringstream text;
  print_certificates(text, {certificate});
  CHECK_THAT(text.str(), Contains("lemma_5_2_published  published  values     16       4  0.50x  "
                                  "omnireduce 2x4\n"));
  CHECK_THAT(text.str(), Contains("breaks lemma_5_2_published: P = 2, N = 3, indices {0 2} {1}."));
}

}  // namespace
}  // namespace sparlab::report
