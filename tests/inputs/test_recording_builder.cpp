#include <string>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/index_lists.hpp"
#include "inputs/formats/numpy_workers.hpp"
#include "inputs/formats/recording_builder.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"
#include "tests/inputs/numpy_bytes.hpp"

namespace sparlab::inputs {
namespace {

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;

Recording built(const std::vector<WorkerEntries>& workers, std::optional<std::uint64_t> length,
                const RecordingOptions& options) {
  RecordingBuilder builder("data", options);
  for (std::size_t i = 0; i < workers.size(); ++i)
    builder.append(workers[i], length, "row " + std::to_string(i));
  return builder.finish("");
}

std::string refusal(const std::vector<WorkerEntries>& workers, std::optional<std::uint64_t> length,
                    const RecordingOptions& options) {
  try {
    built(workers, length, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_CASE("vectors of unequal lengths are refused, with what to do about layers") {
  const std::string archive = zip(
      {{"conv1.npy", npy_of(Floats(1000, 0.5F))}, {"fc.npy", npy_of(Floats(2000, 0.5F))}}, false);
  for (const std::uint64_t universe : {0, 5000}) {
    try {
      DataFile file("g.npz", bytes_of(archive));
      read_npz(file, {.universe = universe});
      FAIL("accepted");
    } catch (const DataError& error) {
      CHECK(std::string(error.what())
                .starts_with("g.npz, array \"fc\": a vector of 2000 elements, where array "
                             "\"conv1\" has 1000; accepted: vectors of equal length, one for each "
                             "worker. If these are layers, save one file for each worker"));
    }
  }
}

TEST_CASE("a recording knows whether N was stated, and between which places its workers are") {
  const std::vector<WorkerEntries> workers = {{{3, 1}}, {{7, 1}, {0, 1}}};
  const Recording guessed = built(workers, std::nullopt, {});
  CHECK(guessed.universe == 8);
  CHECK(!guessed.states_universe);
  CHECK(guessed.first_place == "row 0");
  CHECK(guessed.last_place == "row 1");
  CHECK(built(workers, 8, {}).states_universe);
  const Recording given = built(workers, std::nullopt, {.universe = 100});
  CHECK(given.states_universe);
  CHECK(given.universe == 100);
  CHECK(refusal(workers, 101, {.universe = 100}) ==
        "data, row 0: a vector of 101 elements; accepted: at most the given N = 100");
}

TEST_CASE("the entries of largest magnitude are kept, of equal ones those of lower indices") {
  const std::vector<WorkerEntries> workers = {{{0, 1}, {1, -4}, {2, 2}, {3, -2}, {4, 0.5}},
                                              {{2, 9}}};
  const Recording two = built(workers, 5, {.top_k = 2});
  CHECK(two.indices == Words{1, 2, 2});
  CHECK(two.values == Floats{-4, 2, 9});
  CHECK(built(workers, 5, {.density = 0.4}).indices == two.indices);
  CHECK(built(workers, 5, {.universe = 10, .density = 0.2}).indices == two.indices);
  CHECK(built(workers, 5, {.density = 0.01}).indices == Words{1, 2});
  CHECK(built(workers, 5, {.density = 1}).indices.size() == 6);
  CHECK(built(workers, std::nullopt, {.top_k = 2}).indices == two.indices);
}

TEST_CASE("a selection that nothing decides is refused") {
  const std::vector<WorkerEntries> ones = {{{0, 1}, {1, -1}, {2, 1}}};
  CHECK(refusal(ones, 5, {.top_k = 2}) ==
        "data, row 0: 3 values of magnitude 1; accepted: at most 2, or values of which some are "
        "larger than others");
  CHECK(refusal(ones, 5, {.top_k = 3}) == "accepted");
  CHECK(refusal({{{0, 1}, {1, 2}}}, std::nullopt, {.density = 0.5}) ==
        "data, row 0: indices whose number N is not stated; accepted: -N beside --density, or "
        "--top-k");
}

}  // namespace
}  // namespace sparlab::inputs
