#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// The algorithms that the leaders of nodes may run among themselves.
enum class BetweenNodes : std::uint8_t {
  sparse_allgather,
  sparse_ring,
  ssar_recursive_double,
  ssar_split_allgather,
  dsar_split_allgather,
  dense_rabenseifner,
  dense_ring,
};
inline constexpr std::array<std::string_view, 7> kBetweenNodes = {"sparse_allgather",
                                                                  "sparse_ring",
                                                                  "ssar_recursive_double",
                                                                  "ssar_split_allgather",
                                                                  "dsar_split_allgather",
                                                                  "dense_rabenseifner",
                                                                  "dense_ring"};

enum class InsideNodes : std::uint8_t { automatic, sparse, dense };

struct HierarchicalParameters {
  std::uint64_t node = 4;
  InsideNodes inside = InsideNodes::automatic;
  BetweenNodes between = BetweenNodes::ssar_recursive_double;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = HierarchicalParameters;
    visit("node", &P::node, at_least(1),
          "number of neighbouring ranks that form a node; the last node may be smaller");
    visit("inside", &P::inside, inside_choices(),
          "format of the messages to the leader; auto: dense if leaders work on dense vectors");
    visit("between", &P::between, between_choices(), "allreduce between the leaders");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    // Nodes of one rank are the allreduce between them.
    const std::uint64_t of_host = std::max<std::uint64_t>(2, shape.ranks_per_host);
    return {{"node", values_up_to(shape.shape.ranks, {of_host, 2, 4, 8, 16, 32})},
            {"between", values_of(between_choices())},
            {"inside", values_of(inside_choices())}};
  }
  void check(const Shape&) const {
    if (inside != InsideNodes::dense || dense_between()) return;
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
  static Choices<InsideNodes> inside_choices() {
    return {{"auto", InsideNodes::automatic},
            {"sparse", InsideNodes::sparse},
            {"dense", InsideNodes::dense}};
  }
  static Choices<BetweenNodes> between_choices() {
    Choices<BetweenNodes> algorithms;
    for (std::size_t i = 0; i < kBetweenNodes.size(); ++i)
      algorithms.push_back({kBetweenNodes[i], static_cast<BetweenNodes>(i)});
    return algorithms;
  }
};

}  // namespace sparlab::model
