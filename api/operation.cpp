#include "api/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "algos/streams/state_archive.hpp"
#include "api/machine.hpp"
#include "api/saved_state.hpp"
#include "api/status.hpp"
#include "api/types.hpp"
#include "model/base/contract.hpp"
#include "runtime/mpi/nonblocking.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::api {
namespace {

using algos::Range;
using runtime::Comm;

void require_running_mpi() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  require(initialized != 0 && finalized == 0,
          "MPI is not running: call between MPI_Init and MPI_Finalize");
}

static_assert(static_cast<int>(model::Collective::reduce_scatter) == SPARLAB_REDUCE_SCATTER &&
              static_cast<int>(model::Collective::allgatherv) == SPARLAB_ALLGATHERV &&
              static_cast<int>(model::Collective::broadcast) == SPARLAB_BROADCAST);

model::Algorithm checked_algorithm(const Request& request, std::uint64_t ranks) {
  const char* const algorithm = request.algorithm;
  require(algorithm != nullptr, "algorithm must not be NULL");
  require(request.roots >= 1 && request.roots <= ranks,
          "roots must be from 1 to the number of ranks");
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  if (info == nullptr || info->native) {
    throw Refusal(SPARLAB_UNKNOWN_ALGORITHM,
                  fmt::format("no algorithm is called '{}'; there are: {}",
                              model::name_of_spec(algorithm), model::algorithm_names()));
  }
  try {
    model::Algorithm checked(algorithm, {ranks, request.universe});
    checked.require(static_cast<model::Collective>(request.collective), request.roots);
    require(!algos::needs_switches(checked),
            "in_network needs switches that compute; MPI has none");
    return checked;
  } catch (const model::ParameterError& error) {
    throw Refusal(SPARLAB_INVALID_ARGUMENT, fmt::format("{}: {}", algorithm, error.what()));
  }
}

std::string algorithms_with_plans() {
  std::string names;
  for (const algos::AlgorithmInfo& info : algos::algorithms())
    if (info.plans) names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return names;
}

/// Compares the calls of the ranks. A rank whose own call is refused takes part, too, because the
/// others would wait for it.
/// Errors  MismatchError on all ranks; if they agree, the refusal.
void require_agreement(Comm& comm, const std::string& call, const std::optional<Refusal>& refusal) {
  algos::require_equal_calls(
      comm, refusal ? fmt::format("{}, which is refused: {}", call, refusal->what()) : call);
  if (refusal) throw Refusal(*refusal);
}

/// After a failure, messages may be in flight, so the Comm is neither used again nor freed.
void leave_behind(std::shared_ptr<Comm> comm) {
  static auto* const left = new std::vector<std::shared_ptr<Comm>>;
  left->push_back(std::move(comm));
}

template <class Value, class Index>
class TypedOperation final : public sparlab_operation {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  /// Errors  Refusal: an algorithm, a universe or a machine that is not accepted.
  TypedOperation(std::shared_ptr<Comm> comm, const Request& request)
      : comm_(std::move(comm)),
        range_{0, request.universe},
        algorithm_(checked_algorithm(request, static_cast<std::uint64_t>(comm_->size()))),
        machine_(algos::info_of(algorithm_).chooses ? machine_of_environment(comm_->size())
                                                    : std::nullopt),
        options_{.machine = machine_ ? &machine_->numbers : nullptr,
                 .learns = true,
                 .collective = static_cast<model::Collective>(request.collective),
                 .whole = range_,
                 .roots = request.roots},
        reducer_(algos::make_reducer(algorithm_, options_)),
        exceptions_at_start_(std::uncaught_exceptions()) {
    constexpr std::uint64_t kLargestIndex = std::numeric_limits<Index>::max();
    require(range_.size() == 0 || range_.size() - 1 <= kLargestIndex,
            "universe is too large for 32-bit indices");
  }

  ~TypedOperation() override {
    const bool unwinding = std::uncaught_exceptions() > exceptions_at_start_;
    if (pending_ && !unwinding) {
      try {
        wait();
      } catch (...) {
        failed_ = true;
      }
    }
    pending_.reset();
    if (failed_) leave_behind(std::move(comm_));
  }

