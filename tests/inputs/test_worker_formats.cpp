#include <functional>
#include <string>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/index_lists.hpp"
#include "inputs/formats/numpy_workers.hpp"
#include "inputs/formats/recording_formats.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"
#include "tests/inputs/numpy_bytes.hpp"

namespace sparlab::inputs {
namespace {

using Read = Recording (*)(DataFile&, const RecordingOptions&);

Recording parse(Read read, const std::string& text, const RecordingOptions& options = {}) {
  DataFile file("data", bytes_of(text));
  return read(file, options);
}

std::string message(Read read, const std::string& text, const RecordingOptions& options = {}) {
  try {
    parse(read, text, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

using Words = std::vector<std::uint32_t>;
using Begin = std::vector<std::size_t>;

TEST_CASE("index lists are read line by line, in any order of indices") {
  const Recording lists = parse(read_index_lists, "# head\n7 2, 5\r\n\n-\n\t0 9 # note\n3");
  CHECK(lists.begin == Begin{0, 3, 3, 5, 6});
  CHECK(lists.indices == Words{2, 5, 7, 0, 9, 3});
  CHECK(lists.values == std::vector<float>(6, 1));
  CHECK(lists.universe == 10);
  CHECK(lists.content_hash.size() == 64);
  const Recording pairs = parse(read_index_lists, "4:0.5 1:-2e3\n0:1\n", {.universe = 100});
  CHECK(pairs.indices == Words{1, 4, 0});
  CHECK(pairs.values == std::vector<float>{-2000, 0.5F, 1});
  CHECK(pairs.universe == 100);
}

TEST_CASE("damaged index lists are reported with their line") {
  const auto expect = [](const std::string& text, const std::string& start) {
    INFO(text);
    CHECK(message(read_index_lists, text, {.universe = 10}).starts_with("data, " + start));
  };
  expect("1 2\n3 x\n", "line 2: \"x\"; accepted: indices from 0");
  expect("1 2 1\n", "line 1: index 1 twice");
  expect("1\n10\n", "line 2: index 10; accepted: indices below N = 10");
  expect("4294967295\n", "line 1: \"4294967295\"");
  expect("-1\n", "line 1: \"-\" before other text");
  expect("1:2 3\n", "line 1: index 3 without value");
  expect("1:nan\n", "line 1: value \"nan\"");
  expect("1:2e30\n", "line 1: value \"2e30\"");
  expect("1:\n", "line 1: value \"\"");
  CHECK(message(read_index_lists, "") == "data: no worker; accepted: at least one");
  CHECK(message(read_index_lists, "-\n") ==
        "data: no index, and no N; accepted: an index, or a "
        "given N");
  std::string many;
  for (int i = 0; i <= 1 << 14; ++i) many += "1\n";
  CHECK(message(read_index_lists, many).starts_with("data, line 16385: one worker more"));
}

TEST_CASE("rows of an array are workers: lists of indices, or dense vectors") {
  const Recording lists = parse(read_npy, npy("<u2", "(2, 2)", std::string("\5\0\1\0\7\0\0\0", 8)));
  CHECK(lists.begin == Begin{0, 2, 4});
  CHECK(lists.indices == Words{1, 5, 0, 7});
  CHECK(lists.universe == 8);
  const Recording dense = parse(read_npy, npy_of({0, 1.5F, 0, 0, 0, -2}, "(2, 3)"));
  CHECK(dense.indices == Words{1, 2});
  CHECK(dense.values == std::vector<float>{1.5F, -2});
  CHECK(dense.universe == 3);
  const Recording one = parse(read_npy, npy_of(std::vector<std::int64_t>{4, 2}));
  CHECK(one.workers() == 1);
  const Recording halves = parse(read_npy, npy("<f2", "(3,)", std::string("\0\x3c\0\0\0\xc1", 6)));
  CHECK(halves.values == std::vector<float>{1, -2.5F});
  const Recording flags = parse(read_npy, npy("|b1", "(4,)", std::string("\1\0\0\1", 4)));
  CHECK(flags.indices == Words{0, 3});
}

TEST_CASE("damaged arrays are reported with their byte") {
  const std::string good = npy_of({0, 1.5F, 0, 0, 0, -2}, "(2, 3)");
  for (std::size_t size = 0; size < good.size(); ++size)
    REQUIRE(message(read_npy, good.substr(0, size)).starts_with("data, byte "));
  CHECK(message(read_npy, good + "x").find("trailing data") != std::string::npos);
  const auto expect = [](const std::string& text, const std::string& part) {
    INFO(part);
    CHECK(message(read_npy, text).find(part) != std::string::npos);
  };
  expect(npy(">f4", "(1,)", "aaaa"), "elements of type");
  expect(npy("<c8", "(1,)", "aaaaaaaa"), "elements of type");
  expect(npy("|O1", "(1,)", "a"), "elements of type");
  expect(npy("<i8", "(1, 1, 1)", std::string(8, '\0')), "more than two dimensions");
  expect(npy("<i8", "(1, 99999999999999999999)", ""), "a header such as");
  expect(npy("<i8", "(4294967296, 4294967296)", ""), "a shape of 18446744073709551615 bytes");
  expect(npy_of(std::vector<std::int64_t>{-1}), "a negative number");
  expect(npy_of(std::vector<std::int64_t>{3, 3}), "index 3 twice");
  expect(npy_of(std::vector<std::int64_t>{1LL << 40}), "index 1099511627776");
  std::string columns = good;
  columns.replace(columns.find("False"), 5, "True ");
  expect(columns, "columns before rows");
  std::string nan = good;
  nan.replace(nan.size() - 4, 4, std::string("\0\0\xc0\x7f", 4));
  expect(nan, "value nan");
  CHECK(message(read_npy, good, {.universe = 2}).find("at most the given N = 2") !=
        std::string::npos);
}

TEST_CASE("an archive has an array for each worker, in the order of their numbers") {
  std::vector<std::pair<std::string, std::string>> files;
  for (const int worker : {10, 2, 1})
    files.emplace_back("arr_" + std::to_string(worker) + ".npy",
                       npy_of(std::vector<std::int64_t>{worker, 100}));
  for (const bool compressed : {false, true}) {
    const Recording read = parse(read_npz, zip(files, compressed));
    CHECK(read.begin == Begin{0, 2, 4, 6});
    CHECK(read.indices == Words{1, 100, 2, 100, 10, 100});
    CHECK(read.universe == 101);
  }
  files.emplace_back("other.npy", npy_of(std::vector<float>{1, 0}));
  CHECK(message(read_npz, zip(files, true))
            .find("array \"other\": a vector after lists of indices") != std::string::npos);
}

TEST_CASE("an archive may hold a CSR matrix with a row for each worker") {
  const auto archive = [](const std::vector<std::int64_t>& begin) {
    return zip({{"indices.npy", npy_of(std::vector<std::int64_t>{4, 1, 3})},
                {"indptr.npy", npy_of(begin)},
                {"format.npy", npy("|u1", "(3,)", "csr")},
                {"shape.npy", npy_of(std::vector<std::int64_t>{3, 6})},
                {"data.npy", npy_of(std::vector<float>{0.5F, 2, 3})}},
               true);
  };
  const Recording read = parse(read_npz, archive({0, 2, 2, 3}));
  CHECK(read.begin == Begin{0, 2, 2, 3});
  CHECK(read.indices == Words{1, 4, 3});
  CHECK(read.values == std::vector<float>{2, 0.5F, 3});
  CHECK(read.universe == 6);
  for (const std::vector<std::int64_t>& begin :
       {std::vector<std::int64_t>{0, 2, 3}, {0, 2, 1, 3}, {0, 2, 2, 4}, {1, 2, 2, 3}, {}})
    CHECK(message(read_npz, archive(begin)).find("those of a CSR matrix") != std::string::npos);
}

TEST_CASE("a damaged archive is reported, wherever it is damaged") {
  const std::string good = zip({{"a.npy", npy_of(std::vector<std::int64_t>{1, 2, 3})}}, true);
  REQUIRE(message(read_npz, good) == "accepted");
  for (std::size_t size = 0; size < good.size(); ++size)
    REQUIRE(message(read_npz, good.substr(0, size)) != "accepted");
  // A bit changed: refused, or of no consequence, but never another result.
  const Recording read = parse(read_npz, good);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    if (message(read_npz, changed) == "accepted")
      REQUIRE(parse(read_npz, changed).indices == read.indices);
  }
}

TEST_CASE("an archive that promises what deflate cannot hold is refused before it is read") {
  std::string bomb = zip({{"a.npy", npy_of(std::vector<std::int64_t>(100, 1))}}, true);
  const std::size_t entry = bomb.find("PK\x01\x02");
  bomb.replace(entry + 24, 4, "\xff\xff\xff\x7f");
  CHECK(message(read_npz, bomb).find("sizes that the archive can hold") != std::string::npos);
  // Two files that share their data.
  const std::string array = npy_of(std::vector<std::int64_t>{1, 2});
  std::string twice = zip({{"a.npy", array}, {"b.npy", array}}, false);
  const std::size_t second = twice.rfind("PK\x01\x02");
  twice.replace(second + 20, 8, "\xf0\0\0\0\xf0\0\0\0", 8);
  CHECK(message(read_npz, twice) != "accepted");
  // A stream that goes on where the archive says that it ends.
  std::string longer = zip({{"a.npy", npy_of(std::vector<std::int64_t>{1, 2})}}, true);
  const std::size_t at = longer.find("PK\x01\x02");
  longer[at + 24] = static_cast<char>(longer[at + 24] - 8);
  CHECK(message(read_npz, longer) != "accepted");
}

TEST_CASE("the format of a file is found by its content") {
  const auto format = [](std::string_view text) { return format_of(bytes_of(text)); };
  CHECK(format("TKG1") == WorkerFormat::recording);
  CHECK(format("TKG2") == WorkerFormat::recording);
  CHECK(format("\x93NUMPY") == WorkerFormat::npy);
  CHECK(format("PK\x03\x04") == WorkerFormat::npz);
  CHECK(format("# head\n\n1 2 3\n") == WorkerFormat::index_lists);
  CHECK(format("7\n1 2\n") == WorkerFormat::index_lists);
  CHECK(format("3:0.5 7:1\n") == WorkerFormat::index_lists);
  CHECK(format("-\n3:0.5 7:1\n") == WorkerFormat::index_lists);
  CHECK(format("1 3:0.5 7:1\n") == WorkerFormat::svmlight);
  CHECK(format("# head\n-1 qid:3 3:0.5\n") == WorkerFormat::svmlight);
  CHECK(format("+1\n-1 3:0.5\n") == WorkerFormat::svmlight);
  CHECK(format("") == WorkerFormat::index_lists);
}

}  // namespace
}  // namespace sparlab::inputs
