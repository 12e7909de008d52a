#include <string>
#include <vector>

#include "experiments/records/store/compressed_lines.hpp"
#include "tests/catch.hpp"

using namespace sparlab::experiments::records;

using Texts = std::vector<std::string>;

TEST_CASE("compressed lines are gzip members that may be joined") {
  const std::string file = compressed("a\nb\n") + compressed("c\n");
  CHECK(decompressed(file) == Texts{"a\nb\n", "c\n"});
  CHECK(decompressed("").empty());
}

TEST_CASE("of a file with one byte changed the other members stay") {
  const std::string first = compressed("a\n");
  const std::string second = compressed("0123456789 abcdefghij\n");
  const std::string file = first + second + compressed("c\n");
  for (std::size_t i = 0; i < second.size(); ++i) {
    std::string changed = file;
    changed[first.size() + i] = static_cast<char>(changed[first.size() + i] ^ 1);
    const Texts texts = decompressed(changed);
    CHECK(texts.front() == "a\n");
    CHECK(texts.back() == "c\n");
  }
}

TEST_CASE("bytes that are no member are an empty line") {
  CHECK(decompressed("garbage") == Texts{"\n"});
  CHECK(decompressed(compressed("a\n") + "garbage") == Texts{"a\n", "\n"});
}
