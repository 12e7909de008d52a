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
  const auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  const platforms::PlatformFile platform =
      platforms::platform_from_json(json::parse(content.dump()), "cluster.json");
  CHECK(platform.hosts > 1024);
  CHECK_THAT(content.at("topology").at("uncertainty").get<std::string>(),
             Contains("fitted up to P = 16"));
  CHECK(platform.transport.segments.size() == fit.machine.larger.size() + 1);
  CHECK(platform.transport.start_s(8) == Approx(fit.start_s));
  CHECK(platform.machine(8).alpha_s == Approx(fit.machine.alpha_s));
  CHECK(platform.machine(8).beta_s_per_byte == Approx(fit.machine.beta_s_per_byte));
  CHECK(platform.gammas.dense_sum_s == Approx(fit.machine.gammas.dense_sum_s));
  CHECK(platform.gammas.copy_s_per_byte == Approx(fit.machine.gammas.copy_s_per_byte));
  CHECK(platform.gammas.merge_s == 5e-9);
  CHECK(platforms::inconsistencies(platform).empty());
  CHECK(platform.doubts.empty());
}

TEST_CASE("the sources of a fitted platform name what was fitted, and the crossing is in alpha") {
  const FitPoints points = select_fit_points({}, generated_records());
  model::MachineFit fit = fit_points(points);
  fit.crossing_s = {{"a", 0}, {"b", 1e-6}, {"c", 3e-6}};
  const auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  const auto& alpha = content.at("transport").at("segments").at(0).at("alpha");
  CHECK_THAT(alpha.at("source").get<std::string>(), Contains("P = 4, 8, 16"));
  CHECK_THAT(alpha.at("uncertainty").get<std::string>(), Contains("1.00 us less to 2.00 us more"));
  CHECK(alpha.at("value").get<double>() ==
        Approx(1e6 * (fit.machine.alpha_s + model::kSmallCrossing * 1e-6)));
  CHECK_THAT(content.at("gamma").at("merge").at("source").get<std::string>(),
             Contains("copied from gige-8"));
}

TEST_CASE("what a fit states is what the engines give on its platform") {
  const FitPoints points = select_fit_points({}, generated_records());
  const model::MachineFit fit = fit_points(points);
  std::vector<const FittedPoint*> all;
  for (const FittedPoint& point : points.points) all.push_back(&point);
  auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  const auto by = [&](experiments::Engine engine) {
    return summary_of(predict_times(json::parse(content.dump()), all, engine));
  };
  const PredictionSummary model = by(experiments::Engine::model);
  const PredictionSummary loggp = by(experiments::Engine::loggp);
  CHECK(model.times == points.points.size());
  CHECK(model.errors.p90 < 0.02);
  CHECK(loggp.errors.p90 == Approx(model.errors.p90).margin(0.01));
  CHECK(model.choice.within_5_percent == model.choice.cases);
  for (std::size_t i = 0; i < fit.relative_errors.size(); ++i)
    CHECK(predict_times(json::parse(content.dump()), {all[i]}, experiments::Engine::model)[0]
              .error() == Approx(std::abs(fit.relative_errors[i])).margin(1e-6));

  add_residual(content, model, std::nullopt);
  const auto file = platforms::platform_from_json(json::parse(content.dump()), "cluster.json");
  CHECK(file.residual == Approx(kModelResidual));
  CHECK(by(experiments::Engine::model).in_interval >= 9 * points.points.size() / 10);

  std::ostringstream text;
  print_fit(text, points, fit, experiments::Engine::model, model);
  CHECK_THAT(text.str(), Contains("the fitted times are met within"));
  CHECK(json_of(fit_fields(points, fit, experiments::Engine::model, model)).at("points") ==
        points.points.size());
}
