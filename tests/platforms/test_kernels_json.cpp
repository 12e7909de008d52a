#include <nlohmann/json.hpp>
#include <string>

#include "platforms/files/uncertainty.hpp"
#include "platforms/sections/copied_number.hpp"
#include "platforms/sections/machine_json.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using nlohmann::json;
namespace model = sparlab::model;

namespace {

constexpr auto kCopy = static_cast<std::size_t>(model::KernelKind::copy);

json with_kernels() {
  json content = shipped_content("gige-8");
  content["kernels"] = {{{"kernel", "copy"},
                         {"points",
                          {{{"units", 64}, {"ns", 20}},
                           {{"units", 65536}, {"ns", 2000}},
                           {{"units", 1048576}, {"ns", 1e6}}}},
                         {"source", "a bench"},
                         {"uncertainty", "95 % intervals of at most 25 % on either side"}}};
  return content;
}

}  // namespace

TEST_CASE("all engines use the times of operations by size") {
  const PlatformFile platform = read_platform(with_kernels());
  const model::WorkCurves& curves = platform.machine(4).gammas.curves;
  CHECK(curves[kCopy] == model::WorkCurve{{64, 20 * 1e-9}, {65536, 2000 * 1e-9}, {1 << 20, 1e-3}});
  CHECK(curves[static_cast<std::size_t>(model::KernelKind::merge)].empty());
  CHECK(platform.loggp(4).work_curves == curves);
  CHECK(platform.loggp_hockney(4).work_curves == curves);
  CHECK(platform.network->work_curves == curves);
  CHECK(platform.gammas.seconds({.copied_bytes = 65536}) == Approx(2e-6));
  CHECK(machine_to_json(platform.machine(4))["work_by_size"].size() == 1);
}

TEST_CASE("an accelerator has two rates") {
  json content = shipped_content("gige-8");
  CHECK_FALSE(read_platform(content).accelerator);
  const auto rate = [](double value) {
    return json{{"value", value}, {"unit", "ns/entry"}, {"source", "a"}, {"uncertainty", "b"}};
  };
  content["accelerator"] = {{"select", rate(0.02)}, {"scatter", rate(0.1)}};
  const auto accelerator = read_platform(content).accelerator;
  REQUIRE(accelerator);
  CHECK(accelerator->select_s == Approx(0.02e-9));
  CHECK(accelerator->scatter_s == Approx(0.1e-9));
  check_refusals(content, {{"accelerator.select", "/accelerator/select"},
                           {"accelerator.merge", "/accelerator/merge", rate(1)}});
}

TEST_CASE("a kernel that cannot be true is refused") {
  const json valid = with_kernels();
  CHECK(refusal_of(valid) == "accepted");
  check_refusals(valid, {{"kernels.0.kernel", "/kernels/0/kernel", "sort"},
                         {"kernels.0.points", "/kernels/0/points", json::array()},
                         {"kernels.0.source", "/kernels/0/source"}});
  const auto refused = [&](const char* place, const json& value) {
    return refusal_of(changed(valid, place, value));
  };
  CHECK_THAT(refused("/kernels/1", valid["kernels"][0]), Catch::Contains("each kernel once"));
  CHECK_THAT(refused("/kernels/0/points/1/units", 64),
             Catch::Contains("more than that of the point before"));
  CHECK_THAT(refused("/kernels/0/points/1/ns", 19),
             Catch::Contains("no less than that of the point before"));
}

TEST_CASE("times by size vary within their own uncertainty") {
  const json content = with_kernels();
  const PlatformFile platform = read_platform(content);
  const PlatformUncertainty known = uncertainty_of(content);
  CHECK(known.copy.high == Approx(1.25));
  const auto slow = varied(platform, known, Uncertain::gamma, true).machine(4);
  CHECK(slow.gammas.curves[kCopy].back().seconds == Approx(1.25e-3));
  CHECK(varied(platform, known, Uncertain::alpha, true).machine(4).gammas.curves ==
        platform.gammas.curves);
}

TEST_CASE("copied kernels say where they come from") {
  nlohmann::ordered_json to;
  copy_kernels(with_kernels(), "gige-8", {"merge"}, to);
  CHECK(to.empty());
  copy_kernels(with_kernels(), "gige-8", {"merge", "copy"}, to);
  REQUIRE(to["kernels"].size() == 1);
  CHECK(to["kernels"][0]["source"] == "copied from gige-8: a bench");
  CHECK(to["kernels"][0]["points"].size() == 3);
}
