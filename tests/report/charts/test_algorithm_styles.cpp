#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "algos/registry/registry.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "tests/catch.hpp"

namespace sparlab::report {
namespace {

using Triple = std::array<double, 3>;

/// Linear RGB of "0xRRGGBB".
Triple linear_of(std::string_view colour) {
  Triple linear{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(std::string(colour.substr(2 + 2 * i, 2)), nullptr, 16) / 255.0;
    linear[i] = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  return linear;
}

Triple product(const std::array<Triple, 3>& matrix, const Triple& vector) {
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * vector[j];
  return result;
}

/// CIE L*a*b* under D65.
Triple lab_of(const Triple& linear) {
  const Triple xyz = product(
      {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}}, linear);
  const auto f = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const double x = f(xyz[0] / 0.9505);
  const double y = f(xyz[1]);
  const double z = f(xyz[2] / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Machado, Oliveira, Fernandes, IEEE TVCG 2009, deuteranopia.
Triple deuteranope(const Triple& linear) {
  Triple seen = product({{{0.367322, 0.860646, -0.227968},
                          {0.280085, 0.672501, 0.047413},
                          {-0.011820, 0.042940, 0.968881}}},
                        linear);
  for (double& part : seen) part = std::clamp(part, 0.0, 1.0);
  return seen;
}

Triple grey(const Triple& linear) {
  const double luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return {luminance, luminance, luminance};
}

double delta_e(const Triple& one, const Triple& other) {
  const Triple a = lab_of(one);
  const Triple b = lab_of(other);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// The least CIE76 difference that any of three observers sees.
double least_difference(std::string_view one, std::string_view other) {
  const Triple a = linear_of(one);
  const Triple b = linear_of(other);
  return std::min(
      {delta_e(a, b), delta_e(deuteranope(a), deuteranope(b)), delta_e(grey(a), grey(b))});
}

std::vector<std::string> registered(algos::Exactness exactness) {
  std::vector<std::string> names;
  for (const auto& entry : algos::algorithms())
    if (entry.exactness == exactness) names.emplace_back(entry.name);
  return names;
}

}  // namespace

TEST_CASE("the simulated observers confuse red with green and not black with white") {
  CHECK(least_difference("0xC04000", "0x707000") < 20);
  CHECK(delta_e(linear_of("0xC04000"), linear_of("0x707000")) > 40);
  CHECK(least_difference("0x000000", "0xFFFFFF") > 99);
}

TEST_CASE("any two exact or approximate algorithms differ, also for deuteranopes and in print") {
  for (const auto exactness : {algos::Exactness::exact, algos::Exactness::approximate}) {
    std::vector<std::string> specs = registered(exactness);
    specs.push_back("oktopk(tau=1)");
    const AlgorithmStyles styles(specs);
    for (std::size_t i = 0; i < specs.size(); ++i)
      for (std::size_t j = i + 1; j < specs.size(); ++j) {
        if (styles.symbol(specs[i]) != styles.symbol(specs[j])) continue;
        INFO(specs[i] << " and " << specs[j]);
        CHECK(least_difference(styles.colour(specs[i]), styles.colour(specs[j])) >= 20);
      }
  }
}

TEST_CASE("an algorithm looks the same in figures of exact or approximate algorithms") {
  for (const auto exactness : {algos::Exactness::exact, algos::Exactness::approximate}) {
    const std::vector<std::string> all = registered(exactness);
    const AlgorithmStyles together(all);
    for (const std::string& name : all) {
      const AlgorithmStyles alone({name});
      INFO(name);
      CHECK(alone.colour(name) == together.colour(name));
      CHECK(alone.symbol(name) == together.symbol(name));
    }
  }
  const AlgorithmStyles small({"dense_ring", "oktopk(tau=16)"});
  const AlgorithmStyles large({"dense_ring", "kylix", "ssar_split_allgather", "oktopk(tau=16)"});
  CHECK(small.colour("oktopk(tau=16)") == large.colour("oktopk(tau=16)"));
  CHECK(small.symbol("oktopk(tau=16)") == large.symbol("oktopk(tau=16)"));
}

TEST_CASE("of two algorithms with the same style in a figure, the later has a free one") {
  const AlgorithmStyles styles({"dense_bine", "block_topk"});
  CHECK(styles.colour("dense_bine") == AlgorithmStyles({"dense_bine"}).colour("dense_bine"));
  CHECK(std::pair(styles.colour("dense_bine"), styles.symbol("dense_bine")) !=
        std::pair(styles.colour("block_topk"), styles.symbol("block_topk")));
}

TEST_CASE("forty specs of one figure have forty styles") {
  std::vector<std::string> specs = {"dense_ring"};
  for (int k = 1; k < 40; ++k) specs.push_back(fmt::format("sparse_ring(k={})", k));
  const AlgorithmStyles styles(specs);
  std::set<std::pair<std::string_view, int>> pens;
  for (const std::string& spec : specs) pens.emplace(styles.colour(spec), styles.symbol(spec));
  CHECK(pens.size() == specs.size());
}

TEST_CASE("a tint lies between white and the colour") {
  CHECK(tint("0x204060", 1) == "0x204060");
  CHECK(tint("0x204060", 0) == "0xFFFFFF");
  CHECK(tint("0x000000", 0.2) == "0xCCCCCC");
}

}  // namespace sparlab::report
