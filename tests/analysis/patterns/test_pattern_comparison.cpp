#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "analysis/patterns/pattern_comparison.hpp"
#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/analysis/fits/pair_table.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kPatternHeading =
    "system_dir,run,collective,P,bytes,n,min_us,p10_us,median_us,p90_us,mean_us\n";

/// ideal: alpha 1 us, beta 0.1 ns/B.
platforms::PlatformFile ideal() {
  return platforms::load_platform(std::string(base::build_info::source_dir) +
                                  "/platforms/ideal.json");
}

const base::TemporaryFolder& folder() {
  static const base::TemporaryFolder made;
  return made;
}

PatternSelection table_of(const std::string& rows) {
  return {.table = write_table(folder() / "patterns.csv", kPatternHeading + rows)};
}

std::string refused_patterns(const PatternSelection& selection) {
  try {
    predict_patterns(ideal(), read_measured_patterns(selection));
  } catch (const base::ConfigError& error) {
    return error.what();
  } catch (const inputs::DataError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a pattern is compared with the p10 of its quietest run") {
  const MeasuredPatterns measured =
      read_measured_patterns(table_of("a,noisy,pipelinedring,4,40000,9,4,9.5,30,90,40\n"
                                      "a,quiet,pipelinedring_test,4,40000,9,4,8,8.5,9,8.6\n"
                                      "a,noisy,nwaydissemination_nocompute,8,16,9,3,4,5,8,5\n"
                                      "a,noisy,nwaydissemination,8,16,9,3,1,5,8,5\n"
                                      "a,noisy,pipelinedring,32,16,9,0,0.2,0.2,0.2,0.2\n"));
  REQUIRE(measured.times.size() == 2);
  CHECK(measured.empty_segments == 1);
  const auto predicted = predict_patterns(ideal(), measured);
  CHECK(predicted[0].measured.pattern == MessagePattern::dissemination);
  CHECK(predicted[0].predicted.median_s == Approx(3 * (1e-6 + 16e-10)));
  CHECK(predicted[1].measured.run == "quiet");
  CHECK(predicted[1].predicted.p10_s == Approx(8e-6));
  CHECK(predicted[1].predicted.p90_s == Approx(8e-6));
  CHECK(predicted[1].error_of(&model::RepeatedTime::p10_s) == Approx(0).margin(1e-9));
  CHECK(predicted[1].error_of(&model::RepeatedTime::p90_s) == Approx(-1.0 / 9));
  const auto object = json_of(pattern_comparison_fields(ideal(), measured, predicted));
  CHECK(object.at("all").at("points") == 2);
  CHECK(object.at("quiet").at("points") == 1);
  CHECK(object.at("quiet").at("median").get<double>() == Approx(0).margin(1e-9));
  CHECK(object.at("p90s").at("points") == 2);
  CHECK(object.at("points").at(1).at("p90_error").get<double>() == Approx(-1.0 / 9));
  std::ostringstream text;
  print_pattern_comparison(text, measured, predicted);
  CHECK_THAT(text.str(), Contains("p10: 2 points") &&
                             Contains("p10 where the median is within 25 % of it: 1 points") &&
                             Contains("p90: 2 points") && Contains("left out: 1 rows"));
}

TEST_CASE("noise of the platform lengthens patterns, and gives them quantiles") {
  const MeasuredPatterns measured =
      read_measured_patterns(table_of("a,r,nwaydissemination_nocompute,8,16,9,3,4,5,8,5\n"));
  platforms::PlatformFile noisy = ideal();
  noisy.noise.delays.message = {runtime::loggp::Delays::Kind::lognormal, 1e-6, 4e-6};
  const model::RepeatedTime quiet = predict_patterns(ideal(), measured)[0].predicted;
  const model::RepeatedTime time = predict_patterns(noisy, measured)[0].predicted;
  // A rank waits for 7 messages or more.
  CHECK(time.p10_s > quiet.p10_s + 1e-6);
  CHECK(time.median_s > time.p10_s);
  CHECK(time.p90_s > time.median_s);
  CHECK(predict_patterns(noisy, measured)[0].predicted.p90_s == time.p90_s);
}

TEST_CASE("on links between switches, messages of a pattern share them") {
  const MeasuredPatterns measured =
      read_measured_patterns(table_of("a,r,nwaydissemination_nocompute,32,16777216,9,3,4,5,8,5\n"));
  const auto load = [](const char* name) {
    return platforms::load_platform(std::string(base::build_info::source_dir) + "/platforms/" +
                                    name + ".json");
  };
  const double shared_s = predict_patterns(load("piz-daint"), measured)[0].predicted.p10_s;
  // Four hosts of a router send to another router over one link in three rounds of five.
  const double alone_s = 5 * 16777216 / 9.8e9;
  CHECK(shared_s > 2 * alone_s);
  CHECK(shared_s < 3.5 * alone_s);
}

TEST_CASE("without quiet points there is no number for them") {
  const MeasuredPatterns measured =
      read_measured_patterns(table_of("a,noisy,pipelinedring,4,40000,9,4,9.5,30,90,40\n"));
  const auto object =
      json_of(pattern_comparison_fields(ideal(), measured, predict_patterns(ideal(), measured)));
  CHECK(object.at("quiet").at("median").is_null());
}

TEST_CASE("tables without usable rows are refused with what they have") {
  const std::string row = "a,r,pipelinedring,4,400,9,1,1,1,1,1\n";
  CHECK_THAT(refused_patterns(table_of("a,r,gather,4,400,9,1,1,1,1,1\n")),
             Contains("no row of a pattern"));
  CHECK_THAT(refused_patterns(table_of(row + "b,r,pipelinedring,4,400,9,1,1,1,1,1\n")),
             Contains("2 machines") && Contains("a, b"));
  PatternSelection selection = table_of(row);
  selection.machine = "c";
  CHECK_THAT(refused_patterns(selection), Contains("no row of \"c\""));
  selection = table_of(row);
  selection.ranks = {8};
  CHECK_THAT(refused_patterns(selection), Contains("no row with P = 8"));
  CHECK_THAT(refused_patterns(table_of("a,r,pipelinedring,4,400,9,1,0,1,1,1\n")),
             Contains("column p10_us"));
  CHECK_THAT(refused_patterns(table_of("a,r,pipelinedring,4,400,9,1,5,1,9,1\n")),
             Contains("column median_us"));
  CHECK_THAT(refused_patterns(table_of("a,r,pipelinedring,4,400,9,1,1,5,4,4\n")),
             Contains("column p90_us"));
  CHECK_THAT(refused_patterns(table_of("a,r,pipelinedring,8,4,9,1,1,1,1,1\n")),
             Contains("no segment of a byte"));
}
