#include <fmt/format.h>

#include <cmath>

#include "analysis/reproduction/derived_quantity.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "tests/analysis/reproduction/published_for_tests.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

/// The records of all points of the small experiment. Times: P for the ring; for the allgather
/// 16 x density^2, which is 1 at density 1/4.
struct Records {
  experiments::Plan plan =
      experiments::make_plan(experiments::parse_experiment(small_experiment(), "small.json"));
  std::map<std::string, experiments::Record> by_id;

  Records() {
    for (const experiments::PlannedPoint& planned : plan.points) {
      experiments::Record record;
      record.point = planned.point;
      const bool ring = planned.point.algorithm.name() == "dense_ring";
      record.time_s = ring ? static_cast<double>(planned.point.ranks)
                           : 16 * planned.point.density * planned.point.density;
      record.terms = {{"gamma_s", 0.5}};
      record.phases = {{"compute", 0, 0, 0.25}, {"selection", 0, 0, 0.125}};
      record.result_nnz = 256;
      by_id[planned.id] = record;
    }
  }

  FindRecord find() const {
    return [this](const std::string& id) {
      const auto found = by_id.find(id);
      return found == by_id.end() ? nullptr : &found->second;
    };
  }
  double value(const DerivedQuantity& quantity) const { return compute(quantity, plan, find()); }
  std::string unknown(const DerivedQuantity& quantity) const {
    try {
      value(quantity);
    } catch (const UnknownQuantity& error) {
      return error.what();
    }
    return "known";
  }
};

DerivedQuantity ring_of(double ranks, Field field = Field::time_s) {
  return {.sweep = "ranks", .field = field, .of = {model::Algorithm("dense_ring")}, .ranks = ranks};
}

/// The time of the allgather by density.
DerivedQuantity by_density() {
  return {
      .sweep = "densities", .of = {model::Algorithm("sparse_allgather")}, .along = Axis::density};
}

/// Where the allgather takes `level` times as long as the ring, whose time is 4.
DerivedQuantity crossing(double level) {
  DerivedQuantity quantity = by_density();
  quantity.over = {model::Algorithm("dense_ring")};
  quantity.level = level;
  return quantity;
}

}  // namespace

TEST_CASE("a value, and the ratio of two, are those of the selected points") {
  const Records records;
  DerivedQuantity quantity = ring_of(8);
  CHECK(records.value(quantity) == 8);
  quantity.over = {model::Algorithm("sparse_allgather")};
  CHECK(records.value(quantity) == Approx(32));
}

TEST_CASE("of several algorithms the least or the greatest value counts") {
  const Records records;
  DerivedQuantity quantity = ring_of(8);
  quantity.of.emplace_back("sparse_allgather");
  CHECK(records.value(quantity) == Approx(0.25));
  quantity.take_greatest = true;
  CHECK(records.value(quantity) == 8);
}

TEST_CASE("fields other than the time are computed as documented") {
  const Records records;
  CHECK(records.value(ring_of(8, Field::network_s)) == 7.5);
  // 2 x 7/8 of 4096 bytes in 8 s.
  CHECK(records.value(ring_of(8, Field::bus_bytes_per_s)) == 896);
  CHECK(records.value(ring_of(8, Field::result_density)) == 0.25);
  CHECK(records.unknown(ring_of(8, Field::bytes)) ==
        "the record of dense_ring by engine model has no bytes");
}

TEST_CASE("a crossing is interpolated as a power law between its neighbours") {
  const Records records;
  // 16 d^2 = 4 x level at d = sqrt(level)/2: exact for a power law.
  CHECK(records.value(crossing(0.25)) == Approx(0.25));
  CHECK(records.value(crossing(0.5)) == Approx(std::sqrt(0.5) / 2));
  CHECK(records.unknown(crossing(2)) == "0 crossings instead of one");
}

