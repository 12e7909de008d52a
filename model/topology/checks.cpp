#include "model/topology/checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace sparlab::model {

std::uint64_t bounded_product(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint64_t factor : factors) {
    if (factor == 0) return 0;
    product = product > kMostCables / factor ? kMostCables + 1 : product * factor;
  }
  return product;
}

void TopologyChecks::require(bool holds, std::string_view parameter, std::string accepted) {
  if (!holds && !fault_) fault_ = {std::string(parameter), std::move(accepted)};
}

void TopologyChecks::at_least(std::uint32_t least, std::uint32_t value,
                              std::string_view parameter) {
  require(value >= least, parameter, fmt::format("at least {}", least));
}

void TopologyChecks::link_class(const LinkClass& link, std::string_view parameter) {
  require(std::isfinite(link.bytes_per_s) && link.bytes_per_s > 0,
          fmt::format("{}.bytes_per_s", parameter), "a finite bandwidth above 0");
  require(std::isfinite(link.latency_s) && link.latency_s >= 0,
          fmt::format("{}.latency_s", parameter), "a finite latency of at least 0");
}

void TopologyChecks::cables(std::uint64_t count, std::string_view parameter) {
  require(count <= kMostCables, parameter,
          fmt::format("less: a topology has at most {} cables", kMostCables));
}

}  // namespace sparlab::model
