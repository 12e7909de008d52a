#include "analysis/results/crossovers.hpp"
#include "analysis/results/standing.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {
namespace {

void move_to(experiments::Record& record, std::uint64_t ranks, std::uint64_t universe,
             std::uint64_t nnz) {
  record.point.ranks = ranks;
  record.point.universe = universe;
  record.point.nnz = nnz;
  record.point.density = static_cast<double>(nnz) / static_cast<double>(universe);
}

}  // namespace

TEST_CASE("the free axis is the one with the most values, the others make panels") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 4U, 8U})
    for (const std::uint64_t nnz : {1U, 2U}) {
      records.push_back(record_of(experiments::Engine::model, "dense_ring", 0, 1));
      move_to(records.back(), ranks, 512, nnz);
    }
  const auto sweeps = group_by_sweep(records);
  REQUIRE(sweeps.size() == 1);
  CHECK(sweeps[0].axis == Axis::ranks);
  REQUIRE(sweeps[0].panels.size() == 2);
  CHECK(sweeps[0].panels[0].positions == std::vector<double>{2, 4, 8});
  CHECK(sweeps[0].panels[1].fixed_text() == "N = 512, density 0.00391");
}

TEST_CASE("densities that differ by rounding k at each N are one density") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t universe : {1000U, 3001U, 10007U, 100003U})
    for (const double density : {0.0003, 0.01}) {
      records.push_back(record_of(experiments::Engine::model, "dense_ring", 0, 1));
      const double entries = std::round(density * static_cast<double>(universe));
      move_to(records.back(), 8, universe, std::max(1U, static_cast<unsigned>(entries)));
    }
  const auto sweeps = group_by_sweep(records);
  CHECK(sweeps[0].axis == Axis::universe);
  REQUIRE(sweeps[0].panels.size() == 2);
  CHECK(sweeps[0].panels[0].positions.size() == 4);
  CHECK(sweeps[0].panels[1].positions.size() == 4);
}

TEST_CASE("the densities of real data are no axis") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 4U}) {
    records.push_back(record_of(experiments::Engine::model, "dense_ring", 0, 1));
    move_to(records.back(), ranks, 512, 10 * ranks);
    records.back().point.input.kind = inputs::InputKind::recording;
    records.back().point.input.path = "gradients.tkg";
  }
  const Panel panel = only_panel(records);
  CHECK(panel.axis == Axis::ranks);
  CHECK(panel.fixed_text() == "N = 512, density 0.0391 to 0.0781 (the data's)");
}

TEST_CASE("data files are distinguished by name, and by content where names are equal") {
  std::vector<experiments::Record> records(
      2, record_of(experiments::Engine::model, "dense_ring", 0.1, 1));
  for (experiments::Record& record : records) {
    record.point.input.kind = inputs::InputKind::recording;
    record.point.input.path = "/home/someone/gradients.tkg";
  }
  records[1].input_hash = "other";
  const auto sweeps = group_by_sweep(records);
  REQUIRE(sweeps.size() == 2);
  CHECK(sweeps[0].settings == "recording gradients.tkg, float, uint32, seed 1, sparse inputs");
}

TEST_CASE("sweeps, platforms and settings are kept apart, in the order of the records") {
  std::vector<experiments::Record> records(
      4, record_of(experiments::Engine::model, "dense_ring", 0.1, 1));
  records[0].point.sweep = "z";
  records[1].point.platform = "other";
  records[2].point.seed = 2;
  const auto sweeps = group_by_sweep(records);
  REQUIRE(sweeps.size() == 4);
  CHECK(sweeps[0].label == "z");
  CHECK(sweeps[1].platform == "other");
  CHECK(sweeps[2].settings == "uniform, float, uint32, seed 2, sparse inputs");
}

TEST_CASE("records of several machines or payloads do not replace each other") {
  std::vector<experiments::Record> records;
  for (const auto machine : {experiments::MachineKind::hockney, experiments::MachineKind::loggp})
    for (const experiments::Payload payload :
         {experiments::Payload::counted, experiments::Payload::data}) {
      records.push_back(record_of(experiments::Engine::loggp, "dense_ring", 0.1, 1));
      records.back().point.machine = machine;
      records.back().point.payload = payload;
    }
  records.push_back(record_of(experiments::Engine::mpi, "dense_ring", 0.1, 2));
  records.back().point.machine = experiments::MachineKind::none;
  records.back().point.payload = experiments::Payload::data;
  const auto sweeps = group_by_sweep(records);
  REQUIRE(sweeps.size() == 4);
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    CHECK(sweeps[i].superseded == 0);
    const Panel& panel = sweeps[i].panels.at(0);
    REQUIRE(panel.series.size() == 2);
    CHECK(panel.find(experiments::Engine::loggp, "dense_ring")->records[0] == &records[i]);
    CHECK(panel.find(experiments::Engine::mpi, "dense_ring")->records[0] == &records[4]);
  }
  CHECK(sweeps[0].settings == "uniform, float, uint32, seed 1, sparse inputs");
  CHECK(sweeps[3].settings ==
        "uniform, float, uint32, seed 1, machine loggp, payload data, sparse inputs");
}

