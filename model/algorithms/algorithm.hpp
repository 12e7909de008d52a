#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/algorithms/algorithm_model.hpp"

namespace sparlab::model {

/// An algorithm with its settings, parsed once from a spec: "name" or "name(parameter=value, ...)",
/// see model/parameters/settings.hpp. Copies share the parsed settings.
class Algorithm {
 public:
  /// No algorithm: not known, with an empty spec.
  Algorithm();

  /// Errors  ParameterError: an unknown algorithm or parameter, or a value that no P and N accept.
  explicit Algorithm(std::string_view spec);
  /// Also checks the settings against P and N.
  Algorithm(std::string_view spec, const Shape& shape);

  /// The algorithm of a stored result, whose text is kept as it is. Another version may have
  /// written it, so this program need not know the algorithm or its settings.
  static Algorithm stored(std::string_view spec);

  /// Whether this program has the algorithm with these settings. If not, only name() and spec()
  /// have a meaning.
  bool known() const;

  /// The part of the spec before the settings.
  std::string_view name() const;
  /// The canonical spelling: settings in the order of the parameters, without defaults. Two
  /// algorithms are equal if their specs are.
  const std::string& spec() const;

  /// Converts to the struct that the algorithm's cost and code expect.
  const ParameterValues& parameters() const;
  /// Checks the settings against P and N. Errors  ParameterError.
  void check(const Shape& shape) const { parameters().check(shape); }
  /// Whether it computes this collective, a broadcast from so many roots.
  bool implements(Collective collective, std::uint64_t roots) const;
  /// Errors  ParameterError that names the algorithms that compute it.
  void require(Collective collective, std::uint64_t roots) const;
  /// The number of calls after which the behaviour repeats; 1 unless the algorithm keeps state.
  std::uint64_t period() const { return parameters().period(); }

  /// The parameters that change its time only, without those that the spec sets.
  std::vector<TunedParameter> tuned(const TuningShape& shape) const;

  /// The cost of the problem's collective as implemented: exact messages and bytes for the given
  /// supports, and the critical path. For an algorithm that keeps state, the mean over the calls of
  /// one period, starting without state. nullopt for algorithms without a model (dense_mpi,
  /// dense_gloo). Contract: it implements the collective.
  std::optional<Cost> cost(const Problem& problem) const;
  /// nullopt for algorithms without a published cost.
  const std::optional<PublishedCost>& published_cost() const;

  friend bool operator==(const Algorithm& left, const Algorithm& right) {
    return left.spec() == right.spec();
  }
  friend bool operator==(const Algorithm& algorithm, std::string_view canonical_spec) {
    return algorithm.spec() == canonical_spec;
  }

 private:
  struct Parsed;
  explicit Algorithm(std::shared_ptr<const Parsed> parsed);

  std::shared_ptr<const Parsed> parsed_;
};

/// The names of all algorithms that have a cost and code, for messages: "dense_ring, ...".
std::string algorithm_names();

}  // namespace sparlab::model
