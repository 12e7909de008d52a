#include "experiments/platforms/copied_number.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace sparlab::experiments {

nlohmann::ordered_json copied_number(const nlohmann::json& number, const std::string& platform) {
  return {{"value", number.at("value").get<double>()},
          {"unit", number.at("unit").get<std::string>()},
          {"source",
           fmt::format("copied from {}: {}", platform, number.at("source").get<std::string>())},
          {"uncertainty",
           fmt::format("of {}: {}", platform, number.at("uncertainty").get<std::string>())}};
}

}  // namespace sparlab::experiments
