#include "experiments/inputs/random.hpp"

#include "model/base/contract.hpp"

namespace sparlab::experiments::inputs {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

Random::Random(std::uint64_t seed, Purpose purpose, std::uint64_t stream)
    : inner_key_(mix(mix(seed) + static_cast<std::uint64_t>(purpose))),
      outer_key_(mix(inner_key_ + mix(stream + 0x9e3779b97f4a7c15ULL))) {}

// Lemire, ACM TOMACS 29 (2019): the high half of a product, rejecting the few low halves that would
// bias the result.
std::uint64_t Random::below(std::uint64_t bound) {
  SPARLAB_EXPECTS(bound >= 1);
  Wide product = static_cast<Wide>(next()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t rejected = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < rejected) {
      product = static_cast<Wide>(next()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace sparlab::experiments::inputs
