#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/nodes.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

enum class DenseSchedule : std::uint8_t { recursive_doubling, rabenseifner, ring };

/// Whose implementation of a dense allreduce is run and modelled.
enum class DenseCode : std::uint8_t {
  own,
  over,   ///< HLC-Lab/pico's, over MPI's sends and receives (libbine/libbine_allreduce.c)
  ompi,   ///< Open MPI's (ompi/mca/coll/base/coll_base_allreduce.c)
  mpich,  ///< MPICH's (src/mpi/coll/allreduce/)
};

struct DenseParameters {
  DenseCode code = DenseCode::own;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit(
        "code", &DenseParameters::code,
        Choices<DenseCode>{{"own", DenseCode::own},
                           {"over", DenseCode::over},
                           {"ompi", DenseCode::ompi},
                           {"mpich", DenseCode::mpich}},
        "whose messages and copies; own: sparlab's; over: those of HLC-Lab/pico's code over MPI's "
        "sends and receives; ompi: Open MPI's; mpich: MPICH's");
  }
  bool only_allreduce() const { return code != DenseCode::own; }
};

/// Gloo's own allreduces.
enum class GlooAllreduce : std::uint8_t { ring, halving_doubling, bcube };

struct DenseGlooParameters {
  GlooAllreduce algorithm = GlooAllreduce::ring;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("algorithm", &DenseGlooParameters::algorithm,
          Choices<GlooAllreduce>{{"ring", GlooAllreduce::ring},
                                 {"halving_doubling", GlooAllreduce::halving_doubling},
                                 {"bcube", GlooAllreduce::bcube}},
          "ring: what PyTorch uses; halving_doubling: of AllreduceHalvingDoubling, with a copy of "
          "the vector before and after; bcube: groups of two exchange halves");
  }
};

struct RecursiveKParameters {
  std::uint64_t radix = 4;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("radix", &RecursiveKParameters::radix, at_least(2),
          "most ranks of a group, which exchange whole vectors with each other at once");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    return {{"radix", values_up_to(shape.shape.ranks, {2, 3, 4, 8, 16})}};
  }
  /// The ranks of a group in each round, the largest divisors up to `radix` first. Their product is
  /// the number of ranks that take part: P, or 2^floor(log2 P) if P has a larger prime factor.
  std::vector<std::uint64_t> groups(std::uint64_t ranks) const {
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t rest = ranks; rest > 1; rest /= sizes.back()) {
      std::uint64_t size = std::min(radix, rest);
      while (rest % size != 0) --size;
      if (size == 1) return groups(std::bit_floor(ranks));
      sizes.push_back(size);
    }
    return sizes;
  }
};

/// The algorithms that owners of a part may run among nodes, with their default settings. Costs
/// have the same order (model/costs/dense_two_level.cpp).
enum class DenseBetweenNodes : std::uint8_t {
  dense_ring,
  dense_rabenseifner,
  dense_recursive_doubling,
  dense_recursive_k,
  dense_bine,
};
inline constexpr std::array<std::string_view, 5> kDenseBetweenNodes = {
    "dense_ring", "dense_rabenseifner", "dense_recursive_doubling", "dense_recursive_k",
    "dense_bine"};

struct DenseTwoLevelParameters {
  std::vector<std::uint64_t> node = {4};
  DenseBetweenNodes between = DenseBetweenNodes::dense_ring;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = DenseTwoLevelParameters;
    visit("node", &P::node, list_of_at_least(1), kNodeMeaning);
    visit("between", &P::between, choices_of<DenseBetweenNodes>(kDenseBetweenNodes),
          "allreduce of each part between the nodes");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    std::vector<std::string> between = values_of(choices_of<DenseBetweenNodes>(kDenseBetweenNodes));
    between.resize(kTunedBetween);
    return {{"node", node_sizes(shape)}, {"between", std::move(between)}};
  }
  void check(const Shape&) const { require_nested_nodes(node); }

  std::string_view between_name() const {
    return kDenseBetweenNodes[static_cast<std::size_t>(between)];
  }

 private:
  /// The first algorithms of the list. dense_bine mostly takes as long as dense_rabenseifner. Where
  /// ranks share the port of their host, the model takes dense_recursive_k for faster than it is.
  static constexpr std::size_t kTunedBetween = 3;
};

/// The ranks that take part in rounds of these groups.
inline std::uint64_t participants(const std::vector<std::uint64_t>& groups) {
  std::uint64_t product = 1;
  for (const std::uint64_t ranks : groups) product *= ranks;
  return product;
}

/// pico's code is made of Open MPI's.
constexpr bool is_open_mpi(DenseCode code) {
  return code == DenseCode::over || code == DenseCode::ompi;
}

/// How often a rank copies the whole vector in a call on several ranks.
struct CopiedVectors {
  std::uint64_t before = 0;  ///< before its first message
  std::uint64_t after = 0;   ///< after its last one
};

/// Our own code works in the input. The others work in the output, into which they copy the input;
/// recursive doubling of `over` and `ompi` works in a buffer, out of which the result is copied.
/// (With `ompi`, ranks whose number among the survivors has an odd number of zero bits save that
/// copy.)
constexpr CopiedVectors copied_vectors(DenseCode code, DenseSchedule schedule) {
  if (code == DenseCode::own) return {};
  const bool in_buffer = schedule == DenseSchedule::recursive_doubling && is_open_mpi(code);
  return {.before = 1, .after = in_buffer ? std::uint64_t{1} : 0};
}

/// The algorithm that a code runs where its own one cannot cut the vector into a block for each
/// rank, or for each of the power of two that remains after the fold.
constexpr DenseSchedule schedule_for(DenseCode code, DenseSchedule schedule, const Shape& shape) {
  const bool ring =
      schedule == DenseSchedule::ring && is_open_mpi(code) && shape.universe < shape.ranks;
  const bool halving = schedule == DenseSchedule::rabenseifner && code == DenseCode::mpich &&
                       shape.universe < std::bit_floor(shape.ranks);
  return ring || halving ? DenseSchedule::recursive_doubling : schedule;
}

}  // namespace sparlab::model
