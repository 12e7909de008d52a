#include "report/figures/rounds_figure.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::report;

TEST_CASE("a message is an arrow in the column of its round, between the lines of its ranks") {
  experiments::run::TracedCall call;
  call.record.point.algorithm = model::Algorithm("dense_ring");
  call.record.point.ranks = 4;
  call.messages = {{1, 0, 3, 100, "split"}, {2, 3, 1, 10, "gather"}};
  const Chart chart = rounds_figure(call);
  const auto arrow_of = [&](const std::string& phase) -> const std::vector<Cell>& {
    const auto& series = chart.panels.front().series;
    const auto found = std::ranges::find_if(
        series, [&](const Series& one) { return one.keys == std::vector<std::string>{phase}; });
    REQUIRE(found != series.end());
    REQUIRE(found->rows.size() == 3);  // the line and the two sides of its head
    return found->rows.front();
  };
  const auto& first = arrow_of("split");
  const auto& second = arrow_of("gather");
  CHECK(first[1].number < second[0].number);
  CHECK(first[3].number == second[2].number);  // rank 3
  CHECK(first[3].number - first[2].number == Approx(3 * 30));
  CHECK(second[2].number - second[3].number == Approx(2 * 30));
  CHECK(first[6].number == 100);
  std::vector<double> widths;
  for (const Mark& mark : chart.panels.front().marks)
    if (!chart.panels.front().series[mark.series].keys.empty()) widths.push_back(mark.style.width);
  REQUIRE(widths.size() == 2);
  CHECK(widths[0] > widths[1]);
}
