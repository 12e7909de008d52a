#include "report/charts/algorithm_styles.hpp"
#include "report/figures/kinds.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/link_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {

TEST_CASE("a figure of links has the mean and the busiest link of each class as bars") {
  const std::vector<experiments::Record> records = records_with_links();
  const auto sweeps = analysis::group_by_sweep(records);
  const std::optional<Chart> chart = link_figure(sweeps[0], sweeps[0].panels[0]);
  const std::string data = data_of(chart);
  CHECK(chart->panels.at(0).title == "fast: 8 links");
  CHECK(chart->panels[0].series.at(0).rows.size() == 4);
  CHECK(data.find("slow") == std::string::npos);
  const AlgorithmStyles styles({"sparse_ring"});
  // The fastest is the upper of two rows; the mean lies in front.
  const std::string busiest =
      "0\t80\t1.62\t2.38\t" + tint(styles.colour("sparse_ring"), 0.4) + "\tsparse\\\\_ring\n";
  const std::string mean =
      "0\t25\t1.8\t2.2\t" + std::string(styles.colour("sparse_ring")) + "\tsparse\\\\_ring\n";
  CHECK(data.find(busiest + mean) != std::string::npos);
  CHECK(data.find("density 0.1, platform p, engine loggp") != std::string::npos);
}

TEST_CASE("a map of groups has a cell for each pair with traffic, darker for more") {
  const std::vector<experiments::Record> records = records_with_links();
  const auto sweeps = analysis::group_by_sweep(records);
  const std::optional<Chart> chart = group_figure(sweeps[0], sweeps[0].panels[0]);
  const std::string data = data_of(chart);
  // Two algorithms with three cells each; the third group carried nothing and is not shown.
  REQUIRE(chart->panels.size() == 2);
  CHECK(chart->panels[0].title == "sparse_ring, 1.00 s");
  CHECK(chart->panels[0].series.at(0).rows.size() == 3);
  CHECK(chart->x.to == 1.5);
  const std::string least = ordered_colour(255, 256);
  CHECK(data.find("-0.5\t0.5\t-0.5\t0.5\t" + least + "\t") != std::string::npos);
  const std::string greatest = ordered_colour(0, 256);
  CHECK(data.find("0.5\t1.5\t-0.5\t0.5\t" + greatest + "\t") != std::string::npos);
}

TEST_CASE("records without links or with one group have no such figures") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  const auto draws = [&](const auto& figure) {
    const auto sweeps = analysis::group_by_sweep(records);
    return figure(sweeps[0], sweeps[0].panels[0]).has_value();
  };
  CHECK_FALSE(draws(link_figure));
  CHECK_FALSE(draws(group_figure));
  records = records_with_links();
  for (experiments::Record& record : records) {
    record.links->groups = 1;
    record.links->group_bytes = {8};
  }
  CHECK(draws(link_figure));
  CHECK_FALSE(draws(group_figure));
}

}  // namespace sparlab::report
