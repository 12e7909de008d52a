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

}  // namespace sparlab::model
