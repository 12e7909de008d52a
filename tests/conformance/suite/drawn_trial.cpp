// Runs drawn cases and checks their results.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "tests/conformance/suite/drawn_case.hpp"

namespace sparlab::conformance {
namespace {

using algos::Range;
using algos::ReductionKind;

template <class Value>
algos::Reduction<Value> reduction(ReductionKind kind) {
  using Reduction = algos::Reduction<Value>;
  if (kind == ReductionKind::min) return Reduction::min();
  if (kind == ReductionKind::max) return Reduction::max();
  if (kind == ReductionKind::prod) return Reduction::prod();
  if (kind == ReductionKind::sum) return Reduction::sum();
  // A sum whose zeros are negative where its operands cancel.
  const auto add = [](Value* inout, const Value* in, std::size_t count, void*) {
    for (std::size_t i = 0; i < count; ++i) inout[i] = -(-inout[i] - in[i]);
  };
  return Reduction::user(add, Value{0});
}

template <class Value, class Index>
algos::SparseStream<Value, Index> stream_of(const DrawnCase& drawn, const DrawnInput& input,
                                            std::uint64_t lo) {
  const Range range{lo, lo + drawn.universe};
  if (!input.dense) {
    std::vector<Index> indices;
    for (const std::uint64_t offset : input.offsets) {
      indices.push_back(static_cast<Index>(lo + offset));
    }
    return {range, indices, std::vector<Value>(input.values.begin(), input.values.end())};
  }
  auto stream = algos::SparseStream<Value, Index>::uninitialised_dense(range);
  std::ranges::fill(stream.mutable_values(), reduction<Value>(drawn.operation).neutral());
  for (std::size_t i = 0; i < input.offsets.size(); ++i) {
    stream.mutable_values()[static_cast<std::size_t>(input.offsets[i])] =
        static_cast<Value>(input.values[i]);
  }
  return stream;
}

/// A result relative to the beginning of its range: comparable with == to the last bit.
struct Result {
  algos::Format format = algos::Format::coo;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> value_bits;
  std::vector<double> values;

  bool has_bits_of(const Result& other) const {
    return format == other.format && offsets == other.offsets && value_bits == other.value_bits;
  }
};

template <class Value, class Index>
Result result_of(const algos::SparseStream<Value, Index>& stream) {
  Result result;
  result.format = stream.format();
  for (const Index index : stream.indices()) result.offsets.push_back(index - stream.range().lo);
  for (const Value value : stream.values()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    result.value_bits.push_back(bits);
    result.values.push_back(static_cast<double>(value));
  }
  return result;
}

/// Indexed by call and rank.
using Results = std::vector<std::vector<Result>>;

std::string difference_between_ranks(const Results& results) {
  for (std::size_t call = 0; call < results.size(); ++call) {
    for (std::size_t rank = 1; rank < results[call].size(); ++rank) {
      const Result& first = results[call].front();
      const Result& other = results[call][rank];
      if (other.has_bits_of(first)) continue;
      return fmt::format("call {}: rank 0 gets {}, rank {} {}", call, algos::name_of(first.format),
                         rank, algos::name_of(other.format));
    }
  }
  return "";
}

/// Compares with the serial reduction of the inputs of a call.
std::string difference_from_serial(const DrawnCase& drawn, std::size_t call, const Result& result) {
  const auto operation = reduction<double>(drawn.operation);
  std::vector<double> expected(static_cast<std::size_t>(drawn.universe), operation.neutral());
  for (const DrawnInput& input : drawn.calls[call]) {
    for (std::size_t i = 0; i < input.offsets.size(); ++i) {
      double& value = expected[static_cast<std::size_t>(input.offsets[i])];
      value = operation.visit([&](auto op) { return op(value, input.values[i]); });
    }
  }
  std::vector<double> got(expected.size(), operation.neutral());
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    got[result.format == algos::Format::dense ? i : static_cast<std::size_t>(result.offsets[i])] =
        result.values[i];
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i] == expected[i]) continue;
    return fmt::format("call {}: offset {} has {} instead of {}", call, i, got[i], expected[i]);
  }
  return "";
}

