#include "report/figures/algorithm_styles.hpp"
#include "report/figures/link_figures.hpp"
#include "tests/catch.hpp"
#include "tests/report/link_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {

TEST_CASE("a figure of links has the mean and the busiest link of each class as bars") {
  const std::vector<experiments::Record> records = records_with_links();
  const auto sweeps = analysis::group_by_sweep(records);
  REQUIRE(can_draw_links(sweeps[0].panels[0]));
  const std::string data = link_figure(sweeps[0], sweeps[0].panels[0], "f").data;
  CHECK(data.find("fast: 8 links\t4\t0\t0\t0\n") != std::string::npos);
  CHECK(data.find("slow") == std::string::npos);
  const AlgorithmStyles styles({"sparse_ring"});
  // The fastest is the upper of two rows; the mean lies in front.
  const std::string busiest =
      "0\t80\t1.62\t2.38\t" + tint(styles.colour("sparse_ring"), 0.4) + "\n";
  const std::string mean = "0\t25\t1.8\t2.2\t" + std::string(styles.colour("sparse_ring")) + "\n";
  CHECK(data.find(busiest + mean) != std::string::npos);
  CHECK(data.find("density 0.1, platform p, engine loggp") != std::string::npos);
}

TEST_CASE("a map of groups has a cell for each pair with traffic, darker for more") {
  const std::vector<experiments::Record> records = records_with_links();
  const auto sweeps = analysis::group_by_sweep(records);
  REQUIRE(can_draw_groups(sweeps[0].panels[0]));
  const std::string data = group_figure(sweeps[0], sweeps[0].panels[0], "f").data;
  // Two algorithms with three cells each; the third group carried nothing and is not shown.
  CHECK(data.find("sparse\\\\_ring, 1.00 s\t3\t0\t0\t3\n") != std::string::npos);
  CHECK(data.find("x to\t1.5\n") != std::string::npos);
  const std::string least = ordered_colour(255, 256);
  CHECK(data.find("-0.5\t0.5\t-0.5\t0.5\t" + least + "\n") != std::string::npos);
  const std::string greatest = ordered_colour(0, 256);
  CHECK(data.find("0.5\t1.5\t-0.5\t0.5\t" + greatest + "\n") != std::string::npos);
}

TEST_CASE("records without links or with one group have no such figures") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  CHECK_FALSE(can_draw_links(only_panel(records)));
  CHECK_FALSE(can_draw_groups(only_panel(records)));
  records = records_with_links();
  for (experiments::Record& record : records) {
    record.links->groups = 1;
    record.links->group_bytes = {8};
  }
  CHECK(can_draw_links(only_panel(records)));
  CHECK_FALSE(can_draw_groups(only_panel(records)));
}

}  // namespace sparlab::report
