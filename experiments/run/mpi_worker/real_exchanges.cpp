#include "experiments/run/mpi_worker/real_exchanges.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/dense.hpp"
#include "algos/registry/own_form.hpp"
#include "algos/registry/registry.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/streams/stream_hash.hpp"
#include "experiments/run/execution/workload.hpp"

namespace sparlab::experiments::run::mpi {

class RealExchanges::Exchange {
 public:
  Exchange() = default;
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  virtual void prepare() = 0;
  virtual void select() = 0;
  /// Adds the result to the hash, unless that is null.
  virtual void run(runtime::Comm& comm, std::uint64_t* hash) = 0;
};

namespace {

constexpr std::uint64_t kHashFactor = 0x100000001b3;

template <class Value, class Index>
class TypedExchange final : public RealExchanges::Exchange {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  TypedExchange(const steps::PlannedExchange& planned, std::uint64_t rank,
                const model::Machine* machine)
      : point_(planned.point),
        selects_(planned.selects),
        info_(algos::info_of(point_.algorithm)),
        options_(allreduce_options(point_, machine)),
        gradient_(Workload(point_).stream<Value, Index>(rank)) {
    if (selects_) gradient_ = with_smaller_values(gradient_);
    if (info_.dense()) return;
    sum_ = Stream::uninitialised_dense(gradient_.range());
    std::ranges::fill(sum_.mutable_values(), Value{0});
  }

  void prepare() override {
    reducer_ = algos::make_reducer(point_.algorithm, options_);
    if (!selects_) next_ = gradient_.clone();
  }

  void select() override {
    if (!selects_) return;
    next_ = algos::selectors::exact_top_k<Index>(
                algos::selectors::DenseBlock<Value>{gradient_.values()}, point_.nnz)
                .entries;
  }

  void run(runtime::Comm& comm, std::uint64_t* hash) override {
    algos::Stream own = algos::in_own_form(comm, std::move(next_), info_, options_);
    Stream result = reducer_->reduce(comm, std::move(own)).template as<Stream>();
    if (result.format() == algos::Format::coo)
      algos::kernels::scatter(result.view(), 0, algos::Reduction<Value>::sum(),
                              sum_.mutable_values().data());
    if (hash != nullptr) *hash = *hash * kHashFactor + algos::stream_hash(result);
    if (!selects_) next_ = std::move(result);
  }

 private:
  /// A dense vector with these entries; all other values are smaller.
  static Stream with_smaller_values(const Stream& entries) {
    Stream dense = Stream::uninitialised_dense(entries.range());
    const auto values = dense.mutable_values();
    double least = 1;
    for (const Value value : entries.values())
      if (const double size = std::abs(static_cast<double>(value)); size > 0)
        least = std::min(least, size);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto place = static_cast<double>(i * 2'654'435'761U % 65'536);
      values[i] = static_cast<Value>(least * (place - 32'768) / 131'072);
    }
    if (entries.format() == algos::Format::dense) {
      for (std::size_t i = 0; i < values.size(); ++i)
        if (static_cast<double>(entries.values()[i]) != 0) values[i] = entries.values()[i];
    } else {
      for (std::size_t i = 0; i < entries.values().size(); ++i)
        values[static_cast<std::size_t>(entries.indices()[i])] = entries.values()[i];
    }
    return dense;
  }

  Point point_;
  bool selects_;
  const algos::AlgorithmInfo& info_;
  algos::AllreduceOptions options_;
  Stream gradient_;  ///< dense where the exchange selects
  Stream next_;      ///< what is sent next
  Stream sum_;       ///< to which sparse results are added
  std::unique_ptr<algos::Reducer> reducer_;
};

}  // namespace

RealExchanges::RealExchanges(const steps::StepPlan& plan, std::uint64_t rank,
                             const model::Machine* machine) {
  for (const steps::PlannedExchange& planned : plan.exchanges)
    with_stream_types(planned.point, [&]<class Value, class Index>() {
      exchanges_.push_back(std::make_unique<TypedExchange<Value, Index>>(planned, rank, machine));
    });
}

RealExchanges::~RealExchanges() = default;

void RealExchanges::prepare() {
  for (const auto& exchange : exchanges_) exchange->prepare();
}

void RealExchanges::select(runtime::Comm& /*comm*/, std::size_t exchange) {
  exchanges_[exchange]->select();
}

void RealExchanges::run(runtime::Comm& comm, std::size_t exchange) {
  exchanges_[exchange]->run(comm, hashes_.empty() ? nullptr : &hashes_[exchange]);
}

void RealExchanges::keep_hashes() { hashes_.assign(exchanges_.size(), 0); }

std::vector<std::uint64_t> RealExchanges::take_hashes() { return std::exchange(hashes_, {}); }

}  // namespace sparlab::experiments::run::mpi
