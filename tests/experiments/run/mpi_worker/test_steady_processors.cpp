#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run/mpi_worker/unwatched_processors.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using Usual = SteadyProcessors::Usual;

constexpr double kNear_s = 60e-9;
constexpr double kFar_s = 320e-9;
constexpr double kWork_s = 2.7e-6;

/// Times one after the other; the last one remains.
std::function<double()> in_turn(std::vector<double> times_s) {
  return [times_s, next = std::size_t{0}]() mutable {
    const double seconds = times_s[next];
    if (next + 1 < times_s.size()) ++next;
    return seconds;
  };
}

/// Cores at full speed.
ProcessorProbe at(std::vector<double> round_trips_s) {
  return {in_turn(std::move(round_trips_s)), [] { return kWork_s; }};
}

/// Runs `test` with processors on each of two ranks. The clock of this machine stands still while
/// nothing is sent, so that a patience of a microsecond is used up by some messages.
void with_processors(Usual usual, std::optional<double> known_s, double patience_s,
                     const std::vector<double>& round_trips_s,
                     const std::function<void(SteadyProcessors&)>& test) {
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-10), 2, [&](runtime::Comm& comm) {
    SteadyProcessors processors(comm, at(round_trips_s), usual, known_s, patience_s);
    test(processors);
  });
}

}  // namespace

TEST_CASE("a sample is repeated if the processors moved, and not before they are back") {
  // Twice at the start, then after each sample, and twice while waiting.
  with_processors(Usual::shortest, {}, 1, {kNear_s, kNear_s, kNear_s, kFar_s, kFar_s, kNear_s},
                  [](SteadyProcessors& processors) {
                    std::vector<int> samples;
                    const auto sample = [&] {
                      samples.push_back(static_cast<int>(samples.size()));
                      return static_cast<double>(samples.size());
                    };
                    CHECK(processors.steadily(sample) == 1);
                    CHECK(processors.steadily(sample) == 3);
                    const SteadyProcessors::Seen seen = processors.take_seen();
                    CHECK(seen.moved == 0);
                    CHECK(seen.round_trip_s == kNear_s);
                    CHECK_FALSE(processors.have_come_together());
                  });
}

TEST_CASE("processors that do not come back count as moved once the patience is used up") {
  with_processors(Usual::shortest, {}, 1e-6, {kNear_s, kNear_s, kNear_s, kFar_s},
                  [](SteadyProcessors& processors) {
                    CHECK(processors.have_stayed());
                    CHECK(processors.have_stayed());
                    CHECK(processors.have_stayed());
                    CHECK(processors.have_stayed());
                    CHECK(processors.take_seen().moved == 0.75);
                    CHECK(processors.have_stayed());
                    CHECK(processors.take_seen().moved == 1);
                  });
}

TEST_CASE("what was measured in vain is part of the patience") {
  runtime::loggp::Machine machine = runtime::loggp::Machine::hockney(1e-6, 1e-10);
  machine.rates = {1, 1, 1, 1};
  runtime::loggp::run(machine, 2, [](runtime::Comm& comm) {
    // As usual at the start, far apart after each sample, and near again at once.
    SteadyProcessors processors(
        comm, at({kNear_s, kNear_s, kFar_s, kNear_s, kFar_s, kNear_s, kFar_s, kNear_s, kFar_s}),
        Usual::shortest, {}, 2.5);
    int samples = 0;
    processors.steadily([&] {
      comm.charge({runtime::WorkKind::copy, 1});
      return static_cast<double>(++samples);
    });
    CHECK(samples == 4);
    CHECK(processors.take_seen().moved == 1);
  });
}

TEST_CASE("a series of measurements begins when the processors are as usual") {
  with_processors(Usual::known, kNear_s, 1, {kFar_s, kFar_s, kFar_s, kNear_s},
                  [](SteadyProcessors& processors) {
                    processors.begin();
                    CHECK(processors.have_stayed());
                    const SteadyProcessors::Seen seen = processors.take_seen();
                    CHECK(seen.moved == 0);
                    CHECK(seen.round_trip_s == kNear_s);
                  });
}

TEST_CASE("with a known round trip, nearer processors are as unusual as those further apart") {
  with_processors(Usual::known, kFar_s, 0, {kNear_s}, [](SteadyProcessors& processors) {
    CHECK(processors.have_stayed());
    CHECK(processors.take_seen().moved == 1);
  });
  with_processors(Usual::known, kNear_s, 0, {kFar_s}, [](SteadyProcessors& processors) {
    CHECK(processors.have_stayed());
    CHECK(processors.take_seen().moved == 1);
  });
}

TEST_CASE("processors that come together later tell that earlier samples were far apart") {
  with_processors(Usual::shortest, {}, 0, {kFar_s, kFar_s, kFar_s, kNear_s},
                  [](SteadyProcessors& processors) {
                    CHECK(processors.have_stayed());
                    CHECK_FALSE(processors.have_come_together());
                    CHECK(processors.have_stayed());
                    CHECK(processors.have_come_together());
                  });
}

TEST_CASE("threads of one core, near but slow, do not tell which round trip is usual") {
  // The ranks begin on one core, move to two cores before the second sample, and back before the
  // third.
  const ProcessorProbe probe{in_turn({kNear_s, kNear_s, kNear_s, kFar_s, kNear_s}),
                             in_turn({2 * kWork_s, 2 * kWork_s, kWork_s, 2 * kWork_s})};
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-10), 2, [&](runtime::Comm& comm) {
    SteadyProcessors processors(comm, probe, Usual::shortest, {}, 0);
    processors.have_stayed();
    processors.take_seen();
    CHECK(processors.have_stayed());
    CHECK(processors.take_seen().moved == 0);
    CHECK(processors.have_stayed());
    CHECK(processors.take_seen().moved == 1);
  });
}

TEST_CASE("where nothing can be told, nothing is sent and everything is as usual") {
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-10), 2, [](runtime::Comm& comm) {
    SteadyProcessors processors = unwatched(comm);
    const double start_s = comm.now();
    CHECK(processors.have_stayed());
    CHECK(comm.now() == start_s);
    CHECK(processors.take_seen().round_trip_s == 0);
  });
}

}  // namespace sparlab::experiments::run::mpi
