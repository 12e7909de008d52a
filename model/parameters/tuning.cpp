#include "model/parameters/tuning.hpp"

#include <algorithm>

namespace sparlab::model {

std::vector<std::string> values_up_to(std::uint64_t most, std::vector<std::uint64_t> numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<std::string> texts;
  for (const std::uint64_t number : numbers)
    if (number >= 1 && number <= most) texts.push_back(write_value(number));
  return texts;
}

std::vector<std::string> node_sizes(const TuningShape& shape) {
  const std::uint64_t of_host = std::max<std::uint64_t>(2, shape.ranks_per_host);
  return values_up_to(shape.shape.ranks, {of_host, 2, 4, 8, 16, 32});
}

}  // namespace sparlab::model
