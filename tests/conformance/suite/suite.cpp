#include "tests/conformance/suite/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "algos/kernels/instantiate.hpp"
#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "tests/conformance/variants.hpp"

namespace sparlab::conformance {
namespace {

using algos::Reduction;
using algos::ReductionKind;
using algos::SparseStream;

double combine(ReductionKind kind, double a, double b) {
  switch (kind) {
    case ReductionKind::min:
      return std::isnan(b) || b < a ? b : a;
    case ReductionKind::max:
      return std::isnan(b) || b > a ? b : a;
    case ReductionKind::prod:
      return a * b;
    case ReductionKind::sum:
    case ReductionKind::user:
      return a + b;
  }
  return a;
}

template <class Value>
Reduction<Value> reduction(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::sum:
      return Reduction<Value>::sum();
    case ReductionKind::min:
      return Reduction<Value>::min();
    case ReductionKind::max:
      return Reduction<Value>::max();
    case ReductionKind::prod:
      return Reduction<Value>::prod();
    case ReductionKind::user:
      break;
  }
  const auto add = [](Value* inout, const Value* in, std::size_t count, void*) {
    for (std::size_t i = 0; i < count; ++i) inout[i] += in[i];
  };
  return Reduction<Value>::user(add, Value{0});
}

/// The serial reduction in rank order.
std::map<std::uint64_t, double> serial(const Scenario& scenario, ReductionKind kind) {
  std::map<std::uint64_t, double> result;
  for (const RankInput& input : scenario.inputs) {
    for (std::size_t i = 0; i < input.indices.size(); ++i) {
      const auto [entry, is_new] = result.try_emplace(input.indices[i], input.values[i]);
      if (!is_new) entry->second = combine(kind, entry->second, input.values[i]);
    }
  }
  return result;
}

/// Inputs are small integers, whose sums and products are exact but for products of 16 bits.
template <class Value>
bool same(Value value, double expected) {
  if (std::isnan(expected)) return std::isnan(value);
  if (value == static_cast<Value>(expected)) return true;
  const double tolerance = 16 * static_cast<double>(std::numeric_limits<Value>::epsilon());
  return sizeof(Value) == 2 &&
         std::abs(static_cast<double>(value) - expected) <= tolerance * std::abs(expected);
}

template <class Value, class Index>
std::optional<std::string> coo_difference(const SparseStream<Value, Index>& result,
                                          const std::map<std::uint64_t, double>& expected) {
  if (result.count() != expected.size()) {
    return fmt::format("{} entries instead of {}", result.count(), expected.size());
  }
  std::size_t i = 0;
  for (const auto& [index, value] : expected) {
    if (result.indices()[i] != index) {
      return fmt::format("entry {} is index {} instead of {}", i, result.indices()[i], index);
    }
    if (!same(result.values()[i], value)) {
      return fmt::format("index {} has {} instead of {}", index,
                         static_cast<double>(result.values()[i]), value);
    }
    ++i;
  }
  return std::nullopt;
}

template <class Value, class Index>
std::optional<std::string> dense_difference(const SparseStream<Value, Index>& result,
                                            const std::map<std::uint64_t, double>& expected,
                                            double neutral) {
  for (std::uint64_t index = 0; index < result.count(); ++index) {
    const auto found = expected.find(index);
    const double value = found == expected.end() ? neutral : found->second;
    if (!same(result.values()[static_cast<std::size_t>(index)], value)) {
      return fmt::format("index {} has {} instead of {}", index,
                         static_cast<double>(result.values()[static_cast<std::size_t>(index)]),
                         value);
    }
  }
  return std::nullopt;
}

template <class Value, class Index>
SparseStream<Value, Index> input_stream(const Scenario& scenario, int rank) {
  const RankInput& input = scenario.inputs[static_cast<std::size_t>(rank)];
  const std::vector<Index> indices(input.indices.begin(), input.indices.end());
  std::vector<Value> values;
  for (const double value : input.values) values.push_back(static_cast<Value>(value));
  return {{0, scenario.universe}, indices, values};
}

template <class Value, class Index>
algos::AllreduceOptions options_of(const Trial& trial) {
  return {reduction<Value>(trial.operation),
          trial.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never,
          trial.formats};
}

template <class Value, class Index>
SparseStream<Value, Index> run(runtime::Comm& comm, const Trial& trial) {
  return algos::make_reducer(trial.algorithm, options_of<Value, Index>(trial))
      ->reduce(comm, input_stream<Value, Index>(*trial.scenario, comm.rank()));
}

/// The nonzero entries of any stream.
template <class Value, class Index>
Entries nonzeros(const SparseStream<Value, Index>& stream) {
  Entries entries;
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    const auto value = static_cast<double>(stream.values()[i]);
    const std::uint64_t index = stream.format() == algos::Format::dense
                                    ? stream.range().lo + i
                                    : std::uint64_t{stream.indices()[i]};
    if (value != 0) entries[index] = value;
  }
  return entries;
}

