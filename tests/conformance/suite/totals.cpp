#include "tests/conformance/suite/totals.hpp"

#include <stdexcept>

#include "algos/registry/registry.hpp"
#include "algos/streams/counted_stream.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::conformance {
namespace {

algos::AllreduceOptions options_of(const CallTerms& call, std::uint64_t universe) {
  return {
      .dense_switch = call.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never,
      .formats = call.formats,
      .collective = call.collective,
      .whole = {0, universe},
      .roots = call.roots};
}

model::WireFormat wire_of(const CallTerms& call) {
  model::WireFormat wire = FloatStream::wire_format();
  wire.code_bits = call.code_bits;
  return wire;
}

std::uint64_t universe_of(const std::vector<FloatStream>& inputs) {
  return inputs.back().range().hi;
}

algos::CountedStream counted_input(const CallTerms& call, const algos::CountedContext& context,
                                   const runtime::Comm& comm, bool dense = false) {
  const algos::Range whole{0, context.fill_in->universe()};
  const auto rank = static_cast<std::uint64_t>(comm.rank());
  const auto ranks = static_cast<std::uint32_t>(comm.size());
  const auto format = dense ? algos::Format::dense : algos::Format::coo;
  const algos::Range given = model::given_range(call.collective, whole, rank, ranks, call.roots);
  if (call.collective == model::Collective::broadcast)
    return algos::CountedStream::of_rank(context, given, 0, format);
  if (scatters(call.collective)) return algos::CountedStream::of_rank(context, whole, rank, format);
  return algos::CountedStream(context, whole, ranks, algos::Format::coo)
      .of_same_ranks(given, format);
}

/// Calls body(comm, reducer) with a reducer on each rank.
template <class Body>
std::vector<RankWork> work_in(const CallTerms& call, std::uint64_t ranks, std::uint64_t universe,
                              Body body) {
  std::vector<RankWork> work;
  runtime::loggp::run({}, static_cast<int>(ranks), [&](runtime::Comm& comm) {
    runtime::decorators::CountingComm counting(comm);
    body(counting, *algos::make_reducer(call.spec, options_of(call, universe)));
    const auto total = counting.total().work;
    work.emplace_back(total.begin(), total.end());
  });
  return work;
}

}  // namespace

Totals modelled(const CallTerms& call, std::uint64_t ranks, const model::FillIn& fill_in,
                const TwinMachine& machine) {
  const auto cost = model::Algorithm(call.spec).cost({.ranks = ranks,
                                                      .fill_in = &fill_in,
                                                      .wire = wire_of(call),
                                                      .dense_switch = call.dense_switch,
                                                      .formats = call.formats,
                                                      .collective = call.collective,
                                                      .roots = call.roots});
  if (!cost) throw std::invalid_argument("the model has no cost of " + call.spec);
  return {cost->seconds(machine.model), cost->total_messages, cost->total_bytes};
}

Totals counted(const CallTerms& call, std::uint64_t ranks, const model::FillIn& fill_in,
               const TwinMachine& machine) {
  const algos::CountedContext context{&fill_in, wire_of(call)};
  const std::uint64_t calls = model::Algorithm(call.spec).period();
  const bool dense = algos::find_algorithm(call.spec)->dense_input;
  const auto run =
      runtime::loggp::run(machine.loggp, static_cast<int>(ranks), [&](runtime::Comm& comm) {
        const auto reducer = algos::make_reducer(call.spec, options_of(call, fill_in.universe()));
        for (std::uint64_t i = 0; i < calls; ++i)
          reducer->reduce(comm, counted_input(call, context, comm, dense));
      });
  const auto count = static_cast<double>(calls);
  return {run.makespan_s() / count, static_cast<double>(run.messages) / count, run.bytes / count};
}

Totals taken(const CallTerms& call, const std::vector<FloatStream>& inputs) {
  const auto run =
      runtime::loggp::run({}, static_cast<int>(inputs.size()), [&](runtime::Comm& comm) {
        algos::make_reducer(call.spec, options_of(call, universe_of(inputs)))
            ->reduce(comm, inputs[static_cast<std::size_t>(comm.rank())]);
      });
  return {run.makespan_s(), static_cast<double>(run.messages), run.bytes};
}

std::vector<std::vector<std::byte>> results_of(const CallTerms& call,
                                               const std::vector<FloatStream>& inputs) {
  std::vector<std::vector<std::byte>> results(inputs.size());
  runtime::loggp::run({}, static_cast<int>(inputs.size()), [&](runtime::Comm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const FloatStream result = algos::make_reducer(call.spec, options_of(call, universe_of(inputs)))
                                   ->reduce(comm, inputs[rank]);
    const auto message = result.encode();
    results[rank].assign(message.bytes().begin(), message.bytes().end());
  });
  return results;
}

std::vector<RankWork> work_of(const CallTerms& call, const std::vector<FloatStream>& inputs) {
  return work_in(call, inputs.size(), universe_of(inputs),
                 [&](runtime::Comm& comm, algos::Reducer& reducer) {
                   reducer.reduce(comm, inputs[static_cast<std::size_t>(comm.rank())]);
                 });
}

std::vector<RankWork> counted_work_of(const CallTerms& call, std::uint64_t ranks,
                                      const model::FillIn& fill_in) {
  const algos::CountedContext context{&fill_in, wire_of(call)};
  return work_in(call, ranks, fill_in.universe(),
                 [&](runtime::Comm& comm, algos::Reducer& reducer) {
                   // All inputs are sparse, as those of the real streams are.
                   reducer.reduce(comm, counted_input(call, context, comm));
                 });
}

}  // namespace sparlab::conformance
