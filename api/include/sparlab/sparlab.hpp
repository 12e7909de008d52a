#pragma once

#include <mpi.h>
#include <sparlab/sparlab.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// The functions of sparlab.h as classes: ownership by objects, types by templates, errors as
/// exceptions. What sparlab.h says of collective calls, threads and MPI holds here, too. Values are
/// float, double or a type of 16 bits (see value_type), indices std::uint32_t or std::uint64_t.
///
///     sparlab::Operation<float> op(MPI_COMM_WORLD, "oktopk(k=1000)", universe);
///     const auto sum = op.run_dense(gradient);
///     sum.add_to(weights, -rate / ranks);
namespace sparlab {

/// A function of sparlab.h did not return SPARLAB_OK.
class Error : public std::runtime_error {
 public:
  Error(sparlab_status status, const std::string& why) : std::runtime_error(why), status_(status) {}
  sparlab_status status() const { return status_; }

 private:
  sparlab_status status_;
};

/// Errors  Error with the library's text, unless `status` is SPARLAB_OK.
inline void check(sparlab_status status) {
  if (status != SPARLAB_OK) throw Error(status, sparlab_last_error());
}

/// The vector that a run returns, with the index and value types of its operation.
template <class Value, class Index>
class Result {
 public:
  /// Takes ownership of a result of the C functions.
  explicit Result(sparlab_result* result) : result_(result) {}

  /// The first index that the result covers, and the number of these indices: of the universe, or
  /// of a reduce-scatter of the shard.
  std::uint64_t begin() const { return sparlab_result_begin(result_.get()); }
  std::uint64_t universe() const { return sparlab_result_universe(result_.get()); }
  bool is_dense() const { return sparlab_result_format(result_.get()) == SPARLAB_DENSE; }
  /// The number of values; if the result is dense, that of the indices that it covers.
  std::size_t count() const { return sparlab_result_count(result_.get()); }
  /// The index of each value; empty if the result is dense.
  std::span<const Index> indices() const {
    const auto* const first = static_cast<const Index*>(sparlab_result_indices(result_.get()));
    return {first, first == nullptr ? 0 : count()};
  }
  std::span<const Value> values() const {
    return {static_cast<const Value*>(sparlab_result_values(result_.get())), count()};
  }

  /// dense[i] += scale * result[begin + i]; `dense` has `universe` values.
  void add_to(std::span<Value> dense, double scale = 1) const {
    if (dense.size() != universe()) {
      throw Error(SPARLAB_INVALID_ARGUMENT, "dense must have as many values as the universe");
    }
    check(sparlab_result_add_to(result_.get(), scale, dense.data()));
  }

 private:
  struct Free {
    void operator()(sparlab_result* result) const { sparlab_result_free(&result); }
  };
  std::unique_ptr<sparlab_result, Free> result_;
};

/// The type of values. A program that has types of 16 bits specialises it for them:
///
///     template <>
///     inline constexpr sparlab_value_type sparlab::value_type<at::BFloat16> = SPARLAB_BF16;
template <class Value>
inline constexpr sparlab_value_type value_type = [] {
  static_assert(std::is_same_v<Value, float> || std::is_same_v<Value, double>,
                "specialise sparlab::value_type for this type");
  return std::is_same_v<Value, float> ? SPARLAB_F32 : SPARLAB_F64;
}();
template <class Index>
inline constexpr sparlab_index_type index_type = [] {
  static_assert(std::is_same_v<Index, std::uint32_t> || std::is_same_v<Index, std::uint64_t>);
  return std::is_same_v<Index, std::uint32_t> ? SPARLAB_U32 : SPARLAB_U64;
}();

/// Indices from `begin` on, less than `end`.
struct Shard {
  std::uint64_t begin;
  std::uint64_t end;
};

/// One rank's side of a collective that is run repeatedly.
template <class Value, class Index = std::uint32_t>
class Operation {
 public:
  using Result = sparlab::Result<Value, Index>;

  /// Collective; `algorithm` as in sparlab_create, `collective` as in sparlab_create_collective.
  Operation(MPI_Comm comm, const std::string& algorithm, std::uint64_t universe,
            sparlab_collective collective = SPARLAB_ALLREDUCE) {
    sparlab_operation* op = nullptr;
    check(sparlab_create_collective(comm, collective, algorithm.c_str(), value_type<Value>,
                                    index_type<Index>, universe, &op));
    op_.reset(op);
    if (collective == SPARLAB_BROADCAST)
      inputs_ = root_shard();
    else
      inputs_ = collective == SPARLAB_ALLGATHERV ? shard() : Shard{0, universe};
  }

