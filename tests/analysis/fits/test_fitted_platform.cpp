#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "analysis/fits/fitted_platform.hpp"
#include "base/errors/errors.hpp"
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

TEST_CASE("the sources of a fitted platform name what was fitted") {
  const FitPoints points = select_fit_points({}, generated_records());
  const model::MachineFit fit = fit_points(points);
  const auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  const auto& alpha = content.at("transport").at("segments").at(0).at("alpha");
  CHECK_THAT(alpha.at("source").get<std::string>(), Contains("P = 4, 8, 16"));
  CHECK_THAT(alpha.at("uncertainty").get<std::string>(), Contains("do not differ by placement"));
  CHECK_FALSE(content.contains("host_groups"));
  CHECK_THAT(content.at("gamma").at("merge").at("source").get<std::string>(),
             Contains("copied from gige-8"));
}

TEST_CASE("runs of unknown groups become groups of hosts with a share of the longest crossing") {
  const FitPoints points = select_fit_points({}, generated_records());
  model::MachineFit fit = fit_points(points);
  fit.machine.larger = {{4096, 9e-6, 0.4e-9}};
  fit.crossing_s = {{"a", 0}, {"b", 1e-6}, {"c", 3e-6}};
  const auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  CHECK_THAT(content.at("host_groups").at("alpha").at("source").get<std::string>(),
             Contains("assumed: all messages of the slowest run"));
  const platforms::PlatformFile platform =
      platforms::platform_from_json(json::parse(content.dump()), "cluster.json");
  CHECK(platform.machine(8).alpha_s == Approx(fit.machine.alpha_s));
  const model::HostGroups unknown = platform.machine(8).groups;
  CHECK(unknown.alpha(64) == Approx(model::kSmallCrossing * 1e-6));
  CHECK(unknown.alpha(4096) == Approx(1e-6));
  const auto two = model::RankGroups::parse("0x4,1x4");
  CHECK(platform.machine(8, *two).groups.alpha(4096) == Approx(3e-6));
}

TEST_CASE("records with groups are fitted and predicted with what messages between groups cost") {
  std::vector<experiments::Record> records = generated_records();
  for (experiments::Record& record : records) {
    if (record.point.ranks == 4) continue;
    const std::uint64_t half = record.point.ranks / 2;
    record.point.groups =
        *model::RankGroups::parse("0x" + std::to_string(half) + ",1x" + std::to_string(half));
  }
  FitPoints points = select_fit_points({}, records);
  for (FittedPoint& point : points.points) {
    if (point.record.point.ranks == 4) continue;
    REQUIRE(point.measured.between_groups);
    double joined = 0;
    for (const double messages : *point.measured.between_groups) joined += messages;
    CHECK(joined > 0);
    point.measured.seconds += joined * model::kSmallCrossing * 5e-6;
    point.record.time_s = point.measured.seconds;
    point.record.p10_s.reset();
    point.record.p90_s.reset();
  }
  const model::MachineFit fit = fit_points(points);
  CHECK(fit.between_groups_s > 0);
  const auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  std::vector<const FittedPoint*> all;
  for (const FittedPoint& point : points.points) all.push_back(&point);
  for (const auto engine : {experiments::Engine::model, experiments::Engine::loggp})
    CHECK(summary_of(predict_times(json::parse(content.dump()), all, engine)).errors.p90 < 0.03);
}

TEST_CASE("what links add to times is no part of alpha and beta, and the platform adds it") {
  std::vector<experiments::Record> records = generated_records();
  for (experiments::Record& record : records) record.point.ranks *= 16;
  FitPoints points = select_fit_points({.topology = "fugaku"}, records);
  for (FittedPoint& point : points.points) {
    REQUIRE(point.measured.links_s);
    CHECK(*point.measured.links_s > 0);
    point.measured.seconds =
        generating_machine().seconds(point.measured.cost, 0) + *point.measured.links_s;
    point.record.time_s = point.measured.seconds;
    point.record.p10_s.reset();
    point.record.p90_s.reset();
  }
  const model::MachineFit fit = fit_points(points);
  CHECK(fit.crossing_s.empty());
  CHECK(fit.machine.alpha_s == Approx(2e-6).epsilon(0.1));
  const auto content = fitted_platform("cluster", points, fit, fit.median_crossing_s(), kLike);
  CHECK(content.contains("contention"));
  CHECK(platforms::inconsistencies(
            platforms::platform_from_json(json::parse(content.dump()), "cluster.json"))
            .empty());
  std::vector<const FittedPoint*> all;
  for (const FittedPoint& point : points.points) all.push_back(&point);
  for (const auto engine : {experiments::Engine::model, experiments::Engine::loggp})
    CHECK(summary_of(predict_times(json::parse(content.dump()), all, engine)).errors.p90 < 0.03);
}

TEST_CASE("a topology with fewer hosts than a time has ranks is refused") {
  std::vector<experiments::Record> records = generated_records();
  records.back().point.ranks = 1 << 20;
  CHECK_THROWS_AS(select_fit_points({.topology = "fugaku"}, records), base::ConfigError);
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
