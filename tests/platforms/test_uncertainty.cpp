#include <nlohmann/json.hpp>

#include "platforms/files/uncertainty.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

void check_time(const std::string& text, double value_s, double low, double high) {
  CAPTURE(text);
  const auto factors = read_uncertainty(text, value_s, base::Dimension::time);
  REQUIRE(factors);
  CHECK(factors->low == Approx(low));
  CHECK(factors->high == Approx(high));
}

}  // namespace

TEST_CASE("uncertainties of platform files are read in all their forms") {
  check_time("none", 1e-6, 1, 1);
  check_time("none: an abstract machine", 1e-6, 1, 1);
  check_time("25 %", 1e-6, 0.8, 1.25);
  check_time("near pairs 25 %; far pairs 15 % below the 2.2 us published", 1e-6, 0.8, 1.25);
  check_time("factor 2; only the sum with the latency is measured", 1e-6, 0.5, 2);
  check_time("alpha 15 to 60 us, by network card and interrupt coalescing", 30e-6, 0.5, 2);
  check_time("95 % interval 5e-07 to 4e-06 s; 0.1 s in arrays of 16 KiB", 1e-6, 0.5, 4);
  check_time("95 % intervals of at most 25 % on either side", 1, 0.8, 1.25);
  check_time("the fitted times are met within 3.0 % (median), 25.0 % (p90); alpha", 1, 0.8, 1.25);
  check_time("of gige-8: factor 2", 1e-6, 0.5, 2);
  // The stated value is in the range in any case, and a factor is at most 100.
  check_time("2 to 3 us", 1e-6, 1, 3);
  check_time("95 % interval -1e-09 to 1 s", 1e-6, 0.01, 100);
}

TEST_CASE("a range may leave out what a time is divided by, and have remarks in it") {
  const auto merge = read_uncertainty("4 to 8 ns", 4e-9, base::Dimension::time_per_entry);
  REQUIRE(merge);
  CHECK(merge->high == Approx(2));
  const auto sum = read_uncertainty("0.25 (12 cores) to 0.5 ns (1 core)", 0.5e-9,
                                    base::Dimension::time_per_element);
  REQUIRE(sum);
  CHECK(sum->low == Approx(0.5));
  CHECK(sum->high == 1);
}

TEST_CASE("a text that names no size is not read") {
  for (const char* text : {"not stated", "only the sum with the latency is given", "",
                           "the default; a job can change it", "1.85 us between far groups",
                           "95 % interval", "factor", "factor 0.5", "3 to", "3 to 5 parsec"})
    CHECK_FALSE(read_uncertainty(text, 1e-6, base::Dimension::time));
}

TEST_CASE("numbers without a known uncertainty are assumed to have one, and named") {
  auto content = shipped_content("gige-8");
  CHECK(uncertainty_of(content).assumed.empty());
  content["hockney"]["alpha"]["uncertainty"] = "not stated";
  content["gamma"]["merge"]["uncertainty"] = "not stated";
  const PlatformUncertainty known = uncertainty_of(content);
  CHECK(known.transport.alphas.front().high == 1.5);
  CHECK(known.merge.high == 2);
  REQUIRE(known.assumed.size() == 2);
  CHECK_THAT(known.assumed[0], Contains("alpha: factor 1.5 is assumed") && Contains("not stated"));
}

TEST_CASE("a platform varies in the numbers of one kind only") {
  const auto content = shipped_content("gige-8");
  const PlatformFile platform = platform_from_json(content, shipped_file("gige-8"));
  const PlatformUncertainty known = uncertainty_of(content);
  const auto stated = platform.machine(8);
  const auto slow = varied(platform, known, Uncertain::alpha, true).machine(8);
  CHECK(slow.alpha_s == Approx(60e-6));
  CHECK(slow.beta_s_per_byte == stated.beta_s_per_byte);
  CHECK(slow.gammas.merge_s == stated.gammas.merge_s);
  CHECK(varied(platform, known, Uncertain::alpha, false).machine(8).alpha_s == Approx(15e-6));
  const auto busy = varied(platform, known, Uncertain::gamma, true).machine(8);
  CHECK(busy.alpha_s == stated.alpha_s);
  CHECK(busy.gammas.merge_s == Approx(7e-9));
  CHECK(busy.gammas.select_s == Approx(5e-9));
}

TEST_CASE("the uncertainties of all shipped platforms can be read") {
  for (const char* name : {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"}) {
    CAPTURE(name);
    const auto content = shipped_content(name);
    const PlatformFile platform = platform_from_json(content, shipped_file(name));
    const PlatformUncertainty known = uncertainty_of(content);
    CHECK(known.transport.alphas.size() == platform.transport.segments.size());
    CHECK(known.inside.betas.size() == platform.inside.segments.size());
    CHECK(known.transport.patterns.size() == platform.transport.patterns.size());
  }
}
