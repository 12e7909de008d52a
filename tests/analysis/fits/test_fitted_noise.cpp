#include <nlohmann/json.hpp>

#include "analysis/fits/fitted_platform.hpp"
#include "experiments/run/engines/execute.hpp"
#include "platforms/sections/noise_json.hpp"
#include "tests/analysis/fits/measured_records.hpp"
#include "tests/catch.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

TEST_CASE("the noise of a fit has the quantiles of the measured collectives") {
  const FitPoints points = select_fit_points({}, generated_records());
  const auto spread = run_spread_of(points);
  REQUIRE(spread);
  CHECK(spread->p10.value == Approx(0.95));
  CHECK(spread->p90.value == Approx(1.05));
  CHECK(spread->measurements == points.points.size());
}

TEST_CASE("measurements without quantiles have no noise") {
  auto records = generated_records();
  for (experiments::Record& record : records) record.p90_s.reset();
  CHECK(!run_spread_of(select_fit_points({}, records)));
}

TEST_CASE("a platform with the fitted noise predicts the same medians, and the measured p90") {
  const auto spread = run_spread_of(select_fit_points({}, generated_records()));
  nlohmann::json content = shipped_content("gige-8");
  const platforms::PlatformFile quiet = read_platform(content);
  content["noise"] = platforms::noise_section(*spread, "a test");
  const platforms::PlatformFile noisy = read_platform(content);
  for (const auto engine : {experiments::Engine::model, experiments::Engine::loggp}) {
    experiments::Point point = measured_record("dense_ring", 8, 1000).point;
    point.engine = engine;
    point.variant.clear();
    const experiments::Record record = experiments::run::execute(point, noisy);
    CHECK(record.time_s == experiments::run::execute(point, quiet).time_s);
    CHECK(*record.p10_s == Approx(0.95 * record.time_s));
    CHECK(*record.p90_s == Approx(1.05 * record.time_s));
  }
}
