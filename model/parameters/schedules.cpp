#include "model/parameters/schedules.hpp"

#include <algorithm>
#include <numeric>

#include "model/base/contract.hpp"
#include "model/base/factors.hpp"

namespace sparlab::model {
namespace {

/// Whether base^exponent >= bound, without rounding or overflow.
bool power_reaches(std::uint64_t base, std::uint64_t exponent, std::uint64_t bound) {
  std::uint64_t power = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) {
    if (power > bound / base) return true;
    power *= base;
    if (power >= bound || base == 1) break;
  }
  return power >= bound;
}

/// The smallest integer r with r^depth >= partitions.
std::uint64_t root_above(std::uint64_t partitions, std::uint64_t depth) {
  std::uint64_t low = 1;
  std::uint64_t high = partitions;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (power_reaches(middle, depth, partitions))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

void KylixParameters::check(const Shape& shape) const {
  if (!reuse) refuse_without_effect(*this, "calls", "reuse=true");
  if (degrees.empty() || multiply_to(degrees, shape.ranks)) return;
  throw ParameterError("degrees", write_value(degrees),
                       "degrees whose product is P = " + write_value(shape.ranks) + ", e.g. " +
                           write_value(prime_factors(shape.ranks)));
}

std::vector<TunedParameter> KylixParameters::tuned(const TuningShape& shape) {
  constexpr std::size_t kMostLists = 64;
  const std::uint64_t ranks = shape.shape.ranks;
  const std::vector<std::uint64_t> divisors = divisors_of(ranks);
  std::vector<std::vector<std::uint64_t>> lists;
  for (const std::uint64_t first : divisors) {
    const std::uint64_t rest = ranks / first;
    if (rest == 1) {
      lists.push_back({first});
      continue;
    }
    lists.push_back({first, rest});
    for (const std::uint64_t second : divisors)
      if (second < rest && rest % second == 0) lists.push_back({first, second, rest / second});
  }
  std::ranges::stable_sort(lists, {}, [](const std::vector<std::uint64_t>& degrees) {
    return std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0});
  });
  if (lists.size() > kMostLists) lists.resize(kMostLists);
  TunedParameter degrees{"degrees", {}};
  for (const auto& list : lists) degrees.values.push_back(write_value(list));
  return {degrees};
}

std::vector<std::uint64_t> KylixParameters::layers(std::uint64_t ranks) const {
  return degrees.empty() ? prime_factors(ranks) : degrees;
}

std::vector<std::uint64_t> shuffle_rounds(std::uint64_t partitions, std::uint64_t depth) {
  SPARLAB_EXPECTS(partitions >= 1 && depth >= 1);
  const std::uint64_t scale = std::max<std::uint64_t>(root_above(partitions, depth), 2);
  std::vector<std::uint64_t> rounds{partitions};
  while (rounds.back() > scale + (rounds.back() - 1) / scale + 1)
    rounds.push_back(rounds.back() / scale);
  return rounds;
}

}  // namespace sparlab::model