/// A case with types and with a second place of its range.
class Trial {
 public:
  virtual ~Trial() = default;
  Trial() = default;
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// The program of each rank.
  virtual void run(runtime::Comm& comm) = 0;
  /// What is wrong, after all ranks have run.
  virtual void complain(std::vector<std::string>& found) const = 0;
};

template <class Value, class Index>
class TypedTrial final : public Trial {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  TypedTrial(const DrawnCase& drawn, Generator& generator)
      : drawn_(drawn), elsewhere_(draw_place(drawn, generator)) {
    const std::vector<Result> of_call(static_cast<std::size_t>(drawn.ranks()));
    at_zero_.assign(drawn.calls.size(), of_call);
    at_elsewhere_ = at_zero_;
  }

  void run(runtime::Comm& comm) override {
    run_at(comm, 0, at_zero_);
    run_at(comm, elsewhere_, at_elsewhere_);
  }

  void complain(std::vector<std::string>& found) const override {
    const auto add = [&](const std::string& what) {
      if (!what.empty()) found.push_back(drawn_.describe() + ": " + what);
    };
    add(difference_between_ranks(at_zero_));
    add(difference_between_ranks(at_elsewhere_));
    const bool exact = algos::find_algorithm(drawn_.spec)->exactness == algos::Exactness::exact;
    for (std::size_t call = 0; call < at_zero_.size(); ++call) {
      if (exact) add(difference_from_serial(drawn_, call, at_zero_[call].front()));
      if (at_elsewhere_[call].front().has_bits_of(at_zero_[call].front())) continue;
      add(fmt::format("call {}: other bits over [{}, {})", call, elsewhere_,
                      elsewhere_ + drawn_.universe));
    }
  }

 private:
  static std::uint64_t draw_place(const DrawnCase& drawn, Generator& generator) {
    constexpr std::uint64_t kEnd = std::numeric_limits<Index>::max();
    const std::uint64_t places[] = {8, 1'000'003, kEnd - drawn.universe};
    return places[generator() % 3];
  }

  void run_at(runtime::Comm& comm, std::uint64_t lo, Results& results) const {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const auto reducer = algos::make_reducer(
        drawn_.spec,
        {reduction<Value>(drawn_.operation),
         drawn_.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never,
         drawn_.formats});
    for (std::size_t call = 0; call < drawn_.calls.size(); ++call) {
      const Stream sum =
          reducer->reduce(comm, stream_of<Value, Index>(drawn_, drawn_.calls[call][rank], lo));
      results[call][rank] = result_of(sum);
      if (sum.range() != Range{lo, lo + drawn_.universe}) results[call][rank] = {};
    }
  }

  const DrawnCase& drawn_;
  std::uint64_t elsewhere_;
  Results at_zero_;
  Results at_elsewhere_;
};

template <class Value, class Index>
std::unique_ptr<Trial> make_typed(const DrawnCase& drawn, Generator& generator) {
  return std::make_unique<TypedTrial<Value, Index>>(drawn, generator);
}

std::unique_ptr<Trial> make_trial(const DrawnCase& drawn, Generator& generator) {
  switch (generator() % 4) {
    case 0:
      return make_typed<float, std::uint32_t>(drawn, generator);
    case 1:
      return make_typed<float, std::uint64_t>(drawn, generator);
    case 2:
      return make_typed<double, std::uint32_t>(drawn, generator);
    default:
      return make_typed<double, std::uint64_t>(drawn, generator);
  }
}

}  // namespace

std::vector<std::string> complaints(std::span<const DrawnCase> cases, Generator& generator,
                                    const RunRanks& run) {
  std::vector<std::unique_ptr<Trial>> trials;
  for (const DrawnCase& drawn : cases) trials.push_back(make_trial(drawn, generator));
  run(cases.front().ranks(), [&](runtime::Comm& comm) {
    for (const auto& trial : trials) trial->run(comm);
  });
  std::vector<std::string> found;
  for (const auto& trial : trials) trial->complain(found);
  return found;
}

}  // namespace sparlab::conformance
