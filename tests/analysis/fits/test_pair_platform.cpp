#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

#include "analysis/fits/pair_platform.hpp"
#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "platforms/files/consistency.hpp"
#include "platforms/files/platform_file.hpp"
#include "tests/analysis/fits/pair_table.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kLike = std::string(base::build_info::source_dir) + "/platforms/gige-8.json";

PairTimes generated_times() {
  const base::TemporaryFolder folder;
  return read_pair_times(
      {.table = write_table(folder / "pairs.csv", kPairHeading + pair_rows("east"))});
}

}  // namespace

TEST_CASE("the fit of a pair finds the protocols and the exchange") {
  const PairFit fit = fit_pair(generated_times());
  REQUIRE(fit.one_way.segments.size() == 2);
  CHECK(fit.one_way.segments[0].alpha_s.value == Approx(2e-6).epsilon(0.02));
  CHECK(fit.one_way.segments[1].beta_s_per_byte.value == Approx(0.5e-9).epsilon(0.02));
  for (const ExchangeFactor& point : fit.exchange) CHECK(point.factor == Approx(1.5).epsilon(0.05));
}

TEST_CASE("a message takes no longer than an exchange") {
  PairTimes times = generated_times();
  for (model::Timings& size : times.exchange)
    for (double& seconds : size.seconds) seconds /= 2;
  const PairFit fit = fit_pair(times);
  CHECK(fit.one_way.segments[0].alpha_s.value == Approx(0.75 * 2e-6).epsilon(0.02));
  for (const ExchangeFactor& point : fit.exchange) CHECK(point.factor == Approx(1).epsilon(0.02));
}

TEST_CASE("a platform of a pair predicts its messages and satisfies all relations") {
  const PairTimes times = generated_times();
  const auto content = pair_platform({"pair", 16, kLike}, times, fit_pair(times));
  const platforms::PlatformFile platform =
      platforms::platform_from_json(json::parse(content.dump()), "pair.json");
  CHECK(platforms::inconsistencies(platform).empty());
  CHECK(platform.hosts == 16);
  REQUIRE(platform.network);
  const model::Machine machine = platform.machine(16);
  for (const double bytes : {8.0, 4096.0, 65536.0, 1048576.0}) {
    CAPTURE(bytes);
    CHECK(machine.message_s(bytes) == Approx(1e-6 * pair_time_us(bytes)).epsilon(0.03));
    CHECK(machine.message_s(bytes, model::Pattern::exchange) ==
          Approx(1.5e-6 * pair_time_us(bytes)).epsilon(0.03));
  }
  CHECK(platform.gammas.merge_s == 5e-9);
  const auto& alpha = content.at("transport").at("segments").at(0).at("alpha");
  CHECK_THAT(alpha.at("source").get<std::string>(), Contains("east") && Contains("SHA-256"));
  CHECK_THAT(alpha.at("uncertainty").get<std::string>(), Contains("95 % interval"));
  CHECK_THAT(content.at("gamma").at("merge").at("source").get<std::string>(),
             Contains("copied from gige-8"));
}

TEST_CASE("a platform of a pair may have the network of another one") {
  const PairTimes times = generated_times();
  const auto content = pair_platform({"pair", 0, kLike, "piz-daint-small"}, times, fit_pair(times));
  const platforms::PlatformFile platform =
      platforms::platform_from_json(json::parse(content.dump()), "pair.json");
  CHECK(platform.hosts == 256);
  CHECK_THAT(platform.title, Contains("network of piz-daint-small"));
  CHECK_THAT(content.at("links").at("green").at("latency").at("source").get<std::string>(),
             Contains("copied from piz-daint-small"));
  CHECK(content.at("links").at("node").at("latency").at("value").get<double>() ==
        Approx(1).epsilon(0.02));
  const auto refused = [&](const char* network) {
    try {
      pair_platform({"pair", 0, kLike, network}, times, fit_pair(times));
    } catch (const base::ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refused("mare-nostrum-5"), Contains("--topology") && Contains("with links"));
  CHECK_THAT(refused("no-such"), Contains("--topology"));
}

TEST_CASE("the printed fit has all segments and sizes") {
  const PairTimes times = generated_times();
  const PairFit fit = fit_pair(times);
  std::ostringstream text;
  print_pair_fit(text, times, fit);
  CHECK_THAT(text.str(), Contains("3 runs") && Contains("4194304") && Contains("1.50"));
  const auto object = json_of(pair_fit_fields(times, fit));
  CHECK(object.at("segments").size() == 2);
  CHECK(object.at("exchange").size() == 23);
  CHECK(object.at("noise").at("relative") == true);
}

TEST_CASE("the platform of a pair has delays whose quantiles are those of the repetitions") {
  const PairTimes times = generated_times();
  const PairFit fit = fit_pair(times);
  REQUIRE(fit.noise);
  CHECK(fit.noise->median.value == Approx(1));  // the median is twice p10, p90 three times
  CHECK(fit.noise->p90.value == Approx(2));
  const auto content = pair_platform({"pair", 16, kLike}, times, fit);
  const auto noise = platforms::platform_from_json(json::parse(content.dump()), "pair.json").noise;
  CHECK(noise.delays.relative);
  CHECK(noise.delays.alike);
  CHECK(noise.delays.message.typical == Approx(1));
  CHECK(noise.delays.message.spread == Approx(2));
  const auto& p90 = content.at("noise").at("message").at("p90");
  CHECK_THAT(p90.at("source").get<std::string>(), Contains("east"));
  CHECK_THAT(p90.at("uncertainty").get<std::string>(), Contains("eight of ten have 2 to 2 times"));
}

TEST_CASE("too few sizes and an unknown platform are refused") {
  PairTimes times = generated_times();
  CHECK_THROWS_AS(pair_platform({"pair", 16, "no-such"}, times, fit_pair(times)),
                  base::ConfigError);
  times.one_way.resize(3);
  CHECK_THROWS_AS(fit_pair(times), std::invalid_argument);
}
