#include "analysis/results/sparse_gains.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {

TEST_CASE(
    "gains are those of the best sparse algorithm, and dense wins from the last crossing on") {
  const auto records = sparse_against_dense(experiments::Engine::loggp);
  const SparseGains gains = sparse_gains(only_panel(records), experiments::Engine::loggp);
  REQUIRE(gains.places.size() == 4);
  CHECK(gains.places[0].gain == Approx(50));
  CHECK(gains.greatest()->position == Approx(0.001));
  CHECK(gains.dense_from.value() == Approx(0.1));
}

TEST_CASE("without dense algorithms there are no gains") {
  std::vector<experiments::Record> records;
  add_series(records, experiments::Engine::loggp, "sparse_ring", [](double d) { return d; });
  const SparseGains gains = sparse_gains(only_panel(records), experiments::Engine::loggp);
  CHECK(gains.greatest() == nullptr);
  CHECK_FALSE(gains.dense_from);
}

}  // namespace sparlab::analysis
