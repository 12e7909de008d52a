#include <algorithm>
#include <sstream>

#include "analysis/results/crossovers.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/summary_table.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {
namespace {

const AlgorithmPair kPair{"ssar_split_allgather", "dense_ring"};

const platforms::PlatformFile& piz_daint() {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("piz-daint", "", ""));
  return platform;
}

experiments::Point point_of(const std::string& algorithm, std::uint64_t ranks,
                            std::uint64_t universe, std::uint64_t nnz) {
  experiments::Point point = record_of(experiments::Engine::model, algorithm, 0, 0).point;
  point.platform = "piz-daint";
  point.input_form = experiments::default_settings(model::Algorithm(algorithm)).input_form;
  point.ranks = ranks;
  point.universe = universe;
  point.nnz = nnz;
  point.density = static_cast<double>(nnz) / static_cast<double>(universe);
  return point;
}

/// The model's times of both algorithms, and a simulation with the same times.
void add_predictions(std::vector<experiments::Record>& records, std::uint64_t ranks,
                     std::uint64_t universe, std::uint64_t nnz) {
  for (const std::string& algorithm : {kPair.first, kPair.second}) {
    experiments::Record record =
        experiments::run::execute_model(point_of(algorithm, ranks, universe, nnz), piz_daint());
    record.platform_hash = piz_daint().hash;
    records.push_back(record);
    record.point.engine = experiments::Engine::loggp;
    records.push_back(record);
  }
}

/// P = 48, N = 2^22 at three densities per decade.
std::vector<experiments::Record> coarse_densities() {
  std::vector<experiments::Record> records;
  for (const std::uint64_t nnz : {419U, 4194U, 41943U, 195000U, 905000U})
    add_predictions(records, 48, std::uint64_t{1} << 22U, nnz);
  return records;
}

bool split_leads(std::uint64_t ranks, std::uint64_t universe, std::uint64_t nnz) {
  const auto time_of = [&](const std::string& algorithm) {
    return *experiments::run::predicted_seconds(point_of(algorithm, ranks, universe, nnz),
                                                piz_daint());
  };
  return time_of(kPair.first) < time_of(kPair.second);
}

}  // namespace

TEST_CASE("crossovers of the model are solved, whatever the grid") {
  const std::vector<experiments::Record> records = coarse_densities();
  const auto found = crossovers_of(only_panel(records), experiments::Engine::model, kPair);
  REQUIRE(found.size() == 1);
  CHECK(found[0].hi == Approx(0.01042).epsilon(0.001));
  constexpr std::uint64_t universe = std::uint64_t{1} << 22U;
  const auto first = static_cast<std::uint64_t>(found[0].hi * universe);
  CHECK(split_leads(48, universe, first - 1));
  CHECK_FALSE(split_leads(48, universe, first));
  const auto families = sparse_dense_crossovers(only_panel(records), experiments::Engine::model);
  REQUIRE(families.size() == 1);
  CHECK(families[0].hi == found[0].hi);
}

TEST_CASE("the table prints no digit of a crossover that is not known") {
  const auto rows = report::crossover_table(only_panel(coarse_densities())).rows;
  CHECK(rows.at(1) ==
        std::vector<std::string>{"best sparse = best dense", "0.0104", "[0.01 0.0465]"});
  CHECK(crossover_text(Axis::density, {1.1e-5, 1.05e-5, 1.14e-5}) == "[1.05e-05 1.14e-05]");
  CHECK(crossover_text(Axis::ranks, {12.4, 8, 16}) == "[8 16]");
  CHECK(crossover_text(Axis::ranks, {12, 11, 12}) == "12");
  CHECK(crossover_text(Axis::universe, {1234567, 1234566, 1234567}) == "1234567");
}

TEST_CASE("crossovers in P and N are whole numbers, the first at which the next winner leads") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {4U, 64U, 1024U})
    add_predictions(records, ranks, std::uint64_t{1} << 22U, 481500);
  Panel panel = only_panel(records);
  REQUIRE(panel.axis == Axis::ranks);
  auto found = crossovers_of(panel, experiments::Engine::model, kPair);
  REQUIRE_FALSE(found.empty());
  auto first = static_cast<std::uint64_t>(found[0].hi);
  CHECK(found[0].lo == found[0].hi - 1);
  CHECK(crossover_text(panel.axis, found[0]) == std::to_string(first));
  CHECK(split_leads(first, std::uint64_t{1} << 22U, 481500) == found[0].first_wins_after);
  CHECK(split_leads(first - 1, std::uint64_t{1} << 22U, 481500) != found[0].first_wins_after);

  records.clear();
  for (const std::uint64_t universe : {1000U, 100'000U, 10'000'000U})
    add_predictions(records, 48, universe, universe * 13 / 100);
  panel = only_panel(records);
  REQUIRE(panel.axis == Axis::universe);
  found = crossovers_of(panel, experiments::Engine::model, kPair);
  REQUIRE_FALSE(found.empty());
  for (const PanelCrossover& one : found) {
    CHECK(one.lo == one.hi - 1);
    CHECK(crossover_text(panel.axis, one) == position_text(panel.axis, one.hi));
  }
}

TEST_CASE("without the platform as it was the model's crossovers are intervals, and that is said") {
  std::vector<experiments::Record> records = coarse_densities();
  CHECK(CrossoverSearch(only_panel(records)).why_not_solved().empty());
  for (experiments::Record& record : records) record.platform_hash = "another";
  const report::CrossoverTable changed = report::crossover_table(only_panel(records));
  CHECK(changed.rows.at(1).at(1) == "[0.01 0.0465]");
  CHECK(changed.remark ==
        "crossovers of the model are not solved: platform piz-daint is not there as it was");
  for (experiments::Record& record : records) record.point.platform = "/dev/zero";
  CHECK(report::crossover_table(only_panel(records)).rows.at(1).at(1) == "[0.01 0.0465]");

  records = coarse_densities();
  for (experiments::Record& record : records) record.time_s *= 1.001;
  CHECK(report::crossover_table(only_panel(records)).remark ==
        "crossovers of the model are not solved: its closed form gives other times than the "
        "records");
}

TEST_CASE("the summary shows the solved crossover next to the interval of a simulation") {
  std::ostringstream stream;
  const std::vector<experiments::Record> records = coarse_densities();
  report::write_summary(*report::text_report(stream), group_by_sweep(records));
  CHECK(stream.str().find("ssar_split_allgather = dense_ring  0.0104  [0.01 0.0465]") !=
        std::string::npos);
}

}  // namespace sparlab::analysis
