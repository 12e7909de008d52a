#include "experiments/run/steps/counted_exchanges.hpp"

#include <utility>

#include "algos/registry/registry.hpp"
#include "experiments/run/steps/shared_processor.hpp"

namespace sparlab::experiments::run::steps {
namespace {

/// Work of an accelerator, which platforms' rates do not describe. `comm` is that of a lane, or the
/// one that stands for it on a shared processor.
void work_for(runtime::Comm& comm, double seconds) {
  if (auto* const lane = dynamic_cast<runtime::LaneComm*>(&comm))
    lane->sleep_until(lane->now() + seconds);
  else
    dynamic_cast<ProcessorComm&>(comm).work_for(seconds);
}

}  // namespace

CountedExchanges::Kind::Kind(const Point& point, const model::Machine& machine)
    : workload(point),
      options(allreduce_options(point, &machine)),
      context{&workload.fill_in(), workload.wire()},
      input(context, {0, point.universe}, workload.input_format()) {
  auto reducer = algos::make_reducer(point.algorithm, options);
  if (!reducer->keeps_state()) shared = std::move(reducer);
}

CountedExchanges::CountedExchanges(const StepPlan& plan, const model::Machine& machine,
                                   const std::optional<platforms::Accelerator>& accelerator)
    : plan_(plan), accelerator_(accelerator), reducers_(plan.exchanges.size()) {
  for (const PlannedExchange& exchange : plan.exchanges) {
    const Point& point = exchange.point;
    std::unique_ptr<Kind>& kind = kinds_[{point.algorithm.spec(), point.universe, point.nnz}];
    if (!kind) kind = std::make_unique<Kind>(point, machine);
    if (!kind->shared) reducers_[kind_of_.size()].resize(static_cast<std::size_t>(plan.ranks));
    kind_of_.push_back(kind.get());
  }
}

void CountedExchanges::select(runtime::Comm& comm, std::size_t exchange) {
  const PlannedExchange& planned = plan_.exchanges[exchange];
  if (!planned.selects) return;
  const auto elements = static_cast<double>(planned.point.universe);
  if (accelerator_)
    work_for(comm, accelerator_->select_s * elements);
  else
    comm.charge({runtime::WorkKind::select, elements});
}

void CountedExchanges::run(runtime::Comm& comm, std::size_t exchange) {
  double entries = 0;
  {
    const algos::Stream result =
        reducer_of(exchange, comm.rank()).reduce(comm, input_of(*kind_of_[exchange], comm.rank()));
    if (result.format() != algos::Format::dense) entries = result.count();
  }
  if (entries > 0 && accelerator_)
    work_for(comm, accelerator_->scatter_s * entries);
  else if (entries > 0)
    comm.charge({runtime::WorkKind::scatter, entries});
}

/// Not inlined, so that the stack of a rank that waits has no room for what it needs.
[[gnu::noinline]] algos::Reducer& CountedExchanges::reducer_of(std::size_t exchange, int rank) {
  Kind& kind = *kind_of_[exchange];
  if (kind.shared) return *kind.shared;
  auto& reducer = reducers_[exchange][static_cast<std::size_t>(rank)];
  if (!reducer)
    reducer = algos::make_reducer(plan_.exchanges[exchange].point.algorithm, kind.options);
  return *reducer;
}

algos::Stream CountedExchanges::input_of(const Kind& kind, int rank) const {
  if (kind.context.fill_in->places() == nullptr) return kind.input;
  return algos::CountedStream::of_rank(kind.context, kind.input.range(),
                                       static_cast<std::uint64_t>(rank), kind.input.format());
}

}  // namespace sparlab::experiments::run::steps
