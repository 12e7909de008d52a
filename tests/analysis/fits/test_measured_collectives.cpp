#include <algorithm>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "tests/analysis/fits/measured_records.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

std::string refusal(const FitSelection& selection,
                    const std::vector<experiments::Record>& records) {
  try {
    select_fit_points(selection, records);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("the port of a selection bounds the fit and is part of the description") {
  const FitSelection selection{.port_s_per_byte = 0.5e-9};
  const FitPoints points = select_fit_points(selection, generated_records());
  CHECK_THAT(points.description, Contains("ports of at most 2 GB/s"));
  CHECK(fit_points(points).machine.least_beta() >= 0.5e-9);
}

TEST_CASE("the cost of a foreign code has no headers, and its own copies") {
  const auto points =
      select_fit_points({}, {measured_record("dense_recursive_doubling(code=over)", 8, 1024)})
          .points;
  REQUIRE(points.size() == 1);
  const model::Cost& cost = points[0].measured.cost;
  CHECK(cost.messages() == 3);
  CHECK(cost.bytes() == 3 * 4096);
  CHECK(cost.work().summed_elements == 3 * 1024);
  CHECK(cost.work().copied_bytes == 2 * 4096);
}

TEST_CASE("the cost of our own code is that of the formula") {
  experiments::Record record = measured_record("dense_rabenseifner", 8, 1024, "");
  record.point.engine = experiments::Engine::mpi;
  const auto points = select_fit_points({}, {record}).points;
  const model::Cost& cost = points.at(0).measured.cost;
  CHECK(cost.bytes() == 2 * 4096.0 * 7 / 8);
  CHECK(cost.work().copied_bytes == 0);
}

TEST_CASE("records of other engines and of algorithms without such a cost are left out") {
  std::vector<experiments::Record> records = {measured_record("dense_ring", 8, 1024),
                                              measured_record("gtopk", 8, 1024),
                                              measured_record("dense_ring", 8, 2048)};
  records[2].point.engine = experiments::Engine::loggp;
  CHECK(select_fit_points({}, records).points.size() == 1);
  CHECK_THAT(refusal({}, {records[1], records[2]}), Contains("no times of dense algorithms"));
}

TEST_CASE("a selection names machines, codes, algorithms and ranks that records have") {
  std::vector<experiments::Record> records = {
      measured_record("dense_ring(code=ompi)", 8, 1024, "ompi 4.1.6"),
      measured_record("dense_ring(code=ompi)", 16, 1024, "ompi 4.1.6, gpu"),
      measured_record("dense_rabenseifner", 8, 1024, "over")};
  CHECK_THAT(refusal({}, records), Contains("--variant") && Contains("3 variants"));
  CHECK(select_fit_points({.variants = {"ompi"}}, records).points.size() == 1);
  CHECK(select_fit_points({.variants = {"ompi", "over"}}, records).points.size() == 2);
  CHECK(select_fit_points({.variants = {"ompi 4.1.6, gpu"}}, records).points.size() == 1);
  CHECK(select_fit_points({.variants = {"ompi"}, .algorithms = {"dense_ring(code=ompi)"}}, records)
            .points.size() == 1);
  CHECK(select_fit_points({.variants = {"ompi"}, .algorithms = {"dense_ring"}}, records)
            .points.size() == 1);
  CHECK_THAT(refusal({.algorithms = {"dense_ring(code=over)"}}, records),
             Contains("--algorithms") && Contains("dense_ring(code=ompi)"));
  CHECK_THAT(refusal({.variants = {"mpich"}}, records), Contains("no record has \"mpich\""));
  CHECK_THAT(refusal({.ranks = {8, 9}}, records), Contains("--ranks") && Contains("\"9\""));
  CHECK_THAT(refusal({.algorithms = {"dense_mpi"}}, records), Contains("dense_mpi"));
  CHECK_THAT(refusal({.machine = "other"}, records), Contains("--machine"));
  CHECK_THAT(refusal({.variants = {"over"}, .ranks = {16}}, records), Contains("--variant"));
  records[0].point.platform = "second";
  CHECK_THAT(refusal({}, records), Contains("2 machines") && Contains("cluster, second"));
}

TEST_CASE("points are sorted, so that a fit does not depend on the order of records") {
  std::vector<experiments::Record> records = generated_records();
  const auto first = select_fit_points({}, records);
  std::reverse(records.begin(), records.end());
  const auto second = select_fit_points({}, records);
  REQUIRE(first.points.size() == second.points.size());
  for (std::size_t i = 0; i < first.points.size(); ++i)
    CHECK(first.points[i].measured.seconds == second.points[i].measured.seconds);
  CHECK(first.description == second.description);
  CHECK_THAT(first.description, Contains("P = 4, 8, 16") && Contains("variant over"));
}
