#include "analysis/results/phase_differences.hpp"
#include "tests/catch.hpp"
#include "tests/report/compared_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

experiments::Record with_phases(experiments::Engine engine,
                                std::vector<experiments::PhaseTraffic> phases) {
  experiments::Record record = record_of(engine, "dense_ring", 1, 1);
  record.phases = std::move(phases);
  return record;
}

std::optional<PhaseDifference> difference(const experiments::Record& predicted,
                                          const experiments::Record& measured) {
  const auto folders = two_folders({predicted}, {measured});
  const Pairing pairing = pair_points(folders, experiments::Engine::mpi);
  return largest_phase_difference(pairing.points.front());
}

}  // namespace

TEST_CASE("the phase with the largest difference in seconds is named") {
  const experiments::Record measured = with_phases(
      experiments::Engine::mpi, {{"reduce_scatter", 1, 1, 3.0}, {"allgather", 1, 1, 5.0}});
  const auto found =
      difference(with_phases(experiments::Engine::loggp,
                             {{"reduce_scatter", 1, 1, 2.5}, {"allgather", 1, 1, 2.0}}),
                 measured);
  REQUIRE(found);
  CHECK(found->phase == "allgather");
  CHECK(found->predicted_s == 2);
  CHECK(found->measured_s == 5);
}

TEST_CASE("the model's stages are its phases") {
  experiments::Record predicted = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  predicted.terms = {{"stage_allgather_s", 1.0}, {"stage_reduce_scatter_s", 9.0}, {"best_s", 70}};
  CHECK(phase_seconds(predicted).size() == 2);
  const auto found =
      difference(predicted, with_phases(experiments::Engine::mpi,
                                        {{"allgather", 1, 1, 2.0}, {"reduce_scatter", 1, 1, 8.5}}));
  REQUIRE(found);
  CHECK(found->phase == "allgather");
  CHECK(found->predicted_s == 1);
  // The code has no phase of this name, so its time is part of another one.
  CHECK_FALSE(
      difference(predicted, with_phases(experiments::Engine::mpi, {{"allgather", 1, 1, 2.0}})));
}

TEST_CASE("a phase that a run did not enter took no time there") {
  const auto found = difference(
      with_phases(experiments::Engine::loggp, {{"split", 1, 1, 1.0}, {"unfold", 1, 1, 3.0}}),
      with_phases(experiments::Engine::mpi, {{"split", 1, 1, 2.0}}));
  REQUIRE(found);
  CHECK(found->phase == "unfold");
  CHECK(found->measured_s == 0);
}

TEST_CASE("without times of common phases, no phase is named") {
  const experiments::Record timed =
      with_phases(experiments::Engine::loggp, {{"allgather", 1, 1, 2.0}});
  CHECK_FALSE(difference(timed, with_phases(experiments::Engine::mpi, {{"allgather", 1, 1}})));
  CHECK_FALSE(difference(timed, with_phases(experiments::Engine::mpi, {{"split", 1, 1, 2.0}})));
  CHECK_FALSE(difference(timed, with_phases(experiments::Engine::mpi, {})));
}
