#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "machines/calibration/measured_platform.hpp"
#include "platforms/files/platform_file.hpp"
#include "tests/catch.hpp"
#include "tests/machines/calibration/measured_for_tests.hpp"

namespace sparlab::machines::calibration::testing {
namespace {

double two_protocols_s(double bytes) {
  return bytes < 65536 ? 13e-6 + 85e-9 * bytes : 4e-3 + 85e-9 * bytes;
}

Calibration calibrated() {
  const Network network{.message_s = two_protocols_s, .noise = 0.001, .exchange_factor = 1.8};
  const std::vector<MessageTimes> times = {network.measured(2), network.measured(8)};
  return fit_calibration(times, quiet_kernels());
}

platforms::PlatformFile read(const std::string& text) {
  return platforms::platform_from_json(nlohmann::json::parse(text), "eth.json");
}

}  // namespace

TEST_CASE("a measured platform is a platform file with what was measured") {
  const platforms::PlatformFile platform =
      read(platform_text(calibrated(), {"eth", "Two switches"}));
  CHECK_THAT(platform.title, Catch::StartsWith("Two switches: "));
  CHECK(platform.doubts.empty());
  const model::Machine machine = platform.machine(8);
  CHECK(machine.alpha_s == Approx(13e-6).epsilon(0.01));
  CHECK(machine.beta_s_per_byte == Approx(85e-9).epsilon(0.01));
  REQUIRE(machine.larger.size() == 1);
  CHECK(machine.larger[0].from_bytes == 65536);
  CHECK(machine.larger[0].alpha_s == Approx(4e-3).epsilon(0.05));
  CHECK(machine.slowdowns.exchange.size() == 18);
  CHECK(model::slowdown_at(machine.slowdowns.all_to_all, 1e5) == Approx(1.8).epsilon(0.01));
  for (const model::SlowdownPoint& point : machine.slowdowns.tree) {
    CHECK(point.factor <= 1);
    CHECK(point.factor > 0.97);
  }
  CHECK(machine.slowdowns.tree.size() == 18);
  CHECK(platform.transport.start_s(8) == Approx(7e-6).epsilon(0.05));
  CHECK(platform.gammas.copy_s_per_byte == Approx(1e-9));
  CHECK(platform.loggp(8).gap_s_per_byte == Approx(85e-9).epsilon(0.01));
  // Repetitions differ evenly by up to 0.1 %.
  REQUIRE(platform.noise.run);
  CHECK(platform.noise.run->p10 == Approx(0.9992).epsilon(1e-6));
  CHECK(platform.noise.run->p90 == Approx(1.0008).epsilon(1e-6));
}

TEST_CASE("connections share the ports of hosts on a network, and not inside one machine") {
  const auto written = [](bool network) {
    return read(platform_text(calibrated(), {"eth", "Two switches", network}));
  };
  CHECK(written(true).machine(8).receiving_shared);
  CHECK(written(true).loggp_hockney(8).receiving_shared);
  CHECK_FALSE(written(false).machine(8).receiving_shared);
}

TEST_CASE("the least alpha is the latency, and the rest is overhead") {
  const auto sections_of = [](double (*message_s)(double bytes)) {
    const Network network{.message_s = message_s, .noise = 0.001};
    const std::vector<MessageTimes> times = {network.measured(2), network.measured(8)};
    const Calibration calibration = fit_calibration(times, quiet_kernels());
    return nlohmann::json::parse(platform_text(calibration, {"eth", "A switch"}));
  };
  const auto value = [](const nlohmann::json& number) { return number.at("value").get<double>(); };
  // A longer message has no handshake if its alpha is smaller.
  auto platform = sections_of(
      [](double bytes) { return bytes < 256 ? 10e-6 + 10e-9 * bytes : 2e-6 + 85e-9 * bytes; });
  CHECK(platform.at("transport").at("segments").size() == 2);
  CHECK(value(platform.at("links").at("node").at("latency")) == Approx(1).epsilon(0.05));
  CHECK(value(platform.at("loggp").at("latency")) == Approx(2).epsilon(0.05));
  CHECK(value(platform.at("overhead").at("per_message")) == Approx(4).epsilon(0.05));
  CHECK(!platform.at("overhead").contains("rendezvous_from"));

  platform = sections_of(two_protocols_s);
  CHECK(value(platform.at("links").at("node").at("latency")) == Approx(6.5).epsilon(0.01));
  CHECK(value(platform.at("overhead").at("per_message")) == 0);
  CHECK(value(platform.at("overhead").at("rendezvous_from")) == 65536);
  CHECK(value(platform.at("overhead").at("rendezvous_per_message")) ==
        Approx((4e-3 - 13e-6) / 2 * 1e6).epsilon(0.05));
}

TEST_CASE("with two ranks, each pattern is that of the exchange") {
  const platforms::PlatformFile platform = read(platform_text(calibrated(), {"eth", "A switch"}));
  const model::Slowdowns of_two = platform.transport.slowdowns(2);
  CHECK(of_two.ring == of_two.exchange);
  CHECK(of_two.all_to_all == of_two.exchange);
}

TEST_CASE("each number of ranks has its start") {
  Calibration calibration = calibrated();
  calibration.skews = {
      {8, {150e-6, 140e-6, 160e-6}}, {2, {-1e-6, -2e-6, 2e-6}}, {4, {18e-6, 16e-6, 20e-6}}};
  const std::string text = platform_text(calibration, {"eth", "A switch"});
  const platforms::PlatformFile platform = read(text);
  CHECK(platform.transport.start_s(2) == 0);
  CHECK(platform.transport.start_s(4) == Approx(18e-6));
  CHECK(platform.transport.start_s(16) == Approx(150e-6));
  const auto starts = nlohmann::json::parse(text).at("transport").at("start");
  REQUIRE(starts.size() == 3);
  CHECK_THAT(starts[0].at("time").at("uncertainty").get<std::string>(),
             Catch::EndsWith("; not distinguishable from zero"));
  CHECK_THAT(starts[1].at("time").at("uncertainty").get<std::string>(), !Catch::Contains("zero"));

  calibration.skews = {{2, {1e-6, -2e-6, 2e-6}}, {4, {2e-6, 0, 3e-6}}};
  CHECK(read(platform_text(calibration, {"eth", "A switch"})).transport.starts.empty());
}

TEST_CASE("doubts are in the file, and any name is valid JSON") {
  Calibration calibration = calibrated();
  calibration.others = OtherLoad{0.9, 2};
  calibration.slowdowns[0].points[0].factor = {1e-3, 1e-3, 1e-3};
  const platforms::PlatformFile platform = read(platform_text(calibration, {"eth", "\xff\"\\"}));
  CHECK(platform.doubts.at("load") == "other programs used 0.9 of 2 processors");
  CHECK(platform.transport.slowdowns(2).tree.front().factor == 0.1);  // the least of a file
}

TEST_CASE("how far apart processors were is in the file, with what disturbed the measurement") {
  CHECK_FALSE(read(platform_text(calibrated(), {"eth", "A"})).processor_round_trip_s.has_value());
  Calibration calibration = calibrated();
  calibration.processors = ProcessorState{60e-9, 0.05};
  const platforms::PlatformFile steady = read(platform_text(calibration, {"eth", "A host"}));
  CHECK(steady.processor_round_trip_s == Approx(60e-9));
  CHECK_FALSE(platforms::disturbance(steady).has_value());
  calibration.processors->moved = 0.2;
  const platforms::PlatformFile moved = read(platform_text(calibration, {"eth", "A host"}));
  CHECK_THAT(platforms::disturbance(moved).value(), Catch::StartsWith("processors: during 20 %"));
  calibration.processors.reset();
  calibration.others = OtherLoad{0.9, 2};
  CHECK(platforms::disturbance(read(platform_text(calibration, {"eth", "A"}))) ==
        "load: other programs used 0.9 of 2 processors");
}

TEST_CASE("kernels alone are the sections gamma and kernels of a platform file") {
  const auto gamma = nlohmann::json::parse(gamma_text(quiet_kernels()));
  auto document = nlohmann::json::parse(platform_text(calibrated(), {"eth", "A switch"}));
  CHECK_FALSE(gamma.contains("doubts"));
  document["gamma"] = gamma.at("gamma");
  CHECK(document.at("kernels").size() == model::kKernelNames.size());
  document["kernels"] = gamma.at("kernels");
  const platforms::PlatformFile platform = read(document.dump());
  CHECK(platform.gammas.merge_s == Approx(1e-9));
  CHECK(platform.gammas.seconds({.copied_bytes = 2000}) == Approx(2e-6));
  CHECK(platform.gammas.seconds({.merged_entries = 1000}) == Approx(1e-6));
  CHECK_THAT(gamma["kernels"][0]["source"].get<std::string>(),
             Catch::EndsWith(", 2 ranks at once"));
}

TEST_CASE("a larger operation takes no less than a smaller one") {
  Calibration calibration = calibrated();
  auto& copies = calibration.kernels.operations[static_cast<std::size_t>(model::KernelKind::copy)];
  copies[1].seconds.value = copies[0].seconds.value / 2;
  const platforms::PlatformFile platform = read(platform_text(calibration, {"eth", "A switch"}));
  const auto& curve = platform.gammas.curves[static_cast<std::size_t>(model::KernelKind::copy)];
  CHECK(curve[1].seconds == curve[0].seconds);
}

}  // namespace sparlab::machines::calibration::testing