/// Compares up to the rounding of `Value`, since the definition rounds in double.
template <class Value>
std::optional<std::string> entries_difference(const Entries& result, const Entries& expected) {
  Entries indices = result;
  indices.insert(expected.begin(), expected.end());
  const double tolerance = 16 * static_cast<double>(std::numeric_limits<Value>::epsilon());
  const double underflow = 64 * static_cast<double>(std::numeric_limits<Value>::denorm_min());
  for (const auto& [index, unused] : indices) {
    const auto at = [index = index](const Entries& entries) {
      const auto found = entries.find(index);
      return found == entries.end() ? 0.0 : found->second;
    };
    const double got = at(result);
    const double want = at(expected);
    if (std::isnan(want) ? std::isnan(got)
                         : std::abs(got - want) <= tolerance * std::abs(want) + underflow) {
      continue;
    }
    return fmt::format("index {} has {} instead of {}", index, got, want);
  }
  return std::nullopt;
}

bool same_bytes(const runtime::Message& a, const runtime::Message& b) {
  return a.bytes().size() == b.bytes().size() &&
         std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0;
}

/// Compares this rank's result with its left neighbour's; around the ring this compares all ranks.
bool agrees_with_neighbour(runtime::Comm& comm, const runtime::Message& result) {
  const int ranks = comm.size();
  const runtime::Message neighbour =
      exchange(comm, (comm.rank() + 1) % ranks, result, (comm.rank() + ranks - 1) % ranks, 1);
  return same_bytes(result, neighbour);
}

/// The mass that several calls of one reducer lose: empty if results and residuals add up to the
/// inputs. Rank 0 adds them up, the others compare their results.
template <class Value, class Index>
std::optional<std::string> lost_mass(runtime::Comm& comm, const Trial& trial) {
  using Stream = SparseStream<Value, Index>;
  constexpr int kCalls = 3;
  const auto reducer = algos::make_reducer(trial.algorithm, options_of<Value, Index>(trial));
  std::vector<Stream> parts;
  bool agree = true;
  for (int call = 0; call < kCalls; ++call) {
    parts.push_back(
        reducer->reduce(comm, input_stream<Value, Index>(*trial.scenario, comm.rank())));
    agree = agrees_with_neighbour(comm, parts.back().encode()) && agree;
  }
  const Stream none({0, trial.scenario->universe}, {}, {});
  const algos::Stream* const residual = reducer->residual();
  parts.push_back(algos::find_allreduce("sparse_allgather")(
      comm, residual == nullptr || residual->count() == 0 ? algos::Stream(none) : *residual, {}));
  if (!agree) return "ranks differ";
  if (comm.rank() != 0) return std::nullopt;
  Entries balance;
  for (const Stream& part : parts) add(balance, nonzeros(part));
  Entries inputs;
  for (int call = 0; call < kCalls; ++call) add(inputs, sum_of(*trial.scenario));
  return entries_difference<Value>(balance, inputs);
}

template <class Value, class Index>
std::optional<std::string> difference_from_expected(const SparseStream<Value, Index>& result,
                                                    const Trial& trial) {
  if (trial.expected) {
    return entries_difference<Value>(nonzeros(result), trial.expected(*trial.scenario));
  }
  auto expected = serial(*trial.scenario, trial.operation);
  const auto neutral = static_cast<double>(reduction<Value>(trial.operation).neutral());
  if (result.format() != algos::Format::coo) return dense_difference(result, expected, neutral);
  if (model::Algorithm(trial.algorithm).parameters().drops_neutral())
    std::erase_if(expected, [&](const auto& entry) {
      // Values of 16 bits round tiny sums to it.
      return static_cast<double>(static_cast<Value>(entry.second)) == neutral &&
             !std::ranges::binary_search(result.indices(), static_cast<Index>(entry.first));
    });
  return coo_difference(result, expected);
}

