#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "base/json/value_json.hpp"
#include "report/answers/optimal_answer.hpp"
#include "tests/catch.hpp"

namespace sparlab::report {
namespace {

using analysis::optimal::Group;
using analysis::optimal::Schedule;
using Catch::Matchers::Contains;

/// Two ranks that exchange their inputs; of fewer rounds no schedule was found.
analysis::OptimalSchedules two_ranks() {
  analysis::OptimalSchedules found;
  found.place = "P = 2, N = 1000";
  found.alpha_s = 1e-6;
  found.beta_s_per_byte = 1e-9;
  found.sizes = {0, 4000, 4000};
  found.front.push_back({1, 2000, {}, std::numeric_limits<double>::infinity(), false});
  found.front.push_back({2, 2000, Schedule{Group({2}), {{1, {{0, 1}, {1, 2}}}}}, 4000, true});
  found.known = {{"ring", 2, 4000}};
  return found;
}

std::string printed(const analysis::OptimalSchedules& found,
                    const analysis::optimal::FrontRow* shown) {
  std::ostringstream text;
  print_optimal(text, found, shown);
  return text.str();
}

TEST_CASE("optimal: rows with a schedule and without") {
  const std::string text = printed(two_ranks(), nullptr);
  CHECK_THAT(text, Contains("       1      2 kB                        none found"));
  CHECK_THAT(text, Contains("       2      2 kB      4 kB      2.0000  best of its kind"));
  CHECK_THAT(text, Contains("no schedule takes less than 3.00 us"));
  CHECK_THAT(text,
             Contains("schedule that was found       2             4 kB  6.00 us       2.00x"));
  CHECK_THAT(text, !Contains("Schedule of"));
}

TEST_CASE("optimal: a schedule names the ranks whose inputs a sum has") {
  const analysis::OptimalSchedules found = two_ranks();
  CHECK_THAT(printed(found, &found.front.back()),
             Contains("round 1, to rank 1, 4 kB: part 0 of 0, part 1 of 0\n"));
  const std::string json = base::json_text(optimal_fields(found, &found.front.back()));
  CHECK_THAT(json, Contains("\"ranks\": 2"));
  CHECK_THAT(json, Contains("\"parts\": 2"));
  CHECK_THAT(json, Contains("\"from\": 1"));
}

TEST_CASE("optimal: an unknown schedule is null in JSON") {
  analysis::OptimalSchedules found = two_ranks();
  found.front.pop_back();
  const std::string json = base::json_text(optimal_fields(found, nullptr));
  CHECK_THAT(json, Contains("\"bytes\": null"));
  CHECK_THAT(printed(found, nullptr), !Contains("schedule that was found"));
}

}  // namespace
}  // namespace sparlab::report
