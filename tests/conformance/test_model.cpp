#include <fmt/format.h>

#include <string>
#include <string_view>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/exact_inputs.hpp"
#include "tests/conformance/suite/one_call_spec.hpp"
#include "tests/conformance/suite/rank_counts.hpp"

using namespace sparlab;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

namespace {

/// The tolerated difference between the closed form and the time of the code. Slots of omnireduce
/// overlap, and the order of arrival decides which packets wait; the closed form uses the volume of
/// the busiest port.
double time_tolerance(std::string_view algorithm) {
  return algorithm == "omnireduce" ? 0.01 : 1e-9;
}

}  // namespace

TEST_CASE("messages and bytes of real streams equal the model's exactly for P = 1..17") {
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& scenario : conformance::scenarios(ranks)) {
      const auto fill_in = conformance::exact_fill_in(scenario);
      for (const bool dense_switch : {true, false}) {
        const model::Problem problem{.ranks = static_cast<std::uint64_t>(ranks),
                                     .fill_in = &fill_in,
                                     .wire = FloatStream::wire_format(),
                                     .dense_switch = dense_switch};
        for (const auto& info : algos::algorithms()) {
          const std::string spec = conformance::one_call_spec(info.name);
          const auto cost = model::Algorithm(spec).cost(problem);
          if (!cost) continue;
          const auto allreduce = algos::find_allreduce(spec);
          const algos::AllreduceOptions options{
              {},
              dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never,
              model::FormatSet::published()};
          const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
            const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
            allreduce(comm, conformance::ones(input, scenario.universe), options);
          });
          CAPTURE(spec, ranks, scenario.name, dense_switch);
          CHECK(static_cast<double>(run.messages) == cost->total_messages);
          // Within far less than a byte: shares of a selection are fractions that add up to whole
          // entries.
          CHECK(run.bytes == Approx(cost->total_bytes).epsilon(1e-12).margin(0));
        }
      }
    }
  }
}

TEST_CASE(
    "counted streams on loggp take the time of the closed form to 1e-9, pipelined ones to 1 %",
    "[arithmetic]") {
  runtime::loggp::Machine machine = runtime::loggp::Machine::hockney(1.1e-6, 1.025e-10);
  machine.rates = {4.5e-9, 6e-9, 6e-10, 1e-10};
  model::Machine closed;
  closed.alpha_s = 1.1e-6;
  closed.beta_s_per_byte = 1.025e-10;
  closed.gammas = {4.5e-9, 6e-9, 6e-10, 1e-10};
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;

  for (const std::uint64_t ranks : {1, 2, 4, 16, 64, 256}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 0.5, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
      for (const auto& info : algos::algorithms()) {
        // Its slots exchange so many small packets that 256 ranks would take minutes.
        if (info.name == "omnireduce" && ranks > 16) continue;
        const std::string spec = conformance::one_call_spec(info.name);
        const auto cost = model::Algorithm(spec).cost(
            {.ranks = ranks, .fill_in = &fill_in, .wire = context.wire});
        if (!cost) continue;
        const auto allreduce = algos::find_allreduce(spec);
        const auto format = info.dense_input ? algos::Format::dense : algos::Format::coo;
        const auto run =
            runtime::loggp::run(machine, static_cast<int>(ranks), [&](runtime::Comm& comm) {
              allreduce(comm, algos::CountedStream(context, {0, kUniverse}, format), {});
            });
        CAPTURE(spec, ranks, density);
        const double tolerance = time_tolerance(info.name);
        CHECK(run.makespan_s() == Approx(cost->seconds(closed)).epsilon(tolerance).margin(0));
        CHECK(static_cast<double>(run.messages) == cost->total_messages);
        CHECK(run.bytes == Approx(cost->total_bytes).epsilon(1e-9));
      }
    }
  }
}
