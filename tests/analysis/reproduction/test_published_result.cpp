#include <limits>

#include "analysis/reproduction/published_result.hpp"
#include "analysis/reproduction/reproduction.hpp"
#include "base/system/data_folders.hpp"
#include "tests/analysis/reproduction/published_for_tests.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::experiments::tests;
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
  CHECK(claim.quantity.kind == QuantityKind::ratio);
  CHECK(claim.quantity.of.ranks == 8);
  CHECK(claim.quantity.over->algorithms.front().spec() == "dense_ring");
  CHECK(claim.published.at_least == 2.3333);
  CHECK(claim.published.at_most == 2.3333);
  CHECK_FALSE(claim.explanation);
}

TEST_CASE("bounds may be one or two, and exclude a value") {
  json row = small_row();
  claim_of(row)["published"] = {{"at_least", 2}};
  const Published published = read(row).claims[0].published;
  CHECK(published.at_least == 2);
  CHECK(published.at_most == std::numeric_limits<double>::infinity());
  CHECK(error_after([](json& wrong) { claim_of(wrong)["published"]["at_most"] = 3; }).json_path ==
        "claims.0.published");
  CHECK(error_after([](json& wrong) { claim_of(wrong)["published"] = json::object(); }).json_path ==
        "claims.0.published");
  CHECK(error_after([](json& wrong) {
          claim_of(wrong)["published"] = {{"at_least", 3}, {"at_most", 2}};
        }).accepted == "at_least below at_most");
}

TEST_CASE("mistakes of a row are reported with their JSON path") {
  CHECK(error_after([](json& row) { row["clams"] = 1; }).suggestion == "claims");
  CHECK(error_after([](json& row) { row.erase("source"); }).json_path == "source");
  CHECK(error_after([](json& row) { claim_of(row)["tolerance"] = 2; }).json_path ==
        "claims.0.tolerance");
  CHECK(error_after([](json& row) { claim_of(row)["quantity"]["kind"] = "rati"; }).suggestion ==
        "ratio");
  CHECK(error_after([](json& row) { claim_of(row)["quantity"]["field"] = "byte"; }).suggestion ==
        "bytes");
  const base::ConfigError engine =
      error_after([](json& row) { claim_of(row)["quantity"]["of"]["engine"] = "measured"; });
  CHECK(engine.json_path == "claims.0.quantity.of.engine");
  const base::ConfigError algorithm =
      error_after([](json& row) { claim_of(row)["quantity"]["of"]["algorithms"] = {"dense_rin"}; });
  CHECK(algorithm.json_path == "claims.0.quantity.of.algorithms");
  CHECK(algorithm.suggestion == "dense_ring");
}

TEST_CASE("several algorithms need take, and one refuses it") {
  const auto several = [](json& row) {
    claim_of(row)["quantity"]["of"]["algorithms"] = {"dense_ring", "sparse_allgather"};
  };
  CHECK(error_after(several).json_path == "claims.0.quantity.of.take");
  json row = small_row();
  several(row);
  claim_of(row)["quantity"]["of"]["take"] = "greatest";
  CHECK(read(row).claims[0].quantity.of.take_greatest);
  CHECK(error_after([](json& wrong) {
          claim_of(wrong)["quantity"]["of"]["take"] = "least";
        }).json_path == "claims.0.quantity.of.take");
}

TEST_CASE("the two sides of a crossing have no position on its axis") {
  const base::ConfigError error = error_after([](json& row) {
    json& quantity = claim_of(row)["quantity"];
    quantity["kind"] = "crossing";
    quantity["along"] = "P";
  });
  CHECK(error.json_path == "claims.0.quantity.of.P");
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
    "along": "P", "field": "time_s", "y_label": "time",
    "curves": [{"of": {"sweep": "ranks", "engine": "model", "algorithms": ["dense_ring"]}, "to": 8}],
    "published": [{"text": "a point", "at": 4, "value": 2},
                  {"text": "a range", "at_least": 1, "at_most": 3}]})");
  const PublishedResult result = read(row);
  REQUIRE(result.figure);
  CHECK(result.figure->along == CrossingAxis::ranks);
  CHECK(result.figure->curves.at(0).label == "dense_ring");
  CHECK(result.figure->curves.at(0).to == 8);
  CHECK(result.figure->marks.at(0).at == 4);
  CHECK_FALSE(result.figure->marks.at(1).at);
  const auto refused = [&](const char* pointer, const json& value) {
    json changed = row;
    changed[json::json_pointer(pointer)] = value;
    return config_error([&] { read(changed); }).json_path;
  };
  CHECK(refused("/figure/curves/0/of/P", 4) == "figure.curves.0.of.P");
  CHECK(refused("/figure/published/1/at", 4) == "figure.published.1");
  CHECK(refused("/figure/field", "speed") == "figure.field");
}

TEST_CASE("a growth needs two places") {
  const base::ConfigError error = error_after([](json& row) {
    json& quantity = claim_of(row)["quantity"];
    quantity["kind"] = "growth";
    quantity["along"] = "P";
    quantity["from"] = quantity["to"] = 4;
    quantity["of"].erase("P");
    quantity["over"].erase("P");
  });
  CHECK(error.json_path == "claims.0.quantity.to");
}
