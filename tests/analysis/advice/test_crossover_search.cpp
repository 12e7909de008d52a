#include <cmath>
#include <random>

#include "analysis/advice/crossover_search.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

CrossoverRequest search(const char* first, const char* second, Axis axis) {
  CrossoverRequest request{.question = request_of({}, "16", "1M", "1%"),
                           .first = first,
                           .second = second,
                           .axis = axis,
                           .from = {},
                           .to = {}};
  request.question.sweep.erase(std::string(name_of(axis)));
  return request;
}

double seconds_of(const char* algorithm, std::uint64_t ranks, std::uint64_t nnz) {
  static const Question question = read_question(request_of({"exact"}, "16", "1M", "1%"));
  experiments::Point point = question.place();
  point.algorithm = sparlab::model::Algorithm(algorithm);
  point.ranks = ranks;
  point.nnz = nnz;
  return *experiments::run::predicted_seconds(point, question.platform);
}

}  // namespace

TEST_CASE("a crossover in density is where bisection of engine model finds it") {
  const FoundCrossovers found =
      search_crossovers(search("ssar_split_allgather", "dense_ring", Axis::density));
  REQUIRE(found.crossovers.size() == 1);
  const SolvedCrossover& one = found.crossovers.front();
  CHECK(one.faster_after == "dense_ring");
  std::uint64_t sparse = 1;
  std::uint64_t dense = 1'000'000;
  while (dense - sparse > 1) {
    const std::uint64_t middle = sparse + (dense - sparse) / 2;
    const bool before =
        seconds_of("ssar_split_allgather", 16, middle) <= seconds_of("dense_ring", 16, middle);
    (before ? sparse : dense) = middle;
  }
  CHECK(one.step == dense);
}

TEST_CASE("crossovers in P are whole numbers, and all of them") {
  const FoundCrossovers found = search_crossovers(search("kylix", "sparse_ring", Axis::ranks));
  std::vector<std::uint64_t> expected;
  for (std::uint64_t ranks = 3; ranks <= 100; ++ranks) {
    const auto faster = [](std::uint64_t at) {
      return seconds_of("kylix", at, 10'000) < seconds_of("sparse_ring", at, 10'000);
    };
    if (faster(ranks) != faster(ranks - 1)) expected.push_back(ranks);
  }
  std::vector<std::uint64_t> solved;
  for (const SolvedCrossover& one : found.crossovers)
    if (one.step <= 100) solved.push_back(one.step);
  CHECK(solved.size() > 1);
  CHECK(solved == expected);
}

TEST_CASE("groups compete with their fastest members") {
  CrossoverRequest request = search("sparse", "dense", Axis::density);
  request.question.sweep["input_form"] = "dense";
  const FoundCrossovers found = search_crossovers(request);
  CHECK(found.faster_at_first == "sparse");
  CHECK(found.faster_at_last == "dense");
  const SolvedCrossover& last = found.crossovers.back();
  CHECK(last.second_s < last.first_s);
}

TEST_CASE("along N the density stays") {
  CrossoverRequest request = search("ssar_split_allgather", "dense_rabenseifner", Axis::universe);
  request.to = "16M";
  const FoundCrossovers found = search_crossovers(request);
  for (const SolvedCrossover& one : found.crossovers) CHECK(one.at.position >= 1024);
  CHECK(found.faster_at_last);
}

TEST_CASE("a search that cannot be meant is refused") {
  CrossoverRequest request = search("dense_ring", "dense_ring", Axis::density);
  CHECK(config_error([&] { search_crossovers(request); }).json_path == "crossover");
  request = search("dense_ring", "sparse_ring", Axis::density);
  request.from = "2%";
  request.to = "1%";
  CHECK(config_error([&] { search_crossovers(request); }).json_path == "--from");
  request.to = "200%";
  CHECK(config_error([&] { search_crossovers(request); }).json_path == "--to");
  request = search("dense_ring", "sparse_ring", Axis::ranks);
  request.to = "2M";
  CHECK(config_error([&] { search_crossovers(request); }).json_path == "--to");
  request.question.sweep["P"] = "8";
  CHECK(config_error([&] { search_crossovers(request); }).json_path == "-P");
}