  /// All that must be equal on all ranks.
  std::string call() const {
    return machine_ ? fmt::format("{} on {}", description(), machine_->title) : description();
  }

  /// The arguments.
  std::string description() const {
    return algos::describe_call(algorithm_, {algos::type_of<Stream>(), range_},
                                {.collective = options_.collective, .roots = options_.roots});
  }

  sparlab_result run(const Input& input) override {
    require_idle();
    auto code = code_of(input);
    return finished([&] { return code(*comm_); });
  }

  void start(const Input& input) override {
    require_idle();
    auto code = code_of(input);
    guard_failure([&] { pending_.emplace(*comm_, std::move(code)); });
    starter_ = std::this_thread::get_id();
  }

  bool test() override {
    require_in_flight();
    return pending_->test();
  }

  sparlab_result wait() override {
    require_in_flight();
    auto pending = std::move(*pending_);
    pending_.reset();
    return finished([&] { return pending.wait(); });
  }

  sparlab_result residual() const override {
    require(!pending_, kInFlight);
    const algos::Stream* const held = reducer_->residual();
    // Before the first run, the residual has no range.
    if (held == nullptr || held->range() != range_) return {Stream(range_, {}, {})};
    return {held->as<Stream>()};
  }

  std::size_t save(std::span<std::byte> target) override {
    require_idle();
    algos::StateArchive counted;
    transfer(counted, *reducer_, runs_);
    const std::size_t size = kSealBytes + counted.bytes();
    if (target.empty()) return size;
    require(target.size() >= size, "capacity is too small for the state");
    const auto state = target.first(size);
    auto written = algos::StateArchive::writing_to(state.subspan(kSealBytes));
    transfer(written, *reducer_, runs_);
    seal(state);
    return size;
  }

  void load(std::span<const std::byte> state) override {
    require_idle();
    auto reducer = algos::make_reducer(algorithm_, options_);
    std::uint64_t runs = 0;
    std::optional<Refusal> refusal;
    try {
      auto read = algos::StateArchive::reading_from(unsealed(state));
      transfer(read, *reducer, runs);
    } catch (const std::runtime_error& error) {
      refusal.emplace(SPARLAB_INVALID_ARGUMENT, error.what());
    }
    const std::string call = refusal ? std::string("sparlab_load of a state")
                                     : fmt::format("sparlab_load of a state after {} runs", runs);
    guard_failure([&] { require_agreement(*comm_, call, refusal); });
    reducer_ = std::move(reducer);
    planned_.reset();
    runs_ = runs;
  }

  Range shard() const override {
    if (is_ignored()) return {given().lo, given().lo};
    if (options_.collective == model::Collective::broadcast) return given();
    return model::part_of(range_, rank(), ranks());
  }

  bool may_be_freed() const override { return !pending_ || starter_ == std::this_thread::get_id(); }

 private:
  static constexpr const char* kInFlight =
      "a run of this operation is in flight: end it by sparlab_wait first";

  std::uint64_t rank() const { return static_cast<std::uint64_t>(comm_->rank()); }
  std::uint64_t ranks() const { return static_cast<std::uint64_t>(comm_->size()); }

  /// The range of this rank's input.
  Range given() const {
    return model::given_range(options_.collective, range_, rank(), ranks(), options_.roots);
  }

  /// Whether the collective ignores this rank's input.
  bool is_ignored() const {
    return model::ignores_input(options_.collective, rank(), ranks(), options_.roots);
  }

  void require_idle() const {
    require_running_mpi();
    if (failed_) throw Refusal(SPARLAB_FAILED, "the operation failed before: free it");
    require(!pending_, kInFlight);
    model::current_rank = comm_->rank();
  }

  void require_in_flight() const {
    require(pending_.has_value(), "no run of this operation is in flight");
    require(starter_ == std::this_thread::get_id(),
            "another thread started the run: it must test and wait for it");
  }

