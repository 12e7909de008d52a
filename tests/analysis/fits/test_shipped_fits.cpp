// The shipped platforms that are fits, run on the times that they were fitted to. These tests read
// measured/pico.csv.gz in the folder that SPARLAB_DATA names; without it, they pass with a warning.

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "analysis/fits/predicted_times.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/records/imports/import.hpp"
#include "tests/real_data.hpp"

using namespace sparlab;
using namespace sparlab::analysis;

namespace {

struct ShippedFit {
  const char* platform;
  FitSelection selection;
};

/// The choices of docs/validation.md.
std::vector<ShippedFit> shipped_fits() {
  const std::string rails = "UCX_MAX_RNDV_RAILS=1";
  return {{"lumi", {.machine = "lumi", .variants = {"over"}}},
          {"leonardo", {.machine = "leonardo", .variants = {"ompi", "over"}, .ranks = {128, 200}}},
          {"mare-nostrum-5",
           {.machine = "mare_nostrum", .variants = {"over, " + rails, "ompi 4.1.5, " + rails}}},
          {"fugaku", {.machine = "fugaku"}}};
}

/// "median error 3.2 %, p90 12.3 %, worst regret 1.10" in the source of a residual.
struct Stated {
  double median = 0, p90 = 0, regret = 0;
};

Stated stated_in(const nlohmann::json& platform) {
  const auto text = platform.at("residual").at("source").get<std::string>();
  const std::regex form(R"(median error ([\d.]+) %, p90 ([\d.]+) %, worst regret ([\d.]+))");
  std::smatch found;
  REQUIRE(std::regex_search(text, found, form));
  return {std::stod(found[1]) / 100, std::stod(found[2]) / 100, std::stod(found[3])};
}

}  // namespace

TEST_CASE("shipped fits predict the times they were fitted to as well as their files state") {
  const std::string file = tests::real_data("measured/pico.csv.gz");
  if (file.empty()) return;
  experiments::records::ImportRequest request;
  request.file = file;
  request.format = "pico";
  request.licence = "MIT";
  const auto records = experiments::records::read_import(request).records;
  for (const auto& [name, selection] : shipped_fits()) {
    CAPTURE(name);
    const FitPoints points = select_fit_points(selection, records);
    std::vector<const FittedPoint*> all;
    for (const FittedPoint& point : points.points) all.push_back(&point);
    const nlohmann::json platform =
        base::read_json_file(base::find_platform_file(name, "test", "platform"));
    const Stated stated = stated_in(platform);
    for (const auto engine : {experiments::Engine::model, experiments::Engine::loggp}) {
      const PredictionSummary found = summary_of(predict_times(platform, all, engine));
      CHECK(found.errors.median == Approx(stated.median).margin(0.01));
      CHECK(found.errors.p90 == Approx(stated.p90).margin(0.01));
      CHECK(found.choice.worst_regret == Approx(stated.regret).margin(0.01));
      CHECK(found.in_interval >= 85 * found.times / 100);
    }
  }
}
