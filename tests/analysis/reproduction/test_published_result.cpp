#include <limits>

#include "analysis/reproduction/published_result.hpp"
#include "analysis/reproduction/reproduction.hpp"
#include "base/system/data_folders.hpp"
#include "tests/analysis/reproduction/published_for_tests.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

PublishedResult read(const json& row) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "row.json";
  write_content(file, row.dump());
  return read_published_result(file);
}

/// The error of a row after a change.
template <class Change>
base::ConfigError error_after(Change change) {
  json row = small_row();
  change(row);
  return config_error([&] { read(row); });
}

json& claim_of(json& row) { return row["claims"][0]; }

}  // namespace

TEST_CASE("a row has the source, the experiment and the claims of its file") {
  json row = small_row();
  row["note"] = "a note";
  const PublishedResult result = read(row);
  CHECK(result.name == "row");
  CHECK(result.source == "a paper");
  CHECK(result.note == "a note");
  REQUIRE(result.claims.size() == 1);
  const Claim& claim = result.claims[0];
  CHECK(claim.quantity.ranks == 8);
  CHECK(claim.quantity.over.front().spec() == "dense_ring");
  CHECK(claim.published.at_least == 1);
  CHECK(claim.published.at_most == 1);
  CHECK_FALSE(claim.explanation);
}

TEST_CASE("bounds may be one or two, and exclude a value") {
  json row = small_row();
  claim_of(row).erase("value");
  claim_of(row)["at_least"] = 2;
  const Published published = read(row).claims[0].published;
  CHECK(published.at_least == 2);
  CHECK(published.at_most == std::numeric_limits<double>::infinity());
  CHECK(error_after([](json& wrong) { claim_of(wrong)["at_most"] = 3; }).value == "both");
  CHECK(error_after([](json& wrong) { claim_of(wrong).erase("value"); }).value == "neither");
  claim_of(row)["at_most"] = 1;
  CHECK(config_error([&] { read(row); }).accepted == "at_least below at_most");
}

TEST_CASE("mistakes of a row are reported with their JSON path") {
  CHECK(error_after([](json& row) { row["clams"] = 1; }).suggestion == "claims");
  CHECK(error_after([](json& row) { row.erase("source"); }).json_path == "source");
  CHECK(error_after([](json& row) { claim_of(row)["tolerance"] = 2; }).json_path ==
        "claims.0.tolerance");
  CHECK(error_after([](json& row) { claim_of(row)["field"] = "byte"; }).suggestion == "bytes");
  CHECK(error_after([](json& row) { claim_of(row)["engine"] = "measured"; }).json_path ==
        "claims.0.engine");
  CHECK(error_after([](json& row) { claim_of(row)["claim"] = std::string(41, 'c'); }).json_path ==
        "claims.0.claim");
  CHECK(error_after([](json& row) { claim_of(row)["of"] = json::array(); }).json_path ==
        "claims.0.of");
  const base::ConfigError algorithm =
      error_after([](json& row) { claim_of(row)["of"] = {"dense_rin"}; });
  CHECK(algorithm.json_path == "claims.0.of");
  CHECK(algorithm.suggestion == "dense_ring");
}

TEST_CASE("of several algorithms, a claim takes the least or the greatest") {
  json row = small_row();
  claim_of(row)["of"] = {"dense_ring", "sparse_allgather"};
  CHECK_FALSE(read(row).claims[0].quantity.take_greatest);
  claim_of(row)["take"] = "greatest";
  CHECK(read(row).claims[0].quantity.take_greatest);
}

TEST_CASE("an explanation changes some keys of its claim") {
  json row = small_row();
  claim_of(row)["explanation"] = {{"text", "why"}, {"shown", "what"}, {"P", 4}};
  const Explanation explanation = read(row).claims[0].explanation.value();
  CHECK(explanation.shown == "what");
  CHECK(explanation.quantity.ranks == 4);
  CHECK(explanation.quantity.over.front().spec() == "dense_ring");
  claim_of(row)["explanation"]["p"] = 4;
  CHECK(config_error([&] { read(row); }).json_path == "claims.0.explanation.p");
}

TEST_CASE("points along an axis have no position on it, and two places differ") {
  const auto along = [](const char* key, const json& value) {
    return error_after([&](json& row) {
             claim_of(row)["along"] = "P";
             claim_of(row)[key] = value;
             if (std::string_view(key) == "to") claim_of(row)["from"] = value;
             if (std::string_view(key) != "P") claim_of(row).erase("P");
           })
        .json_path;
  };
  CHECK(along("P", 8) == "claims.0.P");
  CHECK(along("to", 4) == "claims.0.to");
  CHECK(error_after([](json& row) {
          claim_of(row)["along"] = "P";
          for (const char* key : {"P", "over"}) claim_of(row).erase(key);
        }).json_path == "claims.0.along");
}

TEST_CASE("an unknown row is refused with the nearest name") {
  const base::ConfigError error =
      config_error([] { find_published_results({"sparcml-figure77"}); });
  CHECK(error.suggestion == "sparcml-figure7");
}

TEST_CASE("every row that ships selects points of its experiment, or lacks its data") {
  const auto results = find_published_results({});
  REQUIRE(results.size() == base::list_published_files().size());
  REQUIRE(results.size() >= 10);
  for (const PublishedResult& result : results) {
    CAPTURE(result.name);
    const PreparedRow row = prepare(result, {});
    CHECK(row.plan.points.empty() == !result.data.empty());
    CHECK(row.missing == result.data);
  }
}

TEST_CASE("a row may have a figure of curves, published points and ranges") {
  json row = small_row();
  row["figure"] = json::parse(R"({
    "along": "P", "field": "time_s", "y_label": "time", "curves": [{"of": "dense_ring"}],
    "published": {"text": "points", "points": [[4, 2]]}})");
  const PublishedFigure points = read(row).figure.value();
  CHECK(points.along == Axis::ranks);
  CHECK(points.curves.at(0).label == "dense_ring");
  CHECK(points.points == std::vector<std::pair<double, double>>{{4, 2}});
  row["figure"]["published"] = {{"text", "a range"}, {"at_least", 1}, {"at_most", 3}};
  CHECK(read(row).figure->range->at_most == 3);
  const auto refused = [&](const char* pointer, const json& value) {
    json changed = row;
    changed[json::json_pointer(pointer)] = value;
    return config_error([&] { read(changed); }).json_path;
  };
  CHECK(refused("/figure/curves/0/P", 4) == "figure.curves.0.P");
  CHECK(refused("/figure/published/points", {1}) == "figure.published.points");
  CHECK(refused("/figure/field", "speed") == "figure.field");
}
