#include "analysis/results/matched_crossovers.hpp"
#include "tests/catch.hpp"
#include "tests/report/compared_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

/// The sparse algorithm takes `factor` * density seconds, the dense one 0.05 s.
std::vector<experiments::Record> crossing(experiments::Engine engine, double factor) {
  std::vector<experiments::Record> records = sparse_against_dense(engine);
  for (experiments::Record& record : records)
    if (record.point.algorithm == "ssar_split_allgather") record.time_s *= factor;
  return records;
}

}  // namespace

TEST_CASE("crossovers along density are matched with measured ones") {
  const auto folders =
      two_folders(crossing(experiments::Engine::loggp, 1.2), crossing(experiments::Engine::mpi, 1));
  const Pairing pairing = pair_points(folders, experiments::Engine::mpi);
  const auto found = matched_crossovers(pairing);
  REQUIRE(found.size() == 1);
  CHECK(found[0].axis == Axis::density);
  CHECK(found[0].pair == AlgorithmPair{"ssar_split_allgather", "dense_ring"});
  REQUIRE((found[0].predicted && found[0].measured));
  CHECK(found[0].measured->lo == 0.01);
  CHECK(found[0].measured->hi == 0.1);
  CHECK(found[0].overlaps());
  CHECK(found[0].ratio().value() == Approx(1 / 1.2).epsilon(0.05));
}

TEST_CASE("crossovers in other places do not agree") {
  const auto folders =
      two_folders(crossing(experiments::Engine::loggp, 10), crossing(experiments::Engine::mpi, 1));
  const Pairing pairing = pair_points(folders, experiments::Engine::mpi);
  const auto found = matched_crossovers(pairing);
  REQUIRE(found.size() == 1);
  CHECK_FALSE(found[0].overlaps());
  CHECK(found[0].ratio().value() < 0.3);
}

TEST_CASE("a crossover that is only predicted or only measured has no counterpart") {
  const auto only_measured = two_folders(crossing(experiments::Engine::loggp, 1e-6),
                                         crossing(experiments::Engine::mpi, 1));
  const Pairing pairing = pair_points(only_measured, experiments::Engine::mpi);
  const auto found = matched_crossovers(pairing);
  REQUIRE(found.size() == 1);
  CHECK_FALSE(found[0].predicted);
  CHECK(found[0].measured);
  CHECK_FALSE(found[0].overlaps());
  const auto only_predicted = two_folders(crossing(experiments::Engine::loggp, 1),
                                          crossing(experiments::Engine::mpi, 1e-6));
  const Pairing other = pair_points(only_predicted, experiments::Engine::mpi);
  REQUIRE(matched_crossovers(other).size() == 1);
  CHECK_FALSE(matched_crossovers(other)[0].measured);
}

TEST_CASE("where density does not vary, crossovers are along N") {
  std::vector<ResultFolder> folders = two_folders({}, {});
  for (const double universe : {1e3, 1e4, 1e5, 1e6})
    for (const auto& [name, start, slope] :
         {std::tuple{"dense_recursive_doubling", 1.0, 3e-4}, std::tuple{"dense_ring", 4.0, 1e-4}}) {
      experiments::Record prediction =
          record_of(experiments::Engine::loggp, name, 1, start + slope * universe);
      experiments::Record measurement = published(name, 1, start + 1.1 * slope * universe);
      for (experiments::Record* record : {&prediction, &measurement}) {
        record->point.universe = static_cast<std::uint64_t>(universe);
        record->point.nnz = record->point.universe;
      }
      folders[0].records.push_back(prediction);
      folders[1].records.push_back(measurement);
    }
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  const auto found = matched_crossovers(pairing);
  REQUIRE(found.size() == 1);
  CHECK(found[0].axis == Axis::universe);
  CHECK(found[0].where == "p, over, P = 8, density 1");
  CHECK(found[0].measured->lo == 1e4);
  CHECK(found[0].overlaps());
}
