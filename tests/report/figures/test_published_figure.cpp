#include "report/figures/published_figure.hpp"
#include "tests/catch.hpp"

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
  REQUIRE(can_draw_published(row));
  const std::string data = published_figure(row, "f").data;
  const auto has = [&](const char* text) { return data.find(text) != std::string::npos; };
  CHECK(has("title\tA paper\n"));
  CHECK(has("subtitle\tN = 16\n"));
  CHECK(has("note\tPublished: an order\n"));
  CHECK(has("ssar\\\\_split\\\\_allgather = dsar\\\\_split\\\\_allgather\n"));
  CHECK(has("rows of curves\t2\n"));
  CHECK(has("[published points]\n# x, y\n2\t64\n"));
  CHECK(has("[published ranges]\n# from, to, text\n0.01\t3\ta range\n"));
  // Between the two curves at P = 4, and the second claim beside the first.
  CHECK(has("\n4\t2\t1\t1 ring over split\t"));
  CHECK(has("published >= 1, ours 4: holds\n"));
  CHECK(has("published 9, ours 4: does not hold\n"));
  CHECK(has("[spans]\n# x, y, y distance\n4\t1\t3\n4.0"));
}

TEST_CASE("a published figure reaches what is published beyond our curves") {
  const std::string data = published_figure(row_of_two_curves(), "f").data;
  const auto number = [&](const std::string& name) {
    const std::size_t at = data.find("\n" + name + "\t");
    return std::stod(data.substr(at + name.size() + 2));
  };
  CHECK(number("y from") < 0.01);
  CHECK(number("y to") > 64);
}

TEST_CASE("a row without wanted points has no figure") {
  analysis::ReproducedRow row = row_of_two_curves();
  row.row.draws = false;
  CHECK_FALSE(can_draw_published(row));
  row.row.draws = true;
  row.curves = {{{2, 2}}, {}, {}};
  CHECK_FALSE(can_draw_published(row));
}

}  // namespace sparlab::report
