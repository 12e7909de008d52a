#include <string>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/parameters/butterfly.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

using Catch::Matchers::Contains;
using Kind = ButterflyLevel::Kind;

}  // namespace

TEST_CASE("levels are read as they are written") {
  ButterflyLevels levels;
  REQUIRE(read_value("split4-exchange2", levels));
  CHECK(levels == ButterflyLevels{{Kind::split, 4}, {Kind::exchange, 2}});
  CHECK(write_value(levels) == "split4-exchange2");
  CHECK(Algorithm("butterfly(levels=split2^3-exchange2)").spec() ==
        "butterfly(levels=split8-exchange2)");
}

TEST_CASE("levels that are none are refused, and say what is accepted") {
  for (const char* const levels : {"4x2", "split", "split1", "split0-split4", "split4-", "-split4",
                                   "split4 exchange2", "Split4", "split4-fold2"}) {
    CAPTURE(levels);
    CHECK_THROWS_WITH(Algorithm("butterfly(levels=" + std::string(levels) + ")"),
                      Contains("such as split4-exchange2"));
  }
}

TEST_CASE("the degrees of levels multiply to P") {
  const Algorithm algorithm("butterfly(levels=split4-exchange2)");
  CHECK_NOTHROW(algorithm.check({8, 100}));
  CHECK_THROWS_WITH(algorithm.check({12, 100}), Contains("P = 12, e.g. split3-split2-split2"));
  CHECK_THROWS_WITH(algorithm.check({1, 100}), Contains("P = 1"));
  CHECK_THROWS_WITH(Algorithm("butterfly(levels=split2^32-split2^32)").check({4, 100}),
                    Contains("P = 4"));
  for (const std::uint64_t ranks : {1U, 2U, 7U, 12U})
    CHECK_NOTHROW(Algorithm("butterfly").check({ranks, 100}));
}

TEST_CASE("compositions are between recursive doubling and splits alone") {
  const auto written = [](std::uint64_t ranks) {
    std::vector<std::string> texts;
    for (const ButterflyLevels& levels : ButterflyParameters::compositions(ranks))
      texts.push_back(write_value(levels));
    return texts;
  };
  CHECK(written(1).empty());
  CHECK(written(2).empty());
  CHECK(written(7) == std::vector<std::string>{"exchange7"});
  CHECK(written(4) == std::vector<std::string>{"split2-exchange2", "split2-split2"});
  CHECK(written(6) ==
        std::vector<std::string>{"exchange3-exchange2", "split3-exchange2", "split3-split2"});
}

}  // namespace sparlab::model