  /// What a run does on this rank, with a copy of the caller's vector.
  std::function<Stream(Comm&)> code_of(const Input& input) {
    if (input.step == Step::all) {
      Stream stream = stream_of(input);
      planned_.reset();
      return [reducer = reducer_.get(), stream = std::move(stream)](Comm& comm) mutable {
        return reducer->reduce(comm, std::move(stream)).template as<Stream>();
      };
    }
    algos::PlannedReduction* const reduction = reducer_->planned();
    if (reduction == nullptr) {
      throw Refusal(SPARLAB_INVALID_ARGUMENT,
                    fmt::format("{} has no plan; algorithms that have: {}", algorithm_.name(),
                                algorithms_with_plans()));
    }
    if (input.step == Step::plan) {
      const std::vector<Value> zeros(std::min<std::uint64_t>(input.nnz, range_.size()));
      planned_ = stream_of({.nnz = input.nnz, .indices = input.indices, .values = zeros.data()});
      return [this, reduction](Comm& comm) {
        reduction->plan(comm, *planned_);
        return Stream(range_, {}, {});
      };
    }
    require(planned_.has_value(), "no plan to execute: call sparlab_plan first");
    const std::span<const Index> indices = planned_->indices();
    const auto* const values = static_cast<const Value*>(input.values);
    require(input.nnz == indices.size(), "nnz must be that of the plan");
    require(indices.empty() || values != nullptr, "values must not be NULL");
    return [reduction,
            stream = Stream(range_, indices, {values, indices.size()})](Comm& comm) mutable {
      return reduction->execute(comm, std::move(stream)).template as<Stream>();
    };
  }

  /// A copy of the caller's vector.
  Stream stream_of(const Input& input) const {
    const Range range = given();
    if (is_ignored()) return Stream(range, {}, {});
    const auto* const values = static_cast<const Value*>(input.values);
    const bool whole = range == range_;
    if (input.dense) {
      require(values != nullptr || range.size() == 0, "values must not be NULL");
      Stream stream = Stream::uninitialised_dense(range);
      const auto target = stream.mutable_values();
      std::copy_n(values, target.size(), target.begin());
      return stream;
    }
    const auto* const first = static_cast<const Index*>(input.indices);
    require(input.nnz == 0 || (first != nullptr && values != nullptr),
            "indices and values must not be NULL if nnz > 0");
    require(input.nnz <= range.size(),
            whole ? "nnz must be at most universe" : "nnz must be at most the size of the shard");
    const std::span<const Index> indices(first, input.nnz);
    if (!algos::kernels::strictly_increasing_in(indices, range.lo, range.hi)) {
      const std::string bound =
          whole ? "be less than universe"
                : fmt::format("lie in the rank's shard, [{}, {})", range.lo, range.hi);
      throw Refusal(SPARLAB_INVALID_ARGUMENT, "indices must increase strictly and " + bound);
    }
    return {range, indices, std::span<const Value>(values, input.nnz)};
  }

  /// Runs collective code. After any exception except a refusal, which all ranks get, the operation
  /// cannot be used again.
  template <class Body>
  auto guard_failure(Body body) {
    try {
      return body();
    } catch (const Refusal&) {
      throw;
    } catch (const algos::MismatchError&) {
      throw;
    } catch (...) {
      failed_ = true;
      throw;
    }
  }

  template <class Body>
  sparlab_result finished(Body body) {
    sparlab_result result{guard_failure(body)};
    ++runs_;
    return result;
  }

  /// The state, after a description of the operation and the rank to which it belongs. Ranks
  /// compare refusals, so those of all ranks have the same text.
  void transfer(algos::StateArchive& archive, algos::Reducer& reducer, std::uint64_t& runs) const {
    const std::string own = fmt::format("{} on {} ranks, by sparlab {}", description(),
                                        comm_->size(), sparlab_version());
    std::string owner = own;
    int rank = comm_->rank();
    archive.transfer(owner, rank);
    if (owner != own) {
      throw algos::StateError(fmt::format("it is of {}; this operation is {}", owner, own));
    }
    if (rank != comm_->rank()) throw algos::StateError("it was saved on another rank");
    archive.transfer(runs, reducer);
  }

