#include "report/figures/published_figure.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"

namespace sparlab::report {
namespace {

analysis::DerivedQuantity time_of(const char* algorithm) {
  return {.sweep = "s", .of = {model::Algorithm(algorithm)}};
}

analysis::Claim ratio_at(double ranks, const analysis::Published& published) {
  analysis::Claim claim;
  claim.name = "ring over split";
  claim.quantity = time_of("sparse_ring");
  claim.quantity.over = {model::Algorithm("ssar_split_allgather")};
  claim.quantity.ranks = ranks;
  claim.published = published;
  return claim;
}

/// The ring takes P seconds, split and its equal 1 s.
analysis::ReproducedRow row_of_two_curves() {
  analysis::ReproducedRow row;
  analysis::PublishedResult& result = row.row.result;
  result.source = "A paper";
  result.setting = "N = 16. Published: an order";
  result.claims = {ratio_at(4, {1, std::numeric_limits<double>::infinity()}), ratio_at(4, {9, 9})};
  row.outcomes = {{analysis::Verdict::agrees, 4.0, {}, {}},
                  {analysis::Verdict::differs, 4.0, {}, {}}};
  row.row.draws = true;
  analysis::PublishedFigure& figure = result.figure.emplace();
  figure.y_label = "time";
  for (const char* algorithm : {"sparse_ring", "ssar_split_allgather", "dsar_split_allgather"})
    figure.curves.push_back({algorithm, time_of(algorithm)});
  figure.published_text = "a range";
  figure.points = {{2, 64}};
  figure.range = {0.01, 3};
  row.curves = {{{2, 2}, {4, 4}}, {{2, 1}, {4, 1}}, {{2, 1.01}, {4, 1}}};
  return row;
}

}  // namespace

TEST_CASE("a published figure has our curves, the published points and ranges, and the claims") {
  const analysis::ReproducedRow row = row_of_two_curves();
  const std::optional<Chart> chart = published_figure(row, "f");
  REQUIRE(chart);
  const std::string data = tests::data_of(chart);
  const auto has = [&](const char* text) { return data.find(text) != std::string::npos; };
  CHECK(chart->title == "A paper");
  CHECK(chart->subtitle == "N = 16");
  CHECK(chart->notes.at(0) == "Published: an order");
  CHECK(chart->legend.at(2).text == "ssar_split_allgather = dsar_split_allgather");
  CHECK(has("# published: x, y\n2\t64\n"));
  CHECK((chart->panels.at(0).guides.at(0).from == 0.01 && chart->panels[0].guides[0].to == 3));
  // Between the two curves at P = 4, and the second claim beside the first.
  REQUIRE(chart->list.size() == 2);
  CHECK(chart->list[0].text == "1 ring over split");
  CHECK(chart->list[0].place == "published >= 1, ours 4: holds");
  CHECK(chart->list[1].place == "published 9, ours 4: does not hold");
  CHECK(has("x, y, number\n4\t2\t1\n4.0"));
  CHECK(has("x, y, y to\n4\t1\t4\n4.0"));
}

TEST_CASE("a published figure reaches what is published beyond our curves") {
  const std::optional<Chart> chart = published_figure(row_of_two_curves(), "f");
  CHECK(chart->y.from < 0.01);
  CHECK(chart->y.to > 64);
}

TEST_CASE("a row without wanted points has no figure") {
  analysis::ReproducedRow row = row_of_two_curves();
  row.row.draws = false;
  CHECK_FALSE(published_figure(row, "f"));
  row.row.draws = true;
  row.curves = {{{2, 2}}, {}, {}};
  CHECK_FALSE(published_figure(row, "f"));
}

}  // namespace sparlab::report
