#include <cmath>
#include <sstream>
#include <vector>

#include "analysis/fits/leave_out.hpp"
#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "tests/analysis/fits/measured_records.hpp"
#include "tests/catch.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

std::vector<LeftOut> left_out(const FitPoints& points) {
  return leave_ranks_out(points,
                         std::string(base::build_info::source_dir) + "/platforms/gige-8.json",
                         experiments::Engine::model);
}

void lengthen(experiments::Record& record, double factor) {
  record.time_s *= factor;
  *record.p10_s *= factor;
  *record.p90_s *= factor;
}

}  // namespace

TEST_CASE("exact times are predicted for each number of ranks") {
  const std::vector<LeftOut> rows = left_out(select_fit_points({}, generated_records()));
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].ranks == "4");
  CHECK(rows[3].ranks == "all");
  CHECK(rows[3].prediction.times ==
        rows[0].prediction.times + rows[1].prediction.times + rows[2].prediction.times);
  for (const LeftOut& row : rows) {
    CHECK(row.prediction.errors.p90 < 0.02);
    CHECK(row.prediction.choice.cases > 0);
    CHECK(row.prediction.choice.within_5_percent == row.prediction.choice.cases);
    CHECK(row.prediction.choice.worst_regret < 1.05);
    CHECK(row.repeatability.median == Approx(1.05 / 0.95 - 1));
  }
}

TEST_CASE("an algorithm that is slower than the machine explains costs regret") {
  std::vector<experiments::Record> records = generated_records();
  for (experiments::Record& record : records)
    if (record.point.ranks == 16 && record.point.algorithm.name() == "dense_rabenseifner")
      lengthen(record, 3);
  const std::vector<LeftOut> rows = left_out(select_fit_points({}, records));
  CHECK(rows[2].prediction.errors.worst == Approx(2.0 / 3).epsilon(0.05));
  CHECK(rows[2].prediction.choice.within_5_percent < rows[2].prediction.choice.cases);
  CHECK(rows[2].prediction.choice.worst_regret > 1.2);
}

TEST_CASE("a placement with longer messages is seen in the errors with its own crossing") {
  std::vector<experiments::Record> records = generated_records();
  FitPoints points = select_fit_points({}, records);
  for (FittedPoint& point : points.points) {
    if (point.record.point.ranks != 16) continue;
    point.measured.run = "tuesday";
    point.measured.seconds = generating_machine().seconds(point.measured.cost, 4e-6);
  }
  const std::vector<LeftOut> rows = left_out(points);
  CHECK(rows[2].prediction.errors.worst > 0.4);
  CHECK(rows[2].own_errors.worst < 0.1);
}

TEST_CASE("other runs of the same point predict it as well as they agree") {
  std::vector<experiments::Record> records = generated_records();
  CHECK(std::isnan(left_out(select_fit_points({}, records))[0].other_runs.median));
  for (const experiments::Record& record : generated_records()) {
    if (record.point.ranks != 16) continue;
    records.push_back(record);
    records.back().point.run = "tuesday";
    lengthen(records.back(), 1.25);
  }
  const std::vector<LeftOut> rows = left_out(select_fit_points({}, records));
  CHECK(std::isnan(rows[0].other_runs.median));
  CHECK(rows[2].other_runs.median == Approx((0.25 + 0.2) / 2).margin(0.026));
  CHECK(rows[2].other_runs.p90 == Approx(0.25));
  CHECK(rows[3].other_runs.p90 == rows[2].other_runs.p90);
  CHECK(json_of(left_out_fields(rows[0])).at("other_runs_median").is_null());
}

TEST_CASE("one number of ranks cannot be left out") {
  const FitSelection selection{.ranks = {8}};
  CHECK_THROWS_AS(left_out(select_fit_points(selection, generated_records())), base::ConfigError);
}

TEST_CASE("the table and JSON have all rows, and no number where nothing was measured") {
  std::vector<experiments::Record> records = generated_records();
  for (experiments::Record& record : records) record.p10_s.reset();
  const std::vector<LeftOut> rows = left_out(select_fit_points({}, records));
  std::ostringstream text;
  print_left_out(text, rows);
  CHECK_THAT(text.str(), Contains("P = 16") && Contains("within 5 %"));
  const auto json = json_of(base::rows_of(rows, left_out_fields));
  REQUIRE(json.size() == 4);
  CHECK(json[0].at("repeatability_median").is_null());
  CHECK(json[3].at("worst_regret").get<double>() == rows[3].prediction.choice.worst_regret);
}
