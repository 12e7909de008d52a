#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "inputs/sources/svmlight_input.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"

namespace sparlab::inputs {
namespace {

Samples parse(std::string_view text, std::uint64_t universe = 0,
              const SvmlightLimits& limits = {}) {
  DataFile file("data.svm", bytes_of(text));
  return read_svmlight(file, universe, limits);
}

std::shared_ptr<const Samples> shared(std::string_view text) {
  return std::make_shared<const Samples>(parse(text));
}

DataError error_of(std::string_view text, std::uint64_t universe = 0,
                   const SvmlightLimits& limits = {}) {
  try {
    parse(text, universe, limits);
  } catch (const DataError& error) {
    return error;
  }
  FAIL("accepted: " << text);
  throw std::logic_error("unreachable");
}

/// `count` samples of one feature each, sample i with feature i.
std::string diagonal(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i % 2 == 0 ? "-1 " : "1 ") + std::to_string(i + 1) + ":1\n";
  }
  return text;
}

TEST_CASE("an svmlight file beyond a limit is refused where it exceeds it") {
  const std::string text = "1 1:1 2:1\n-1 3:1\n\n1\n";
  CHECK(parse(text, 0, {.samples = 3, .entries = 3}).size() == 3);
  const DataError samples = error_of(text, 0, {.samples = 2});
  CHECK(samples.place() == "line 4");
  CHECK(samples.accepted() == "at most 2 samples");
  const DataError entries = error_of(text, 0, {.entries = 2});
  CHECK(entries.place() == "line 2");
  CHECK(entries.accepted() == "at most 2 entries");
  const DataError time = error_of(text, 0, {.longest_s = 0});
  CHECK(time.place() == "line 1");
  CHECK(time.accepted() == "files that can be read within 0 s");
}

TEST_CASE("svmlight lines give their labels, 0-based features and values") {
  const Samples samples = parse("1 1:0.5 3:-2e-1\n-1\n+1.5 2:+4 7:0 # note 9:9\n");
  CHECK(samples.labels == std::vector<double>{1, -1, 1.5});
  CHECK(samples.begin == std::vector<std::size_t>{0, 2, 2, 4});
  CHECK(samples.features == std::vector<std::uint64_t>{0, 2, 1, 6});
  CHECK(samples.values == std::vector<double>{0.5, -0.2, 4, 0});
  CHECK(samples.universe == 7);
  CHECK(samples.name == "data.svm");
}

TEST_CASE("a part of an svmlight file is its samples, and the universe of all") {
  const std::string text = "1 1:0.5 3:2\n-1\n2 2:4 7:0\n\n3 5:1\n";
  DataFile file("data.svm", bytes_of(text));
  const Samples part = read_svmlight(file, 0, {}, {1, 3});
  CHECK(part.labels == std::vector<double>{-1, 2});
  CHECK(part.begin == std::vector<std::size_t>{0, 0, 2});
  CHECK(part.features == std::vector<std::uint64_t>{1, 6});
  CHECK(part.values == std::vector<double>{4, 0});
  CHECK(part.universe == 7);
  DataFile again("data.svm", bytes_of(text));
  CHECK_THROWS_AS(read_svmlight(again, 0, {.samples = 3}, {1, 2}), DataError);
  DataFile entries("data.svm", bytes_of(text));
  CHECK_THROWS_AS(read_svmlight(entries, 0, {.entries = 4}, {1, 2}), DataError);
}

TEST_CASE("svmlight takes comments, empty lines, blanks, carriage returns and query ids") {
  const Samples plain = parse("1 2:3\n2 1:1 5:4\n");
  for (const char* text :
       {"# head\n\n1 2:3\n   \n2 1:1 5:4", "1 2:3\r\n2 1:1 5:4\r\n", "1 2:3\r\n\r\n2 1:1 5:4\r",
        "  1\t 2:3 \t\n2 qid:7 1:1  5:4   # end", "1 2:3#x\n2 1:1 5:4 #:\n#"}) {
    const Samples samples = parse(text);
    INFO(text);
    CHECK(samples.labels == plain.labels);
    CHECK(samples.features == plain.features);
    CHECK(samples.values == plain.values);
    CHECK(samples.begin == plain.begin);
  }
}

