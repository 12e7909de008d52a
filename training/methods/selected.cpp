#include "training/methods/selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparlab::training {

std::uint64_t Selected::of(std::uint64_t parameters) const {
  if (!(share > 0)) return count;
  const double entries = std::round(share * static_cast<double>(parameters));
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(entries), 1, parameters);
}

bool read_value(std::string_view text, Selected& value) {
  value = {};
  if (!text.ends_with('%') && model::read_value(text, value.count)) return true;
  std::string number(text);
  // A division by 100 would round.
  if (number.ends_with('%')) number.replace(number.size() - 1, 1, "e-2");
  return model::read_value(number, value.share) && value.share >= 0 && value.share <= 1;
}

std::string write_value(const Selected& value) {
  return value.share > 0 ? fmt::format("{:.12g}%", 100 * value.share)
                         : model::write_value(value.count);
}

model::Rule<Selected> number_or_share() {
  return {"a whole number, or a share from 0% to 100%", [](const Selected&) { return true; }};
}

}  // namespace sparlab::training
