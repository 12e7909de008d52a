#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "analysis/reproduction/reproduction.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "report/tables/reproduction_tables.hpp"
#include "tests/analysis/reproduction/published_for_tests.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Claim claim_of(const Published& published, bool explained) {
  Claim claim;
  claim.published = published;
  claim.tolerance = 0.25;
  if (explained) claim.explanation = Explanation();
  return claim;
}

/// Writes the experiment and the row, and reads both.
PreparedRow prepared(const base::TemporaryFolder& folder, const json& row) {
  write_content(folder.path() / "small.json", small_experiment().dump());
  write_content(folder.path() / "row.json", row.dump());
  return prepare(read_published_result(folder.path() / "row.json"), {});
}

}  // namespace

TEST_CASE("a difference is relative to the published value or to the nearest bound") {
  CHECK(Published{4, 4}.difference(5) == 0.25);
  CHECK(Published{4, 4}.difference(3) == -0.25);
  CHECK(Published{2, 4}.difference(3) == 0);
  CHECK(Published{2, 4}.difference(5) == 0.25);
  CHECK(Published{2, kInfinity}.difference(1e9) == 0);
  CHECK(Published{2, kInfinity}.difference(1) == -0.5);
}

TEST_CASE("a difference is explained only if the changed assumption gives the published value") {
  const Claim bare = claim_of({4, 4}, false);
  CHECK(judge(bare, 4.9, {}) == Verdict::agrees);
  CHECK(judge(bare, 5.1, {}) == Verdict::differs);
  const Claim claim = claim_of({4, 4}, true);
  CHECK(judge(claim, 4.1, 9) == Verdict::agrees);
  CHECK(judge(claim, 8, 4.1) == Verdict::explained);
  CHECK(judge(claim, 8, 9) == Verdict::differs);
}

TEST_CASE("a fitted claim does not count as one that agrees, and can differ") {
  Claim claim = claim_of({4, 4}, false);
  claim.fitted = true;
  CHECK(judge(claim, 4, {}) == Verdict::fitted);
  CHECK(judge(claim, 8, {}) == Verdict::differs);
}

TEST_CASE("of each network one number is fitted, to one published value") {
  const json suite = base::read_json_file(base::find_experiment_file("published-training"));
  std::map<std::string, std::set<std::string>> efficiencies;
  std::map<std::string, std::string> network_of;
  for (const json& sweep : suite["sweeps"]) {
    const std::string label = sweep["label"];
    const json& step = sweep["step"];
    std::string network = step["workload"];
    // A linear model of each loss is a network of its own.
    if (network.starts_with("steps/"))
      network = label.substr(0, label.find('-', label.find('-') + 1));
    network_of[label] = network;
    if (step.contains("efficiency")) efficiencies[network].insert(step["efficiency"]);
  }
  for (const auto& [network, shares] : efficiencies) {
    INFO(network);
    CHECK(shares.size() == 1);
  }
  std::map<std::string, int> fitted;
  for (const PublishedResult& row : find_published_results({}))
    for (const Claim& claim : row.claims)
      if (claim.fitted && claim.quantity.field != Field::selection_s)
        ++fitted[network_of.at(claim.quantity.sweep)];
  CHECK(fitted.size() == 10);
  for (const auto& [network, count] : fitted) {
    INFO(network);
    CHECK(count == 1);
  }
}

TEST_CASE("a row runs the points that it needs once, and a second run keeps their records") {
  const base::TemporaryFolder folder;
  std::ostringstream messages;
  for (const std::size_t kept : {0U, 2U}) {
    const ReproducedRow row =
        reproduce(prepared(folder, small_row()), folder.path() / "out",
                  experiments::run::RunOptions{.point_timeout_s = {}}, messages, false);
    CHECK(row.run.kept == kept);
    CHECK(row.run.done == 2 - kept);
    REQUIRE(row.outcomes.size() == 1);
    CHECK(row.outcomes[0].verdict == Verdict::agrees);
    CHECK(*row.outcomes[0].ours == Approx(1).epsilon(0.05));
  }
  CHECK(std::filesystem::exists(folder.path() / "out/small/records.jsonl.gz"));
}

TEST_CASE("the table has a line for each claim of at most 100 columns, and the reason") {
  const base::TemporaryFolder folder;
  json row = small_row();
  json& claim = row["claims"][0];
  claim["claim"] = std::string(40, 'c');
  claim.erase("value");
  claim["at_least"] = 1.234e-5;
  claim["at_most"] = 0.5012;
  claim["explanation"] = {{"text", "because " + std::string(60, 'x') + " " + std::string(60, 'y')},
                          {"shown", "with four ranks"},
                          {"P", 4}};
  std::ostringstream messages;
  const ReproducedRow reproduced =
      reproduce(prepared(folder, row), folder.path() / "out",
                experiments::run::RunOptions{.point_timeout_s = {}}, messages, false);
  CHECK(reproduced.outcomes[0].verdict == Verdict::explained);
  std::ostringstream table;
  report::print_reproduced(table, reproduced);
  report::print_reproduction_summary(table, std::span(&reproduced, 1));
  std::istringstream lines(table.str());
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
  CHECK(table.str().find("explained\n") != std::string::npos);
  CHECK(table.str().find("Shown: with four ranks: 0.5") != std::string::npos);
  CHECK(table.str().find(
            "claims: 1 (agrees 0, fitted 0, explained 1, differs 0, unknown 0); rows: 1, "
            "skipped 0") != std::string::npos);
  const auto object = json_of(report::reproduced_fields(reproduced));
  CHECK(object["claims"][0]["verdict"] == "explained");
  CHECK(object["claims"][0]["explanation"]["shown"] == "with four ranks");
}

TEST_CASE("a row whose data are absent runs nothing and says what it needs") {
  const base::TemporaryFolder folder;
  json row = small_row();
  row["data"] = "absent.tkg";
  std::ostringstream messages;
  const ReproducedRow reproduced =
      reproduce(prepared(folder, row), folder.path() / "out",
                experiments::run::RunOptions{.point_timeout_s = {}}, messages, false);
  CHECK(reproduced.outcomes.empty());
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
  std::ostringstream table;
  report::print_reproduced(table, reproduced);
  CHECK(table.str().find("skipped: needs absent.tkg") != std::string::npos);
}