TEST_CASE("records are compared if all begin from one form, or none converts it") {
  const auto in_form = [](const char* algorithm, experiments::InputForm form) {
    experiments::Record record = record_of(experiments::Engine::model, algorithm, 0.1, 1);
    record.point.input_form = form;
    return record;
  };
  std::vector<experiments::Record> records = {
      in_form("dense_ring", experiments::InputForm::dense),
      in_form("sparse_ring", experiments::InputForm::sparse)};
  const auto own = group_by_sweep(records);
  REQUIRE(own.size() == 1);
  CHECK(own[0].settings == "uniform, float, uint32, seed 1, inputs of each algorithm's own form");
  // The same folder after a run from sparse inputs.
  records.push_back(in_form("dense_ring", experiments::InputForm::sparse));
  const auto converted = group_by_sweep(records);
  REQUIRE(converted.size() == 2);
  CHECK(converted[0].settings == "uniform, float, uint32, seed 1, sparse inputs");
  CHECK(converted[0].panels.at(0).algorithms() ==
        std::vector<std::string>{"dense_ring", "sparse_ring"});
  CHECK(converted[1].settings == "uniform, float, uint32, seed 1, dense inputs");
  CHECK(converted[1].panels.at(0).algorithms() == std::vector<std::string>{"dense_ring"});
}

TEST_CASE("engines without a machine or payload do not divide a sweep") {
  std::vector<experiments::Record> records = {
      record_of(experiments::Engine::model, "dense_ring", 0.1, 1),
      record_of(experiments::Engine::loggp, "dense_ring", 0.1, 1),
      record_of(experiments::Engine::simgrid, "dense_ring", 0.1, 1),
      record_of(experiments::Engine::mpi, "dense_ring", 0.1, 1)};
  records[2].point.machine = records[3].point.machine = experiments::MachineKind::none;
  records[3].point.payload = experiments::Payload::data;
  CHECK(only_panel(records).series.size() == 4);
}

TEST_CASE("of several records of one place the last counts, and their number is reported") {
  std::vector<experiments::Record> records(
      2, record_of(experiments::Engine::model, "dense_ring", 0.1, 1));
  records[1].time_s = 2;
  const auto sweeps = group_by_sweep(records);
  CHECK(sweeps[0].superseded == 1);
  CHECK(sweeps[0].panels[0].series[0].records[0]->time_s == 2);
}

TEST_CASE("a record that failed its check wins nothing") {
  std::vector<experiments::Record> records = {
      record_of(experiments::Engine::mpi, "dense_ring", 0.1, 1),
      record_of(experiments::Engine::mpi, "sparse_ring", 0.1, 0.5)};
  records[1].check = {"failed", "entry 3 differs"};
  const auto sweeps = group_by_sweep(records);
  REQUIRE(sweeps[0].failed.size() == 1);
  const auto standing = standing_at(sweeps[0].panels[0], experiments::Engine::mpi, 0.1);
  REQUIRE(standing);
  CHECK(standing->winner().point.algorithm == "dense_ring");
  CHECK(standing->fastest_first.size() == 1);
}

TEST_CASE("a standing has winner, lead and the gain of sparse over dense") {
  std::vector<experiments::Record> records = {
      record_of(experiments::Engine::model, "dense_ring", 0.1, 6),
      record_of(experiments::Engine::model, "dense_rabenseifner", 0.1, 8),
      record_of(experiments::Engine::model, "sparse_ring", 0.1, 3),
      record_of(experiments::Engine::model, "sparse_allgather", 0.1, 2)};
  const Panel panel = only_panel(records);
  const auto standing = standing_at(panel, experiments::Engine::model, 0.1);
  REQUIRE(standing);
  CHECK(standing->winner().point.algorithm == "sparse_allgather");
  CHECK(standing->leaders.size() == 1);
  CHECK(standing->lead(standing->winner()) == 1.5);
  CHECK(standing->gain(standing->winner()) == 3);
  CHECK(standing->lead(*standing->fastest_first[1]) == Approx(2.0 / 3));
  CHECK(standing->gain(*standing->best_dense) == 1);
  CHECK_FALSE(standing_at(panel, experiments::Engine::loggp, 0.1));
  CHECK_FALSE(standing_at(panel, experiments::Engine::model, 0.2));
}

