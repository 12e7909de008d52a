#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/parameters/blocks.hpp"
#include "model/parameters/dense.hpp"
#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

struct TraffEliminationParameters {
  DenseSchedule schedule = DenseSchedule::recursive_doubling;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("schedule", &TraffEliminationParameters::schedule, choices(),
          "dense allreduce whose messages omit neutral elements");
  }
  static std::vector<TunedParameter> tuned(const TuningShape&) {
    return {{"schedule", values_of(choices())}};
  }

 private:
  static Choices<DenseSchedule> choices() {
    return {{"recursive_doubling", DenseSchedule::recursive_doubling},
            {"rabenseifner", DenseSchedule::rabenseifner},
            {"ring", DenseSchedule::ring}};
  }
};

struct HofmannRungerParameters {
  std::uint64_t segment = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("segment", &HofmannRungerParameters::segment, any_count(),
          "elements of the range in a segment of the pipeline; 0: a 64th of the range, but at "
          "least 1024");
  }
  void check(const Shape& shape) const {
    if (segment > 0) require_few_pieces("segment", segment, shape.universe);
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    const std::uint64_t most = shape.shape.universe;
    return {{"segment", values_up_to(most, {most / 16, most / 32, most / 128, most / 256,
                                            most / 1024, most / 4096})}};
  }
  /// Elements of each segment of a range of `elements`; the last one may have fewer.
  std::uint64_t segment_size(std::uint64_t elements) const {
    constexpr std::uint64_t segments = 64;
    constexpr std::uint64_t least = 1024;
    return segment > 0 ? segment
                       : std::max(least, elements / segments + (elements % segments != 0));
  }
  /// Number of segments of a range of `elements`; an empty range has one.
  std::uint64_t segments(std::uint64_t elements) const {
    return elements == 0 ? 1 : (elements - 1) / segment_size(elements) + 1;
  }
};

struct KylixParameters {
  std::vector<std::uint64_t> degrees;
  bool reuse = false;
  std::uint64_t calls = 16;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = KylixParameters;
    visit("degrees", &P::degrees, list_of_at_least(2),
          "number of ranks in a group of each layer; the product is P; empty: the prime factors "
          "of P, largest first");
    visit("reuse", &P::reuse, yes_or_no(),
          "send indices only if the support of some rank has changed; the ranks agree on this in "
          "every call");
    visit("calls", &P::calls, at_least(1),
          "maximum number of calls that use one configuration, with reuse");
  }
  /// Errors  ParameterError: degrees whose product is not P, or calls without reuse.
  void check(const Shape& shape) const;
  /// Up to three layers; at most 64 lists, those with the fewest messages.
  static std::vector<TunedParameter> tuned(const TuningShape& shape);
  /// The degrees of the layers on P ranks; none for one rank.
  std::vector<std::uint64_t> layers(std::uint64_t ranks) const;
  std::uint64_t period() const { return reuse ? calls : 1; }
};

enum class DriverBroadcast : std::uint8_t { binomial, linear };

struct SparkTreeAggregateParameters {
  std::uint64_t depth = 2;
  DriverBroadcast broadcast = DriverBroadcast::binomial;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = SparkTreeAggregateParameters;
    visit("depth", &P::depth, at_least(1), "intended number of levels of the tree");
    visit("broadcast", &P::broadcast, broadcast_choices(),
          "how the driver distributes the sum; binomial: down a binomial tree; linear: to each "
          "rank in turn");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    return {{"depth", values_up_to(shape.shape.ranks, {1, 2, 3, 4})},
            {"broadcast", values_of(broadcast_choices())}};
  }

 private:
  static Choices<DriverBroadcast> broadcast_choices() {
    return {{"binomial", DriverBroadcast::binomial}, {"linear", DriverBroadcast::linear}};
  }
};

/// The number of partitions after each shuffle of Spark's treeAggregate; the first entry is
/// `partitions`. With scale = max(ceil(partitions^(1/depth)), 2), a shuffle divides the number n by
/// scale while n > scale + ceil(n/scale): partition i is reduced into partition i modulo n/scale.
/// depth is at least 1.
///
/// Source  Apache Spark 1.6, RDD.treeAggregate.
std::vector<std::uint64_t> shuffle_rounds(std::uint64_t partitions, std::uint64_t depth);

}  // namespace sparlab::model
