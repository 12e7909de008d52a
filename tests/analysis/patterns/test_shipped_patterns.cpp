#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/fits/pair_platform.hpp"
#include "analysis/patterns/pattern_comparison.hpp"
#include "tests/json_of.hpp"
#include "tests/platforms/platform_documents.hpp"
#include "tests/real_data.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// A platform that ships, and what docs/validation.md says of it.
struct Shipped {
  std::string name;
  int hosts;
  std::string network;
  std::vector<std::string> machines;  ///< of ping-pongs; the first one also of patterns
  double p10_median, p10_p90, median_median, median_p90;
};

const std::vector<Shipped> kShipped = {
    {"piz-daint-mc",
     0,
     "piz-daint",
     {"daint", "daint_mc_diffcabinets", "daint_mc_quiet_hours_same_rack_default",
      "daint_mc_rush_hour_same_slot_default", "daint_mc_rush_hours_same_rack_default"},
     0.037,
     0.339,
     0.145,
     0.338},
    {"alps", 1024, "", {"alps"}, 0.061, 0.268, 0.100, 0.236}};

/// Equal but for the rounding of another compiler.
void check_equal_numbers(const json& made, const json& file) {
  const json ours = made.flatten();
  const json shipped = file.flatten();
  REQUIRE(ours.size() == shipped.size());
  for (const auto& [place, value] : ours.items()) {
    INFO(place);
    if (value.is_number())
      CHECK(shipped.at(place).get<double>() == Approx(value.get<double>()).epsilon(1e-6));
    else
      CHECK(shipped.at(place) == value);
  }
}

}  // namespace

TEST_CASE("platforms of messages are fits of the published ones, and predict patterns as stated") {
  const std::string folder = tests::real_data("measured");
  if (folder.empty()) return;
  const std::string measured = folder + "/cloud-noise-";
  for (const Shipped& shipped : kShipped) {
    CAPTURE(shipped.name);
    const PairTimes times =
        read_pair_times({.table = measured + "pingpong.csv.gz", .machines = shipped.machines});
    const json made =
        json::parse(pair_platform({shipped.name, shipped.hosts, "piz-daint", shipped.network},
                                  times, fit_pair(times))
                        .dump());
    const json file = shipped_content(shipped.name);
    for (const char* section : {"topology", "links", "transport", "noise", "loggp"})
      check_equal_numbers(made.at(section), file.at(section));

    const platforms::PlatformFile platform = platforms::load_platform(shipped_file(shipped.name));
    const MeasuredPatterns patterns = read_measured_patterns(
        {.table = measured + "collectives.csv", .machine = shipped.machines.front()});
    const json errors = json_of(
        pattern_comparison_fields(platform, patterns, predict_patterns(platform, patterns)));
    const auto error = [&](const char* quantile, const char* of) {
      return errors.at(quantile).at(of).get<double>();
    };
    CHECK(error("all", "points") == 11);
    CHECK(error("all", "median") == Approx(shipped.p10_median).margin(0.001));
    CHECK(error("all", "p90") == Approx(shipped.p10_p90).margin(0.001));
    CHECK(error("medians", "median") == Approx(shipped.median_median).margin(0.001));
    CHECK(error("medians", "p90") == Approx(shipped.median_p90).margin(0.001));
  }
}