TEST_CASE("an empty svmlight file has no samples") {
  for (const char* text : {"", "\n\n", "# nothing", "  \t"}) {
    CHECK(parse(text).size() == 0);
    CHECK(parse(text).universe == 0);
  }
}

TEST_CASE("svmlight is read from gzip whatever its name, also in several members") {
  const std::string text = diagonal(1000);
  const auto whole = gzip(bytes_of(text));
  auto members = gzip(bytes_of(text.substr(0, 777)));
  const auto second = gzip(bytes_of(text.substr(777)));
  members.insert(members.end(), second.begin(), second.end());
  for (const auto& packed : {whole, members}) {
    DataFile file("data.txt", packed);
    const Samples samples = read_svmlight(file);
    CHECK(samples.size() == 1000);
    CHECK(samples.features == parse(text).features);
    CHECK(samples.content_hash != parse(text).content_hash);
  }
}

TEST_CASE("svmlight lines may be longer than any buffer") {
  std::string text = "1";
  for (int i = 1; i <= 200'000; ++i) text += " " + std::to_string(i) + ":0.25";
  text += " # " + std::string(300'000, 'x') + "\n-1 5:1\n";
  const Samples samples = parse(text);
  CHECK(samples.size() == 2);
  CHECK(samples.features_of(0).size() == 200'000);
  CHECK(samples.features_of(1).front() == 4);
}

TEST_CASE("a wrong svmlight line is reported with file, line, value and what is accepted") {
  const DataError error = error_of("1 1:1\n\n-1 5:1 3:1\n");
  CHECK(error.file() == "data.svm");
  CHECK(error.place() == "line 3");
  CHECK(error.value() == "index 3 after index 5");
  CHECK(error.accepted() == "indices that increase strictly within a line");
  CHECK(std::string(error.what()) ==
        "data.svm, line 3: index 3 after index 5; accepted: indices that increase strictly within "
        "a line");
}

TEST_CASE("every kind of wrong svmlight line names what is wrong") {
  const std::map<std::string, std::string> found_by_line{
      {"1 2:1 2:1", "index 2 after index 2"},
      {"1 0:1", "index \"0\""},
      {"1 -3:1", "index \"-3\""},
      {"1 1.5:1", "index \"1.5\""},
      {"1 :1", "index \"\""},
      {"1 99999999999999999999999:1", "index \"99999999999999999999999\""},
      {"1 9007199254740993:1", "index \"9007199254740993\""},
      {"1 3:", "value \"\""},
      {"1 3: 4", "value \"\""},
      {"1 3:x", "value \"x\""},
      {"1 3:1e999", "value \"1e999\""},
      {"1 3:1e31", "value \"1e31\""},
      {"1 3:nan", "value \"nan\""},
      {"1 3:-inf", "value \"-inf\""},
      {"1 3:0x10", "value \"0x10\""},
      {"1 3:1,5", "value \"1,5\""},
      {"1 3:+-1", "value \"+-1\""},
      {"1 3:++1", "value \"++1\""},
      {"1 3:1:2", "a second colon"},
      {"1 3", "\"3\" without a colon"},
      {"1 3 :1", "\"3\" without a colon"},
      {"1 2:1 qid:3", "index \"qid\""},
      {"1 qid:", "qid \"\""},
      {"one 1:1", "label \"one\""},
      {"1:1 2:2", "a line without a label"},
      {":", "label \"\""},
      {"1,2 1:1", "label \"1,2\""},
      {"1 1:1\r2:2", "a carriage return within a line"},
      {std::string("1 1:1\0", 6), "value \"1\\x00\""},
      {"1 1:\xff", "value \"\\xff\""},
  };
  for (const auto& [line, found] : found_by_line) {
    const DataError error = error_of("1 1:1\n" + line + "\n1 1:1\n");
    INFO(line);
    CHECK(error.place() == "line 2");
    CHECK(error.value() == found);
  }
  CHECK(error_of("1 1:" + std::string(5000, '1')).accepted() == "words of at most 1024 characters");
}

TEST_CASE("an index beyond the given universe is reported") {
  CHECK(parse("1 5:1\n", 5).universe == 5);
  const DataError error = error_of("1 5:1\n1 6:1\n", 5);
  CHECK(error.place() == "line 2");
  CHECK(error.value() == "index \"6\"");
  CHECK(error.accepted() == "whole numbers from 1 to 5");
}

TEST_CASE("damaged gzip data is reported with a byte") {
  const auto packed = gzip(bytes_of(diagonal(300)));
  const auto error_of_bytes = [](std::span<const std::byte> bytes) {
    try {
      DataFile file("data.gz", bytes);
      read_svmlight(file);
    } catch (const DataError& error) {
      return error.place().substr(0, 5);
    }
    return std::string("none");
  };
  for (std::size_t size = 2; size < packed.size(); ++size) {
    REQUIRE(error_of_bytes(std::span(packed).first(size)) == "byte ");
  }
  auto trailing = packed;
  trailing.push_back(std::byte{0});
  CHECK(error_of_bytes(trailing) == "byte ");
  auto wrong_sum = packed;
  wrong_sum[wrong_sum.size() - 6] ^= std::byte{1};
  CHECK(error_of_bytes(wrong_sum) == "byte ");
}

TEST_CASE("a file that cannot be read is reported") {
  InputSpec spec;
  spec.kind = InputKind::svmlight;
  spec.path = "no/such/file.svm";
  CHECK_THROWS_WITH(make_input(spec, 0, 0, 1, 1),
                    "no/such/file.svm: no such file; accepted: a readable regular file");
  spec.path = "/";
  CHECK_THROWS_WITH(make_input(spec, 0, 0, 1, 1),
                    "/: not a regular file; accepted: a readable regular file");
}

TEST_CASE("minibatches are disjoint, full and the same for any number of ranks") {
  const auto samples = shared(diagonal(100));
  const SvmlightInput many(samples, 0, 10, 10, 7);
  const SvmlightInput few(samples, 0, 10, 2, 7);
  std::set<std::uint64_t> held;
  for (std::uint64_t rank = 0; rank < 10; ++rank) {
    const Entries entries = many.rank_entries(rank);
    CHECK(entries.indices.size() == 10);
    held.insert(entries.indices.begin(), entries.indices.end());
  }
  CHECK(held.size() == 100);
  CHECK(few.rank_entries(1).indices == many.rank_entries(1).indices);
  CHECK(few.rank_entries(1).values == many.rank_entries(1).values);
  const SvmlightInput other(samples, 0, 10, 2, 8);
  CHECK(other.rank_entries(1).indices != many.rank_entries(1).indices);
}

TEST_CASE("too few samples are reported with how many there are") {
  const auto samples = shared(diagonal(9));
  CHECK(SvmlightInput(samples, 0, 3, 3, 1).max_ranks() == 3);
  CHECK_THROWS_WITH(
      SvmlightInput(samples, 0, 4, 4, 1),
      "data.svm: 9 samples; accepted: at least 4 samples for each of 4 ranks, or of 3 "
      "to extrapolate from");
  CHECK_THROWS_AS(SvmlightInput(samples, 0, 10, 1, 1), DataError);
  CHECK_THROWS_AS(SvmlightInput(samples, 0, ~0ULL, ~0ULL, 1), DataError);
  CHECK_THROWS_AS(SvmlightInput(shared(""), 0, 1, 1, 1), DataError);
}

TEST_CASE(
    "more ranks than samples suffice for have unions like those of the ranks that have some") {
  const auto samples = shared(diagonal(90));
  const SvmlightInput input(samples, 1000, 3, 60, 1);
  CHECK(input.max_ranks() == 30);
  CHECK(input.supports().ranks() == 30);
  CHECK(input.rank_entries(29).indices.size() == 3);
  // No two samples share a feature.
  CHECK(input.fill_in()->distinct(30) == Approx(90));
  CHECK(input.fill_in()->distinct(60) == Approx(180).epsilon(0.05));
}

TEST_CASE("samples without features need a given universe") {
  CHECK_THROWS_AS(SvmlightInput(shared("1\n-1\n"), 0, 1, 2, 1), DataError);
  const SvmlightInput input(shared("1\n-1\n"), 10, 1, 2, 1);
  CHECK(input.universe() == 10);
  CHECK(input.mean_nnz() == 0);
  CHECK(input.rank_entries(0).indices.empty());
  CHECK(input.fill_in()->distinct(2) == 0);
}

/// The entries must equal the numerical derivative of the mean of log(1 + exp(-y w.x)).
TEST_CASE("entries are the gradient of the logistic loss") {
  const auto samples = shared("1 1:1 2:2\n-1 1:-1 3:0.5\n");
  const SvmlightInput both(samples, 0, 2, 1, 3);
  const Entries gradient = both.rank_entries(0);
  REQUIRE(gradient.indices == std::vector<std::uint64_t>{0, 1, 2});
  // y=+1: -s x, y=-1: +s x; here both samples push feature 0 the same way.
  const double first = -gradient.values[1];         // s_1 * 2 / 2
  const double second = gradient.values[2] / 0.25;  // s_2
  CHECK(gradient.values[0] == Approx(-(first + second) / 2));
  // Weights in [-0.1, 0.1): the margins are small, both slopes near 1/2 but not equal to it.
  CHECK(first == Approx(0.5).margin(0.08));
  CHECK(second == Approx(0.5).margin(0.04));
  CHECK(first != 0.5);
}

TEST_CASE("the support is the union of the minibatch's features, zeros and cancelled terms too") {
  const auto samples = shared("1 1:0 4:1\n1 2:5 4:-1\n1 4:0\n");
  const SvmlightInput input(samples, 0, 3, 1, 1);
  CHECK(input.rank_entries(0).indices == std::vector<std::uint64_t>{0, 1, 3});
  CHECK(input.rank_entries(0).values[0] == 0);
  CHECK(input.mean_nnz() == 3);
  CHECK_FALSE(input.exact_sums());
}

TEST_CASE("two labels are -1 and +1 by order, more are the first one's against the rest") {
  const auto signs = [](std::string_view text) {
    const auto samples = shared(text);
    const SvmlightInput input(samples, 0, samples->size(), 1, 1);
    std::string labels;  // the gradient points away from them
    for (const double value : input.rank_entries(0).values) labels += value < 0 ? '+' : '-';
    return labels;
  };
  CHECK(signs("5 1:1\n2 2:1\n5 3:1\n") == "+-+");
  CHECK(signs("2 1:1\n5 2:1\n5 3:1\n") == "-++");
  CHECK(signs("2 1:1\n1 2:1\n3 3:1\n2 4:1\n") == "+--+");
  CHECK(signs("3 1:1\n3 2:1\n") == "++");
}

TEST_CASE("the fill-in is that of random minibatches without replacement") {
  std::string text;
  for (int i = 0; i < 60; ++i) {  // feature 1 in all samples, 2 in every 2nd, 3 in every 3rd, ...
    text += std::to_string(i % 2);
    for (int j = 1; j <= 30; ++j) {
      if (i % j == 0) text += " " + std::to_string(j * 10) + ":1";
    }
    text += "\n";
  }
  const auto samples = shared(text);
  const auto fill_in = SvmlightInput(samples, 1000, 4, 1, 1).fill_in();
  CHECK(fill_in->universe() == 1000);
  CHECK(fill_in->distinct(15) == Approx(30));
  for (const std::uint64_t ranks : {1ULL, 3ULL, 10ULL}) {
    double total = 0, upper = 0, nnz = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const SvmlightInput input(samples, 1000, 4, ranks, seed);
      std::set<std::uint64_t> held;
      for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        const auto indices = input.rank_entries(rank).indices;
        held.insert(indices.begin(), indices.end());
      }
      total += static_cast<double>(held.size());
      upper += static_cast<double>(std::distance(held.lower_bound(150), held.end()));
      nnz += input.mean_nnz();
    }
    CHECK(total / 1000 == Approx(fill_in->distinct(ranks)).epsilon(0.02));
    CHECK(upper / 1000 == Approx(fill_in->distinct({0, ranks}, {150, 1000})).epsilon(0.03));
    CHECK(nnz / 1000 == Approx(fill_in->distinct(1)).epsilon(0.02));
  }
}

}  // namespace
}  // namespace sparlab::inputs
