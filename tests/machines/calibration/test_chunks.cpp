#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "machines/calibration/chunks.hpp"
#include "tests/catch.hpp"
#include "tests/machines/calibration/measured_for_tests.hpp"

namespace sparlab::machines::calibration::testing {
namespace {

MessageTimes with_exchanges(int ranks, double factor) {
  Network network{ethernet_s};
  network.exchange_factor = factor;
  return network.measured(ranks);
}

}  // namespace

TEST_CASE("the chunk size with the shortest times is chosen") {
  const std::vector<ChunkTimes> measured = {{std::nullopt, with_exchanges(4, 2)},
                                            {8192, with_exchanges(4, 1.2)},
                                            {16384, with_exchanges(4, 1)},
                                            {32768, with_exchanges(4, 1.1)}};
  const ChunkChoice choice = choose_chunks(measured);
  CHECK(choice.best == 16384);
  REQUIRE(choice.ratios.size() == 3);
  CHECK(choice.ratios[0].mean == Approx(0.6));
  CHECK(choice.ratios[1].by_pattern.at(Benchmark::ring) == Approx(0.5));
  CHECK(choice.ratios[1].by_pattern.size() == 3);
  CHECK(nlohmann::json::parse(environment_text(choice)) ==
        nlohmann::json({{"environment", {{"SPARLAB_CHUNK_BYTES", "16384"}}}}));
  std::ostringstream printed;
  print_chunks(choice, printed);
  CHECK_THAT(printed.str(), Catch::Contains("fastest: chunks of 16384 B"));
}

TEST_CASE("of chunk sizes that are equally fast, the largest is chosen") {
  const ChunkChoice choice =
      choose_chunks(std::vector<ChunkTimes>{{std::nullopt, with_exchanges(4, 2)},
                                            {8192, with_exchanges(4, 1)},
                                            {16384, with_exchanges(4, 1.01)},
                                            {32768, with_exchanges(4, 1.05)}});
  CHECK(choice.best == 16384);
}

TEST_CASE("chunks that save less than a twentieth are not recommended") {
  const ChunkChoice choice =
      choose_chunks(std::vector<ChunkTimes>{{std::nullopt, with_exchanges(2, 1)},
                                            {8192, with_exchanges(2, 0.97)},
                                            {16384, with_exchanges(2, 1.2)}});
  CHECK_FALSE(choice.best);
  CHECK(choice.ratios[0].by_pattern.size() == 1);
  CHECK_THAT(environment_text(choice), Catch::Contains("\"whole\""));
}

TEST_CASE("chunks need whole messages and long ones for a comparison") {
  CHECK_THROWS_WITH(choose_chunks(std::vector<ChunkTimes>{{8192, with_exchanges(2, 1)}}),
                    Catch::Contains("whole messages were not measured"));
  MessageTimes brief = with_exchanges(2, 1);
  for (Series& series : brief.series) series.sizes.resize(3);
  CHECK_THROWS_WITH(
      choose_chunks(std::vector<ChunkTimes>{{std::nullopt, with_exchanges(2, 1)}, {8192, brief}}),
      "no message from 128 KiB on was measured in pattern exchange: a longer budget is needed");
}

TEST_CASE("each chunk size is measured in an equal part of the budget") {
  std::vector<std::optional<std::size_t>> asked;
  const RunRanksInChunks run = [&](std::optional<std::size_t> chunk_bytes, int ranks,
                                   const nlohmann::json& task, double most_s) {
    asked.push_back(chunk_bytes);
    CHECK(task_from_json(task).budget_s == Approx(10.5));
    CHECK(most_s > 10.5);
    return to_json(with_exchanges(ranks, chunk_bytes == 32768 ? 0.5 : 1));
  };
  std::ostringstream progress;
  const ChunkChoice choice = measure_chunks(4, 60, run, progress);
  CHECK(asked == std::vector<std::optional<std::size_t>>{std::nullopt, 8192, 16384, 32768, 49152});
  CHECK(choice.best == 32768);
  CHECK(choice.ranks == 4);
  CHECK_THAT(progress.str(), Catch::Contains("4 ranks, in chunks of 8192 B, for 10 s"));
}

}  // namespace sparlab::machines::calibration::testing
