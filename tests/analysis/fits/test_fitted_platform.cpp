#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "analysis/fits/fitted_platform.hpp"
#include "base/system/build_info.hpp"
#include "platforms/files/consistency.hpp"
#include "platforms/files/platform_file.hpp"
#include "tests/analysis/fits/measured_records.hpp"
#include "tests/catch.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kLike = std::string(base::build_info::source_dir) + "/platforms/gige-8.json";

}  // namespace

TEST_CASE("a fitted platform has the machine of the fit and satisfies all relations") {
  const FitPoints points = select_fit_points({}, generated_records());
  const model::MachineFit fit = fit_points(points);
  const auto content = fitted_platform("cluster", points, fit, kLike);
  const platforms::PlatformFile platform =
      platforms::platform_from_json(json::parse(content.dump()), "cluster.json");
  CHECK(platform.hosts > 1024);
  CHECK_THAT(content.at("topology").at("uncertainty").get<std::string>(),
             Contains("fitted up to P = 16"));
  CHECK(platform.transport.segments.size() == fit.segments.size());
  CHECK(platform.transport.start_s(8) == Approx(fit.start_s));
  CHECK(platform.machine(8).alpha_s == Approx(fit.segments[0].alpha_s));
  CHECK(platform.machine(8).beta_s_per_byte == Approx(fit.segments[0].beta_s_per_byte));
  CHECK(platform.gammas.dense_sum_s == Approx(fit.dense_sum_s));
  CHECK(platform.gammas.copy_s_per_byte == Approx(fit.copy_s_per_byte));
  CHECK(platform.gammas.merge_s == 5e-9);
  CHECK(platforms::inconsistencies(platform).empty());
  CHECK(platform.doubts.empty());
}

TEST_CASE("the sources of a fitted platform name what was fitted, and the crossing is in alpha") {
  const FitPoints points = select_fit_points({}, generated_records());
  model::MachineFit fit = fit_points(points);
  fit.crossing_s = {{"a", 0}, {"b", 1e-6}, {"c", 3e-6}};
  fit.large_sum_elements = 1000;
  const auto content = fitted_platform("cluster", points, fit, kLike);
  const auto& alpha = content.at("transport").at("segments").at(0).at("alpha");
  CHECK_THAT(alpha.at("source").get<std::string>(), Contains("P = 4, 8, 16"));
  CHECK_THAT(alpha.at("uncertainty").get<std::string>(), Contains("1.00 us less to 2.00 us more"));
  CHECK(alpha.at("value").get<double>() ==
        Approx(1e6 * (fit.segments[0].alpha_s + model::kSmallCrossing * 1e-6)));
  CHECK_THAT(content.at("gamma").at("merge").at("source").get<std::string>(),
             Contains("copied from gige-8"));
  CHECK_THAT(content.at("doubts").at("dense_sum").get<std::string>(), Contains("1000 elements"));
}

TEST_CASE("a fit is printed with its errors") {
  const FitPoints points = select_fit_points({}, generated_records());
  const model::MachineFit fit = fit_points(points);
  std::ostringstream text;
  print_fit(text, points, fit);
  CHECK_THAT(text.str(), Contains("the fitted times are met within"));
  CHECK(json_of(fit_fields(points, fit)).at("points") == points.points.size());
}
