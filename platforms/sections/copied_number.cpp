#include "platforms/sections/copied_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace sparlab::platforms {

nlohmann::ordered_json stated_number(double value, const std::string& unit,
                                     const std::string& source, const std::string& uncertainty) {
  return {{"value", value}, {"unit", unit}, {"source", source}, {"uncertainty", uncertainty}};
}

nlohmann::ordered_json copied_number(const nlohmann::json& number, const std::string& platform) {
  const auto text = [&](const char* key) { return number.at(key).get<std::string>(); };
  return stated_number(number.at("value").get<double>(), text("unit"),
                       fmt::format("copied from {}: {}", platform, text("source")),
                       fmt::format("of {}: {}", platform, text("uncertainty")));
}

void copy_kernels(const nlohmann::json& from, const std::string& platform,
                  std::initializer_list<std::string_view> names, nlohmann::ordered_json& to) {
  if (!from.contains("kernels")) return;
  for (nlohmann::ordered_json element : from.at("kernels")) {
    const auto name = element.at("kernel").get<std::string>();
    if (std::ranges::find(names, name) == names.end()) continue;
    element["source"] =
        fmt::format("copied from {}: {}", platform, element.at("source").get<std::string>());
    element["uncertainty"] =
        fmt::format("of {}: {}", platform, element.at("uncertainty").get<std::string>());
    to["kernels"].push_back(std::move(element));
  }
}

nlohmann::ordered_json copied_section(nlohmann::ordered_json section, const std::string& platform) {
  if (!section.is_structured()) return section;
  for (auto& [key, value] : section.items()) {
    if (key == "source") {
      value = fmt::format("copied from {}: {}", platform, value.get<std::string>());
    } else if (key == "uncertainty") {
      value = fmt::format("of {}: {}", platform, value.get<std::string>());
    } else {
      value = copied_section(value, platform);
    }
  }
  return section;
}

}  // namespace sparlab::platforms
