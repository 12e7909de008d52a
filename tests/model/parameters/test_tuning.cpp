#include <numeric>
#include <set>

#include "model/algorithms/algorithm.hpp"
#include "model/parameters/butterfly.hpp"
#include "model/parameters/schedules.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr TuningShape kShapes[] = {{{2, 100}, 1},
                                   {{64, 25'000'000}, 4},
                                   {{97, 1000}, 8},
                                   {{720, 1 << 20}, 8},
                                   {{1 << 20, 1 << 24}, 64}};

}  // namespace

TEST_CASE("values to try are those of parameters that exist, and are accepted") {
  std::size_t tuned = 0;
  for (const AlgorithmModel& row : algorithm_models()) {
    const Algorithm algorithm(row.name == "dense_mpi" ? "dense_ring" : row.name);
    for (const TuningShape& shape : kShapes) {
      const std::vector<TunedParameter> parameters = algorithm.tuned(shape);
      tuned += parameters.size();
      for (const TunedParameter& parameter : parameters) {
        CAPTURE(row.name, parameter.name, shape.shape.ranks);
        CHECK(parameter.values.size() <= 64);
        for (const std::string& value : parameter.values)
          CHECK_NOTHROW(
              Algorithm(to_text({std::string(algorithm.name()), {{parameter.name, value}}})));
      }
    }
  }
  CHECK(tuned > 0);
}

TEST_CASE("degrees to try have the product P") {
  for (const TuningShape& shape : kShapes) {
    const TunedParameter degrees = KylixParameters::tuned(shape).front();
    CHECK_FALSE(degrees.values.empty());
    for (const std::string& value : degrees.values)
      CHECK_NOTHROW(Algorithm("kylix(degrees=" + value + ")", shape.shape));
  }
  const auto of_64 = KylixParameters::tuned({{64, 1000}, 4}).front().values;
  CHECK(std::ranges::count(of_64, "4x16") == 1);
  CHECK(of_64.size() == 16);
}

TEST_CASE("levels to try have the product P, and each list is new") {
  for (const TuningShape& shape : kShapes) {
    const auto levels = ButterflyParameters::tuned(shape).front().values;
    CHECK(levels.size() <= 48);
    CHECK(std::set(levels.begin(), levels.end()).size() == levels.size());
    for (const std::string& value : levels)
      CHECK_NOTHROW(Algorithm("butterfly(levels=" + value + ")", shape.shape));
  }
  const auto of_12 = ButterflyParameters::tuned({{12, 1000}, 4}).front().values;
  CHECK(std::ranges::count(of_12, "exchange3-exchange2-exchange2") == 1);
  CHECK(std::ranges::count(of_12, "split4-exchange3") == 1);
  CHECK(std::ranges::count(of_12, "split4-split3") == 1);
  // ssar_split_allgather and ssar_recursive_double do these.
  CHECK(std::ranges::count(of_12, "split12") == 0);
  const auto of_8 = ButterflyParameters::tuned({{8, 1000}, 4}).front().values;
  CHECK(std::ranges::count(of_8, "exchange2-exchange2-exchange2") == 0);
}

TEST_CASE("nodes to try are the hosts of the platform, too") {
  const auto node = Algorithm("hierarchical").tuned({{96, 1000}, 12}).front();
  CHECK(node.name == "node");
  CHECK(std::ranges::count(node.values, "12") == 1);
}

TEST_CASE("a parameter that a spec sets is not tuned") {
  for (const TunedParameter& one : Algorithm("hierarchical(node=2)").tuned({{64, 1000}, 8}))
    CHECK(one.name != "node");
}
