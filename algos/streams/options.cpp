#include "algos/streams/options.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace sparlab::algos {

void check_option(bool is_accepted, std::string_view name, double value,
                  std::string_view accepted) {
  if (is_accepted) return;
  throw std::invalid_argument(
      fmt::format("{} = {} is refused; accepted: {}", name, value, accepted));
}

}  // namespace sparlab::algos
