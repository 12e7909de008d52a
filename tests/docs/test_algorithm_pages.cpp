#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

namespace {

const std::filesystem::path kPages = SPARLAB_ALGORITHM_PAGES;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// One row of the index.
struct Row {
  std::string algorithm;
  std::string page;
  std::string result;
  std::string mass;
};

std::vector<Row> index_rows() {
  const std::string index = text_of(kPages / "README.md");
  const std::regex row(R"(\| \[(\w+)\]\((\S+\.md)\) \| (\w+) \| (\w+) \| .+ \|)");
  std::vector<Row> rows;
  for (std::sregex_iterator at(index.begin(), index.end(), row), end; at != end; ++at) {
    rows.push_back({(*at)[1], (*at)[2], (*at)[3], (*at)[4]});
  }
  return rows;
}

}  // namespace

TEST_CASE("the index has one row for every algorithm, and says what the registry says") {
  const auto rows = index_rows();
  for (const auto& info : algos::algorithms()) {
    CAPTURE(info.name);
    std::vector<Row> found;
    for (const Row& row : rows) {
      if (row.algorithm == info.name) found.push_back(row);
    }
    REQUIRE(found.size() == 1);
    CHECK(found[0].result == (info.exactness == algos::Exactness::exact ? "exact" : "approximate"));
    CHECK(found[0].mass == (info.mass == algos::Mass::conserved ? "conserved" : "lost"));
  }
  for (const Row& row : rows) {
    CAPTURE(row.algorithm);
    CHECK(algos::find_algorithm(row.algorithm) != nullptr);
  }
}

TEST_CASE("every algorithm has a page of its name, and only the dense baselines share theirs") {
  for (const Row& row : index_rows()) {
    CAPTURE(row.algorithm);
    const bool dense = row.algorithm.starts_with("dense_");
    CHECK(row.page == (dense ? "dense.md" : row.algorithm + ".md"));
    const std::string page = text_of(kPages / row.page);
    const std::string heading = page.substr(0, page.find('\n'));
    CHECK(heading.starts_with("# "));
    CHECK(heading.find(row.algorithm) != std::string::npos);
  }
}

TEST_CASE("every parameter has a row of a table on its algorithm's page") {
  for (const Row& row : index_rows()) {
    const auto* info = algos::find_algorithm(row.algorithm);
    if (info == nullptr) continue;
    const std::string page = text_of(kPages / row.page);
    for (const auto& parameter : info->parameters()) {
      CAPTURE(row.algorithm, parameter.name);
      const std::regex first_cell(fmt::format(R"(\n\|[^|\n]*\b{}\b[^|\n]*\|)", parameter.name));
      CHECK(std::regex_search(page, first_cell));
    }
  }
}
