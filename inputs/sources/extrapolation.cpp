#include "inputs/sources/extrapolation.hpp"

#include <fmt/format.h>

#include <limits>

#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/union_forecast.hpp"

namespace sparlab::inputs {

std::uint64_t most_ranks(const Input& input) {
  const std::uint64_t with_data = input.max_ranks();
  const bool suffice = with_data >= model::UnionForecast::kLeastRanks &&
                       with_data <= model::RecordedSupports::kMostRanks;
  return suffice ? std::numeric_limits<std::uint64_t>::max() : with_data;
}

std::string extrapolation_text(const std::string& place, std::uint64_t ranks_with_data) {
  return fmt::format(
      "{}: extrapolated, the input has data for {} rank{} (sparlab fill-in shows how well)", place,
      ranks_with_data, ranks_with_data == 1 ? "" : "s");
}

}  // namespace sparlab::inputs