TEST_CASE("equal times and overlapping intervals share the first place") {
  std::vector<experiments::Record> records = {
      record_of(experiments::Engine::model, "sparse_ring", 0.1, 1),
      record_of(experiments::Engine::model, "sparse_allgather", 0.1, 1 + 1e-12),
      measured("sparse_ring", 0.1, {1}, 0.9, 1.0, 1.1),
      measured("sparse_allgather", 0.1, {1.2}, 1.05, 1.2, 1.3),
      measured("dense_ring", 0.1, {1.25}, 1.15, 1.25, 1.3)};
  const Panel panel = only_panel(records);
  CHECK(standing_at(panel, experiments::Engine::model, 0.1)->leaders.size() == 2);
  const auto noisy = standing_at(panel, experiments::Engine::mpi, 0.1);
  CHECK(noisy->leaders.size() == 2);
  CHECK(noisy->leads("sparse_allgather"));
  CHECK_FALSE(noisy->leads("dense_ring"));
}

TEST_CASE("times of zero are ties without a lead") {
  const std::vector<experiments::Record> records = {
      record_of(experiments::Engine::model, "sparse_ring", 0.1, 0),
      record_of(experiments::Engine::model, "dense_ring", 0.1, 0)};
  const auto standing = standing_at(only_panel(records), experiments::Engine::model, 0.1);
  CHECK(standing->leaders.size() == 2);
  CHECK_FALSE(standing->lead(standing->winner()));
  CHECK_FALSE(standing->gain(standing->winner()));
}

TEST_CASE("the crossover of two power laws is found where they cross") {
  const auto records = sparse_against_dense(experiments::Engine::loggp);
  const Panel panel = only_panel(records);
  const auto found = sparse_dense_crossovers(panel, experiments::Engine::loggp);
  REQUIRE(found.size() == 1);
  CHECK(found[0].at == Approx(0.05));
  CHECK(found[0].lo == 0.01);
  CHECK(found[0].hi == 0.1);
  CHECK(crossovers_of(panel, experiments::Engine::loggp, {"dense_ring", "ssar_split_allgather"})
            .size() == 1);
  CHECK(crossovers_of(panel, experiments::Engine::loggp, {"dense_ring", "sparse_ring"}).empty());
  CHECK(sparse_dense_crossovers(panel, experiments::Engine::mpi).empty());
}

TEST_CASE("winner ranges follow each other at their crossovers, none, one or several") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  add_series(records, experiments::Engine::loggp, "ssar_split_allgather",
             [](double d) { return d; });
  add_series(records, experiments::Engine::loggp, "dense_ring",
             [](double d) { return d == 0.01 ? 0.005 : 1; });
  const Panel panel = only_panel(records);

  const auto model = winner_ranges(panel, experiments::Engine::model);
  REQUIRE(model.size() == 2);
  CHECK(model[0].algorithm == "ssar_split_allgather");
  CHECK(model[0].last == 0.01);
  CHECK(model[0].until == Approx(0.05));
  CHECK(model[1].until == 0.5);

  const auto loggp = winner_ranges(panel, experiments::Engine::loggp);
  REQUIRE(loggp.size() == 3);
  CHECK(loggp[1].algorithm == "dense_ring");
  CHECK(loggp[1].first == 0.01);
  CHECK(loggp[1].last == 0.01);
  CHECK(successive_winners(panel).size() == 1);
}

TEST_CASE("of those that tie at first, the one that goes on winning takes the range") {
  std::vector<experiments::Record> records;
  add_series(records, experiments::Engine::model, "sparse_allgather",
             [](double d) { return d < 0.01 ? 1 : 3; });
  add_series(records, experiments::Engine::model, "sparse_ring", [](double) { return 1; });
  const auto ranges = winner_ranges(only_panel(records), experiments::Engine::model);
  REQUIRE(ranges.size() == 1);
  CHECK(ranges[0].algorithm == "sparse_ring");
}

TEST_CASE("the interval of a measured crossover ends at positions that ran") {
  std::vector<experiments::Record> records;
  for (const double density : four_densities()) {
    const auto around = [](double t) { return std::vector{0.8 * t, 0.9 * t, t, 1.1 * t, 1.3 * t}; };
    records.push_back(measured("ssar_split_allgather", density, around(density), 0.8 * density,
                               density, 1.3 * density));
    records.push_back(measured("dense_mpi", density, around(0.05), 0.04, 0.05, 0.065));
  }
  const auto found = sparse_dense_crossovers(only_panel(records), experiments::Engine::mpi);
  REQUIRE(found.size() == 1);
  CHECK(found[0].lo == 0.01);  // a position, instead of a place between two positions
  CHECK(found[0].hi == 0.1);
}

}  // namespace sparlab::analysis
