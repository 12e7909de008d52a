#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/fits/pair_platform.hpp"
#include "tests/platforms/platform_documents.hpp"
#include "tests/real_data.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// A platform that ships, and what it is fitted to.
struct Shipped {
  std::string name;
  int hosts;
  std::string network;
  std::vector<std::string> machines;
};

const std::vector<Shipped> kShipped = {
    {"piz-daint-mc",
     0,
     "piz-daint",
     {"daint", "daint_mc_diffcabinets", "daint_mc_quiet_hours_same_rack_default",
      "daint_mc_rush_hour_same_slot_default", "daint_mc_rush_hours_same_rack_default"}},
    {"alps", 1024, "", {"alps"}}};

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

TEST_CASE("platforms of messages are fits of the published ones") {
  const std::string folder = tests::real_data("measured");
  if (folder.empty()) return;
  for (const Shipped& shipped : kShipped) {
    CAPTURE(shipped.name);
    const PairTimes times = read_pair_times(
        {.table = folder + "/cloud-noise-pingpong.csv.gz", .machines = shipped.machines});
    const json made =
        json::parse(pair_platform({shipped.name, shipped.hosts, "piz-daint", shipped.network},
                                  times, fit_pair(times))
                        .dump());
    const json file = shipped_content(shipped.name);
    for (const char* section : {"topology", "links", "transport", "noise", "loggp"})
      check_equal_numbers(made.at(section), file.at(section));
  }
}