  /// A broadcast, collective; `roots` as in sparlab_create_broadcast.
  static Operation broadcast(MPI_Comm comm, std::uint64_t roots, const std::string& algorithm,
                             std::uint64_t universe) {
    sparlab_operation* op = nullptr;
    check(sparlab_create_broadcast(comm, roots, algorithm.c_str(), value_type<Value>,
                                   index_type<Index>, universe, &op));
    return Operation(op);
  }

  /// This rank's shard of the universe.
  Shard shard() const {
    Shard shard{};
    check(sparlab_shard(op_.get(), &shard.begin, &shard.end));
    return shard;
  }

  /// Collective. `indices` are strictly increasing; each has one value.
  Result run(std::span<const Index> indices, std::span<const Value> values) {
    check_sizes(indices, values);
    return given([&](sparlab_result** sum) {
      return sparlab_run(op_.get(), indices.size(), indices.data(), values.data(), sum);
    });
  }
  /// The same for a value at each index of the universe, of an allgather and of a broadcast of the
  /// shard.
  Result run_dense(std::span<const Value> values) {
    check_size(values);
    return given(
        [&](sparlab_result** sum) { return sparlab_run_dense(op_.get(), values.data(), sum); });
  }

  /// The same without waiting for the other ranks. At most one run is in flight.
  void start(std::span<const Index> indices, std::span<const Value> values) {
    check_sizes(indices, values);
    check(sparlab_start(op_.get(), indices.size(), indices.data(), values.data()));
  }
  void start_dense(std::span<const Value> values) {
    check_size(values);
    check(sparlab_start_dense(op_.get(), values.data()));
  }
  /// Exchanges the indices before their values are known; only an algorithm with a plan.
  void plan(std::span<const Index> indices) {
    check(sparlab_plan(op_.get(), indices.size(), indices.data()));
  }
  /// Sums values at the indices of the plan, any number of times.
  Result execute(std::span<const Value> values) {
    return given([&](sparlab_result** sum) {
      return sparlab_execute(op_.get(), values.size(), values.data(), sum);
    });
  }
  /// The same without waiting for the other ranks; `wait` gives an empty result for a plan.
  void start_plan(std::span<const Index> indices) {
    check(sparlab_start_plan(op_.get(), indices.size(), indices.data()));
  }
  void start_execute(std::span<const Value> values) {
    check(sparlab_start_execute(op_.get(), values.size(), values.data()));
  }

  /// Advances all runs in flight; true if the run of this operation has ended.
  bool test() {
    int done = 0;
    check(sparlab_test(op_.get(), &done));
    return done != 0;
  }
  Result wait() {
    return given([&](sparlab_result** sum) { return sparlab_wait(op_.get(), sum); });
  }

  /// The part of its inputs that this rank keeps for later runs.
  Result residual() const {
    return given([&](sparlab_result** held) { return sparlab_residual(op_.get(), held); });
  }

  /// This rank's state, for a checkpoint.
  std::vector<std::byte> save() const {
    std::size_t size = 0;
    check(sparlab_save(op_.get(), 0, nullptr, &size));
    std::vector<std::byte> state(size);
    check(sparlab_save(op_.get(), state.size(), state.data(), &size));
    return state;
  }
  /// Collective. Restores the state that each rank saved.
  void load(std::span<const std::byte> state) {
    check(sparlab_load(op_.get(), state.size(), state.data()));
  }

 private:
  struct Free {
    void operator()(sparlab_operation* op) const { sparlab_free(&op); }
  };

  /// Of a broadcast.
  explicit Operation(sparlab_operation* op) : op_(op), inputs_(root_shard()) {}

  /// Nothing on a rank that is no root: its inputs are ignored, whatever their size.
  std::optional<Shard> root_shard() const {
    const Shard own = shard();
    return own.begin < own.end ? std::optional(own) : std::nullopt;
  }

  template <class Body>
  static Result given(Body body) {
    sparlab_result* result = nullptr;
    check(body(&result));
    return Result(result);
  }
  static void check_sizes(std::span<const Index> indices, std::span<const Value> values) {
    if (indices.size() != values.size()) {
      throw Error(SPARLAB_INVALID_ARGUMENT, "there must be as many values as indices");
    }
  }
  void check_size(std::span<const Value> values) const {
    if (inputs_ && values.size() != inputs_->end - inputs_->begin) {
      throw Error(SPARLAB_INVALID_ARGUMENT,
                  "there must be as many values as the universe, or the shard, has");
    }
  }

  std::unique_ptr<sparlab_operation, Free> op_;
  std::optional<Shard> inputs_;  ///< the indices that a dense input covers
};

/// One stateless allreduce of sparse vectors: see sparlab_allreduce.
template <class Value, class Index>
Result<Value, Index> allreduce(MPI_Comm comm, const std::string& algorithm, std::uint64_t universe,
                               std::span<const Index> indices, std::span<const Value> values) {
  return Operation<Value, Index>(comm, algorithm, universe).run(indices, values);
}

}  // namespace sparlab
