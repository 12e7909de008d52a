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
  return {"omnireduce", {ranks}};
}

TEST_CASE("a counterexample is printed with all that is needed to repeat it") {
  std::ostringstream text;
  print_certificates(text, {wrong_certificate()});
  CHECK_THAT(text.str(), Contains("omnireduce  WRONG    2x2           5    21            2\n"));
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

}  // namespace
}  // namespace sparlab::report