  std::shared_ptr<Comm> comm_;
  Range range_;
  model::Algorithm algorithm_;
  std::optional<KnownMachine> machine_;
  algos::AllreduceOptions options_;
  std::unique_ptr<algos::Reducer> reducer_;
  std::optional<runtime::mpi::Pending<Stream>> pending_;
  std::thread::id starter_;        ///< of the run in flight
  std::optional<Stream> planned_;  ///< the indices of the plan; its values do not matter
  std::uint64_t runs_ = 0;
  bool failed_ = false;
  int exceptions_at_start_;
};

struct Made {
  std::unique_ptr<sparlab_operation> operation;
  std::string call;
};

template <class Value, class Index>
Made make_typed(std::shared_ptr<Comm> comm, const Request& request) {
  auto made = std::make_unique<TypedOperation<Value, Index>>(std::move(comm), request);
  std::string call = made->call();
  return {std::move(made), std::move(call)};
}

/// Not collective. Errors  Refusal.
Made make(const std::shared_ptr<Comm>& comm, const Request& request) {
  const auto value_type = request.value_type;
  const auto index_type = request.index_type;
  require(request.collective >= SPARLAB_ALLREDUCE && request.collective <= SPARLAB_BROADCAST,
          "collective must be SPARLAB_ALLREDUCE, SPARLAB_REDUCE_SCATTER, SPARLAB_ALLGATHERV or "
          "SPARLAB_BROADCAST");
  require(value_type >= SPARLAB_F32 && value_type <= SPARLAB_F16,
          "value_type must be SPARLAB_F32, SPARLAB_F64, SPARLAB_BF16 or SPARLAB_F16");
  require(index_type == SPARLAB_U32 || index_type == SPARLAB_U64,
          "index_type must be SPARLAB_U32 or SPARLAB_U64");
#define SPARLAB_MAKE(Value, Index)                                        \
  if (value_type == kValueType<Value> && index_type == kIndexType<Index>) \
    return make_typed<Value, Index>(comm, request);
  SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_MAKE)
#undef SPARLAB_MAKE
  throw Refusal(SPARLAB_INVALID_ARGUMENT,
                "this library has no such combination of value_type and index_type; values of 16 "
                "bits need SPARLAB_U32");
}

/// Collective. A rank whose SPARLAB_CHUNK_BYTES is not accepted gets a refusal and takes part, as
/// in `require_agreement`. Errors  Refusal: on all ranks, if their chunk sizes differ.
std::shared_ptr<Comm> wrap_as_environment_says(MPI_Comm communicator,
                                               std::optional<Refusal>& refusal) {
  runtime::mpi::Transfer transfer;
  try {
    transfer = runtime::mpi::transfer_from_environment();
  } catch (const runtime::mpi::TransferError& error) {
    refusal.emplace(SPARLAB_INVALID_ARGUMENT, error.what());
  }
  try {
    return runtime::mpi::wrap(&communicator, transfer);
  } catch (const runtime::mpi::TransferError& error) {
    throw Refusal(SPARLAB_MISMATCH,
                  refusal ? fmt::format("{}; {}", refusal->what(), error.what()) : error.what());
  }
}

}  // namespace

std::unique_ptr<sparlab_operation> create(MPI_Comm communicator, const Request& request) {
  require_running_mpi();
  require(communicator != MPI_COMM_NULL, "the communicator is MPI_COMM_NULL");
  std::optional<Refusal> refusal;
  std::shared_ptr<Comm> comm = wrap_as_environment_says(communicator, refusal);
  Made made{nullptr,
            fmt::format("'{}'", request.algorithm == nullptr ? "NULL" : request.algorithm)};
  try {
    if (!refusal) made = make(comm, request);
  } catch (const Refusal& error) {
    refusal.emplace(error);
  } catch (const std::bad_alloc& error) {
    refusal.emplace(SPARLAB_OUT_OF_MEMORY, error.what());
  }
  try {
    require_agreement(*comm, made.call, refusal);
  } catch (const runtime::CommError&) {
    throw;
  } catch (...) {
    // All ranks get here and free the duplicate together, which no unwinding Comm does.
    made.operation.reset();
    comm.reset();
    throw;
  }
  return std::move(made.operation);
}

}  // namespace sparlab::api