TEST_CASE("two crossings determine no value") {
  Records records;
  for (auto& [id, record] : records.by_id)
    if (record.point.density == 0.25 && record.point.algorithm.name() == "sparse_allgather")
      record.time_s = 100;
  CHECK(records.unknown(crossing(2)) == "2 crossings instead of one");
}

TEST_CASE("a point without a record makes the value unknown") {
  Records records;
  records.by_id.clear();
  CHECK(records.unknown(ring_of(8)) == "a point of dense_ring has no record");
}

TEST_CASE("only the needed points are added, and selections must be unique") {
  const Records records;
  std::unordered_set<std::string> ids;
  add_needed_points(ring_of(8), records.plan, "row.json", ids);
  CHECK(ids.size() == 1);
  add_needed_points(crossing(1), records.plan, "row.json", ids);
  CHECK(ids.size() == 7);

  DerivedQuantity quantity = ring_of(8);
  quantity.json_path = "claims.0";
  quantity.ranks.reset();
  const auto add = [&] { add_needed_points(quantity, records.plan, "row.json", ids); };
  CHECK(config_error(add).value == "2 points for 1 algorithms");
  quantity.ranks = 16;
  CHECK(config_error(add).value == "no point of the experiment");
  CHECK(config_error(add).json_path == "claims.0");
  quantity.ranks.reset();
  quantity.sweep = "densities";
  quantity.density = 0.25;
  add();
}

TEST_CASE("a growth is a value or a ratio at one place over that at another") {
  const Records records;
  DerivedQuantity growth = by_density();
  growth.from = 0.125;
  growth.to = 0.5;
  CHECK(records.value(growth) == Approx(16));
  growth.over = {model::Algorithm("dense_ring")};
  CHECK(records.value(growth) == Approx(16));
  std::swap(growth.from, growth.to);
  CHECK(records.value(growth) == Approx(1.0 / 16));
  std::unordered_set<std::string> ids;
  add_needed_points(growth, records.plan, "f", ids);
  CHECK(ids.size() == 4);  // not those of density 0.25
  growth.to = 0.3;
  const base::ConfigError error =
      config_error([&] { add_needed_points(growth, records.plan, "f", ids); });
  CHECK(error.value == "no point of the experiment");
}

TEST_CASE("a curve has the values of its points, without those that lack a record") {
  Records records;
  DerivedQuantity curve = by_density();
  const auto values = [&] { return compute_curve(curve, records.plan, records.find()); };
  CHECK(values() == std::map<double, double>{{0.125, 0.25}, {0.25, 1}, {0.5, 4}});
  curve.over = {model::Algorithm("dense_ring")};
  CHECK(values().at(0.5) == 1);
  for (const experiments::PlannedPoint& planned : records.plan.points)
    if (planned.point.density == 0.25) records.by_id.erase(planned.id);
  CHECK(values().size() == 2);
}

TEST_CASE("parts of a step are read, and multiplied by a number of steps") {
  const Records records;
  CHECK(records.value(ring_of(4, Field::compute_s)) == 0.25);
  CHECK(records.value(ring_of(4, Field::selection_s)) == 0.125);
  CHECK(records.value(ring_of(4, Field::not_compute_s)) == 3.75);
  CHECK(records.unknown(ring_of(4, Field::exposed_s)).find("no exposed_s") != std::string::npos);
  DerivedQuantity pass = ring_of(4, Field::not_compute_s);
  pass.times = 100;
  CHECK(records.value(pass) == 375);
}

TEST_CASE("a ratio may take its divisor from another sweep") {
  const Records records;
  DerivedQuantity ratio = ring_of(4);
  ratio.over = {model::Algorithm("sparse_allgather")};
  ratio.over_sweep = "densities";
  ratio.density = {};
  std::unordered_set<std::string> ids;
  CHECK_THROWS_AS(add_needed_points(ratio, records.plan, "row.json", ids), base::ConfigError);
  ratio.over_sweep = "ranks";
  CHECK(records.value(ratio) == 4 / 0.25);
}
