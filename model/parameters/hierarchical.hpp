#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// The algorithms that nodes may run among themselves, with their default settings: exact ones
/// whose cost knows whether the result is dense. Costs have the same order
/// (model/costs/hierarchical.cpp).
enum class BetweenNodes : std::uint8_t {
  sparse_allgather,
  sparse_ring,
  ssar_recursive_double,
  ssar_split_allgather,
  dsar_split_allgather,
  dense_rabenseifner,
  dense_ring,
  dense_recursive_doubling,
  dense_recursive_k,
  dense_bine,
  kylix,
};
inline constexpr std::array<std::string_view, 11> kBetweenNodes = {"sparse_allgather",
                                                                   "sparse_ring",
                                                                   "ssar_recursive_double",
                                                                   "ssar_split_allgather",
                                                                   "dsar_split_allgather",
                                                                   "dense_rabenseifner",
                                                                   "dense_ring",
                                                                   "dense_recursive_doubling",
                                                                   "dense_recursive_k",
                                                                   "dense_bine",
                                                                   "kylix"};

enum class InsideNodes : std::uint8_t { automatic, sparse, dense, scatter };

struct HierarchicalParameters {
  std::vector<std::uint64_t> node = {4};
  InsideNodes inside = InsideNodes::automatic;
  BetweenNodes between = BetweenNodes::ssar_recursive_double;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = HierarchicalParameters;
    visit(
        "node", &P::node, list_of_at_least(1),
        "number of neighbouring ranks that form a node; the last node may be smaller; 4x16: nodes "
        "of 16 nodes of 4 ranks");
    visit("inside", &P::inside, inside_choices(),
          "sparse, dense: format of the messages to the leader; auto: dense if leaders work on "
          "dense vectors; scatter: dense reduce-scatter instead, so that each rank of a node "
          "reduces its own part between nodes");
    visit("between", &P::between, between_choices(), "allreduce between the nodes");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    // Nodes of one rank are the allreduce between them.
    const std::uint64_t of_host = std::max<std::uint64_t>(2, shape.ranks_per_host);
    std::vector<std::string> between = values_of(between_choices());
    between.resize(kTunedBetween);
    return {{"node", values_up_to(shape.shape.ranks, {of_host, 2, 4, 8, 16, 32})},
            {"between", std::move(between)},
            {"inside", values_of(inside_choices())}};
  }
  void check(const Shape&) const {
    if (node.size() > 1 && std::ranges::count(node, 1U) > 0)
      throw ParameterError("node", write_value(node), "at least 2 for each of several levels");
    if (inside == InsideNodes::automatic || inside == InsideNodes::sparse || dense_between())
      return;
    throw ParameterError("inside", inside == InsideNodes::dense ? "dense" : "scatter",
                         "auto or sparse where between=" + std::string(between_name()) +
                             ", which takes sparse streams");
  }

  std::string_view between_name() const { return kBetweenNodes[static_cast<std::size_t>(between)]; }
  bool dense_between() const { return between_name().starts_with("dense_"); }
  bool dense_inside() const {
    return inside == InsideNodes::automatic ? dense_between() : inside != InsideNodes::sparse;
  }
  /// The two-level dense allreduce of MPI libraries. With trees to leaders, dense vectors are one
  /// end of a choice.
  bool is_dense() const { return inside == InsideNodes::scatter; }

 private:
  /// The first algorithms of the list, which are often the fastest ones.
  static constexpr std::size_t kTunedBetween = 7;

  static Choices<InsideNodes> inside_choices() {
    return {{"auto", InsideNodes::automatic},
            {"sparse", InsideNodes::sparse},
            {"dense", InsideNodes::dense},
            {"scatter", InsideNodes::scatter}};
  }
  static Choices<BetweenNodes> between_choices() {
    Choices<BetweenNodes> algorithms;
    for (std::size_t i = 0; i < kBetweenNodes.size(); ++i)
      algorithms.push_back({kBetweenNodes[i], static_cast<BetweenNodes>(i)});
    return algorithms;
  }
};

}  // namespace sparlab::model
