#include "report/tables/panel_tables.hpp"
#include "tests/catch.hpp"
#include "tests/report/link_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {

TEST_CASE("a table of links has bytes and utilisation of each class that was used") {
  const std::vector<experiments::Record> records = records_with_links();
  const analysis::Panel panel = only_panel(records);
  const TextRows rows = link_rows(panel, 9);
  REQUIRE(rows.size() == 2 + 6);
  REQUIRE(rows[0].size() == 3);  // no column of the class that carried nothing
  CHECK(rows[0][2].find("fast") != std::string::npos);
  CHECK(rows[2] == std::vector<std::string>{"0.01", "sparse_ring", "   2 MB 25.0 % 80.0 %"});
  CHECK(rows[3][1] == "dense_ring");
  CHECK(link_rows(panel, 1).size() == 2 + 3);
}

TEST_CASE("the busiest links are those of the fastest algorithm") {
  const std::vector<experiments::Record> records = records_with_links();
  const TextRows rows = busiest_link_rows(only_panel(records));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1] == std::vector<std::string>{"density 0.5", "loggp sparse_ring", "switch 1",
                                            "switch 7", "fast", "1 MB", "80.0 %"});
}

TEST_CASE("records without link statistics have no table of links") {
  const std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  CHECK(link_rows(only_panel(records), 9).empty());
  CHECK(busiest_link_rows(only_panel(records)).empty());
}

}  // namespace sparlab::report
