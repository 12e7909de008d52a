#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/system/temporary_folder.hpp"
#include "inputs/files/data_error.hpp"
#include "inputs/formats/worker_files.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/numpy_bytes.hpp"

namespace sparlab::inputs {
namespace {

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;
using Arrays = std::vector<std::pair<std::string, std::string>>;

class Files {
 public:
  std::string write(const std::string& name, const std::string& content) const {
    const std::string path = (folder_.path() / name).string();
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

 private:
  base::TemporaryFolder folder_;
};

std::string refusal(const std::vector<std::string>& paths, const RecordingOptions& options = {}) {
  try {
    read_worker_files(paths, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

/// Two layers: a matrix of 2 x 3 and a vector of 2.
std::string two_layers(float first, float last) {
  return zip({{"fc.npy", npy_of(Floats{0, last})},
              {"conv1.npy", npy_of(Floats{first, 0, 0, 0, 0, 1}, "(2, 3)")}},
             true);
}

TEST_CASE("the layers of each worker's file are joined, all of them or some") {
  const Files files;
  const std::vector<std::string> paths = {files.write("w0.npz", two_layers(3, 2)),
                                          files.write("w1.npz", two_layers(0, -5))};
  const Recording all = read_worker_files(paths, {});
  CHECK(all.universe == 8);
  CHECK(all.states_universe);
  CHECK(all.begin == std::vector<std::size_t>{0, 3, 5});
  CHECK(all.indices == Words{0, 5, 7, 5, 7});
  CHECK(all.values == Floats{3, 1, 2, 1, -5});
  CHECK(all.last_place == paths[1]);
  const Recording swapped = read_worker_files(paths, {.layers = {"fc", "conv1"}});
  CHECK(swapped.indices == Words{1, 2, 7, 1, 7});
  const Recording fc = read_worker_files(paths, {.layers = {"fc"}});
  CHECK(fc.universe == 2);
  CHECK(fc.values == Floats{2, -5});
  CHECK(read_worker_files({paths[0]}, {.layers = {"conv1"}}).universe == 6);
  CHECK(read_worker_files(paths, {.top_k = 1}).values == Floats{3, -5});
}

TEST_CASE("a worker's file may be one array: a vector, or indices") {
  const Files files;
  const Recording vectors =
      read_worker_files({files.write("a.npy", npy_of(Floats{0, 1, 0, 2}, "(2, 2)")),
                         files.write("b.npy", npy_of(Floats{3, 0, 0, 0}, "(2, 2)"))},
                        {});
  CHECK(vectors.indices == Words{1, 3, 0});
  CHECK(vectors.universe == 4);
  const Recording lists =
      read_worker_files({files.write("c.npy", npy_of(std::vector<std::int64_t>{9, 4})),
                         files.write("d.npy", npy_of(std::vector<std::int64_t>{1}))},
                        {});
  CHECK(lists.indices == Words{4, 9, 1});
  CHECK(!lists.states_universe);
}

TEST_CASE("files that differ in their layers, and files of other formats, are refused") {
  const Files files;
  const std::string good = files.write("good.npz", two_layers(3, 2));
  const auto expect = [&](const std::string& content, const std::string& part,
                          const RecordingOptions& options = {}) {
    const std::string found = refusal({good, files.write("other", content)}, options);
    INFO(found);
    CHECK(found.find(part) != std::string::npos);
  };
  const std::string fc = npy_of(Floats{0, 1});
  expect(zip({{"fc.npy", fc}}, false), "1 arrays; accepted: 2 as in " + good);
  expect(zip({{"conv1.npy", fc}, {"fc.npy", fc}}, false),
         "an array \"conv1\" of 2 elements; accepted: \"conv1\" of 6 elements, as in");
  expect(zip({{"conv2.npy", fc}, {"fc.npy", fc}}, false), "an array \"conv2\" of 2 elements");
  expect(zip({{"conv2.npy", fc}}, false), "no array \"fc\"; accepted: one of conv2",
         {.layers = {"fc"}});
  expect(fc, "one array without a name", {.layers = {"fc"}});
  const std::string indices = npy_of(std::vector<std::int64_t>{4});
  expect(zip({{"conv1.npy", indices}, {"fc.npy", indices}}, false), "indices among 2 arrays");
  expect(indices, "a list of indices after vectors");
  expect("1 2 3\n", "index lists, one of several files");
}

}  // namespace
}  // namespace sparlab::inputs
