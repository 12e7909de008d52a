#include "analysis/advice/dense_rules.hpp"
#include "analysis/advice/prediction.hpp"
#include "analysis/advice/setting_search.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

const std::vector<std::string> kDense = {"dense_recursive_doubling", "dense_ring",
                                         "dense_rabenseifner"};

std::vector<DenseRule> rules_on(const std::string& platform, std::uint64_t ranks) {
  QuestionRequest request = request_of(kDense, std::to_string(ranks), "1", "1", platform);
  request.overrides = {"input_form=dense"};
  return dense_rules(read_question(request));
}

double seconds(const std::string& algorithm, std::uint64_t ranks, std::uint64_t values,
               const std::string& platform) {
  QuestionRequest request =
      request_of({algorithm}, std::to_string(ranks), std::to_string(values), "1", platform);
  request.overrides = {"input_form=dense"};
  return predict(read_question(request)).time_s;
}

}  // namespace

TEST_CASE("a rule begins where its algorithm becomes 1 % faster, to one value") {
  for (const char* const platform : {"gige-8", "alpha-beta", "ethernet10g-16x4"})
    for (const std::uint64_t ranks : {2U, 3U, 4U, 7U, 8U}) {
      CAPTURE(platform, ranks);
      const std::vector<DenseRule> rules = rules_on(platform, ranks);
      REQUIRE(rules.front().from_bytes == 0);
      for (std::size_t i = 0; i < rules.size(); ++i) {
        const DenseRule& rule = rules[i];
        CAPTURE(rule.from_bytes, rule.algorithm);
        const std::uint64_t values = std::max<std::uint64_t>(1, rule.from_bytes / 4);
        const double rule_s = seconds(rule.algorithm, ranks, values, platform);
        for (const std::string& other : kDense)
          CHECK(rule_s <= seconds(other, ranks, values, platform) * (i == 0 ? kAsFast : 1));
        if (i == 0) continue;
        const std::string& before = rules[i - 1].algorithm;
        CHECK(before != rule.algorithm);
        CHECK(rule.from_bytes > rules[i - 1].from_bytes);
        CHECK(seconds(before, ranks, values, platform) > rule_s * kAsFast);
        CHECK(seconds(before, ranks, values - 1, platform) <=
              seconds(rule.algorithm, ranks, values - 1, platform) * kAsFast);
      }
    }
}

TEST_CASE("rules are those of the closed forms of alpha and beta") {
  // Two ranks: one exchange of all against two of halves. Four: 2 messages of n against 4 that
  // together have 3/2 n, which take 1 % less from 2.04 / 0.485 alpha / beta = 4206 B on.
  const std::vector<DenseRule> two = rules_on("alpha-beta", 2);
  REQUIRE(two.size() == 1);
  CHECK(two[0].algorithm == "dense_recursive_doubling");
  const std::vector<DenseRule> four = rules_on("alpha-beta", 4);
  REQUIRE(four.size() == 2);
  CHECK(four[1].algorithm == "dense_rabenseifner");
  CHECK(four[1].from_bytes >= 4206);
  CHECK(four[1].from_bytes < 4250);
}
