#include <nlohmann/json.hpp>
#include <sstream>

#include "report/answers/crossover_answer.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

TEST_CASE("crossovers divide the range, and say what was extrapolated") {
  analysis::FoundCrossovers found{.first = "kylix",
                                  .second = "dense",
                                  .axis = analysis::Axis::ranks,
                                  .from = {2, "2"},
                                  .to = {16, "16"},
                                  .input = "recording",
                                  .platform = "ideal",
                                  .platform_hash = {},
                                  .fixed = "N = 3000",
                                  .faster_at_first = "kylix",
                                  .faster_at_last = {},
                                  .crossovers = {{.up_to = {4, "4"},
                                                  .at = {5, "5"},
                                                  .step = 5,
                                                  .faster_after = "dense",
                                                  .first_algorithm = "kylix",
                                                  .second_algorithm = "dense_ring",
                                                  .first_s = 2e-6,
                                                  .second_s = 1e-6}},
                                  .extrapolated_from = 6};
  std::ostringstream text;
  report::print_crossovers(text, found);
  CHECK_THAT(text.str(),
             Catch::Matchers::Contains("P above 6: extrapolated") &&
                 Catch::Matchers::Contains("\n  2 to 4: kylix is faster\n"
                                           "    at 5: kylix 2.00 us, dense_ring 1.00 us\n"
                                           "  5 to 16: dense is faster\n"));
  const nlohmann::ordered_json json = report::crossovers_json(found);
  CHECK(json.at("extrapolated_from") == 6);
  CHECK(json.at("faster_at_last").is_null());
  found.extrapolated_from.reset();
  CHECK_FALSE(report::crossovers_json(found).contains("extrapolated_from"));
}