bool conserves_mass(const Trial& trial) {
  return algos::mass_of(model::Algorithm(trial.algorithm)) == algos::Mass::conserved &&
         !has_nan(*trial.scenario);
}

}  // namespace

std::vector<Trial> all_trials(const std::vector<Scenario>& scenarios) {
  std::vector<Trial> trials;
  for (const auto& info : algos::algorithms()) {
    if (info.native || info.exactness == algos::Exactness::approximate) continue;
    const std::string name(info.name);
    for (const Scenario& scenario : scenarios) trials.push_back({name, &scenario});
    for (const std::size_t i : {0, 1, 9}) {
      if (info.sum_only) break;
      for (const auto kind :
           {ReductionKind::min, ReductionKind::max, ReductionKind::prod, ReductionKind::user}) {
        trials.push_back({name, &scenarios[i], kind});
      }
    }
    trials.push_back({name, &scenarios[9], ReductionKind::sum, false});
    for (const Scenario& scenario : scenarios) {
      trials.push_back({name, &scenario, ReductionKind::sum, true,
                        model::FormatSet::all().with(model::ValueCode::exponents)});
    }
  }
  for (const std::string& spec : dense_codes()) {
    for (const Scenario& scenario : scenarios) trials.push_back({spec, &scenario});
    trials.push_back({spec, &scenarios[9], ReductionKind::user});
  }
  for (Trial& trial : approximate_trials(scenarios, 8)) trials.push_back(std::move(trial));
  return trials;
}

std::vector<Trial> approximate_trials(const std::vector<Scenario>& scenarios, std::uint64_t k) {
  std::vector<Trial> trials;
  for (const Definition& definition : all_definitions(k)) {
    for (const Scenario& scenario : scenarios) {
      if (!accepts(definition.spec, scenario) || !definition.applies(scenario)) continue;
      trials.push_back({definition.spec, &scenario, ReductionKind::sum, true,
                        model::FormatSet::published(), definition.result});
    }
  }
  return trials;
}

std::vector<Trial> sparse_trials(const Scenario& scenario) {
  std::vector<Trial> trials;
  for (const auto& info : algos::algorithms()) {
    if (info.dense_result || info.exactness == algos::Exactness::approximate) continue;
    trials.push_back({std::string(info.name), &scenario});
  }
  return trials;
}

template <class Value, class Index>
std::vector<std::string> complaints(runtime::Comm& comm, const std::vector<Trial>& trials) {
  std::vector<std::string> found;
  for (const Trial& trial : trials) {
    const auto complain = [&](const std::string& what) {
      found.push_back(fmt::format("{}, P = {}, rank {}, {}, operation {}: {}", trial.algorithm,
                                  comm.size(), comm.rank(), trial.scenario->name,
                                  static_cast<int>(trial.operation), what));
    };
    const auto result = run<Value, Index>(comm, trial);
    const auto again = run<Value, Index>(comm, trial);
    // All ranks are compared below, so one computes what is expected.
    if (comm.rank() == 0) {
      if (const auto difference = difference_from_expected(result, trial)) complain(*difference);
    }
    if (result.range() != algos::Range{0, trial.scenario->universe}) complain("wrong range");
    if (!same_bytes(result.encode(), again.encode())) complain("two runs differ");
    if (!agrees_with_neighbour(comm, result.encode())) complain("ranks differ");
    if (trial.expected && conserves_mass(trial)) {
      if (const auto lost = lost_mass<Value, Index>(comm, trial)) complain("mass: " + *lost);
    }
  }
  return found;
}

#define SPARLAB_INSTANTIATE(Value, Index)                                    \
  template std::vector<std::string> complaints<Value, Index>(runtime::Comm&, \
                                                             const std::vector<Trial>&);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::conformance
