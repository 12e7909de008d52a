#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/nodes.hpp"
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

enum class InsideNodes : std::uint8_t { automatic, sparse, dense };

struct HierarchicalParameters {
  std::vector<std::uint64_t> node = {4};
  InsideNodes inside = InsideNodes::automatic;
  BetweenNodes between = BetweenNodes::ssar_recursive_double;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = HierarchicalParameters;
    visit("node", &P::node, list_of_at_least(1), kNodeMeaning);
    visit("inside", &P::inside, inside_choices(),
          "sparse, dense: format of the messages to the leader; auto: dense if leaders work on "
          "dense vectors");
    visit("between", &P::between, between_choices(), "allreduce between the nodes");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    std::vector<std::string> between = values_of(between_choices());
    between.resize(kTunedBetween);
    return {{"node", node_sizes(shape)},
            {"between", std::move(between)},
            {"inside", values_of(inside_choices())}};
  }
  void check(const Shape&) const {
    require_nested_nodes(node);
    if (inside == InsideNodes::dense && !dense_between())
      throw ParameterError("inside", "dense",
                           "auto or sparse where between=" + std::string(between_name()) +
                               ", which takes sparse streams");
  }

  std::string_view between_name() const { return kBetweenNodes[static_cast<std::size_t>(between)]; }
  bool dense_between() const { return between_name().starts_with("dense_"); }
  bool dense_inside() const {
    return inside == InsideNodes::automatic ? dense_between() : inside == InsideNodes::dense;
  }

 private:
  /// The first algorithms of the list, which are often the fastest ones.
  static constexpr std::size_t kTunedBetween = 7;

  static Choices<InsideNodes> inside_choices() {
    return {{"auto", InsideNodes::automatic},
            {"sparse", InsideNodes::sparse},
            {"dense", InsideNodes::dense}};
  }
  static Choices<BetweenNodes> between_choices() { return choices_of<BetweenNodes>(kBetweenNodes); }
};

}  // namespace sparlab::model
