#include "model/costs/allreduce_costs.hpp"

#include <algorithm>
#include <array>

namespace sparlab::model {
namespace {

struct NamedCost {
  std::string_view algorithm;
  Cost (*cost)(const Problem&);
};

constexpr std::array kCosts = {
    NamedCost{"dense_recursive_doubling", dense_recursive_doubling},
    NamedCost{"dense_rabenseifner", dense_rabenseifner},
    NamedCost{"dense_ring", dense_ring},
    NamedCost{"sparse_allgather", sparse_allgather},
    NamedCost{"sparse_ring", sparse_ring},
    NamedCost{"ssar_recursive_double", ssar_recursive_double},
    NamedCost{"ssar_split_allgather", ssar_split_allgather},
    NamedCost{"dsar_split_allgather", dsar_split_allgather},
};

}  // namespace

std::optional<Cost> cost_of(std::string_view algorithm, const Problem& problem) {
  const auto found = std::ranges::find(kCosts, algorithm, &NamedCost::algorithm);
  if (found == kCosts.end()) return std::nullopt;
  return found->cost(problem);
}

}  // namespace sparlab::model
