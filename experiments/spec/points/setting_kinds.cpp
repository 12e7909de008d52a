#include "experiments/spec/points/setting_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

namespace sparlab::experiments {

using nlohmann::json;

Setting::Label label_of_change(std::string_view key,
                               const std::function<json(const Settings&)>& write) {
  return [=](const Settings& settings) {
    const json value = write(settings);
    if (value == write(Settings())) return std::string();
    return fmt::format("{} {}", key, value.is_string() ? value.get<std::string>() : value.dump());
  };
}

json schema_of_choice(std::string_view meaning, const std::vector<std::string_view>& names) {
  return {{"enum", names},
          {"description", fmt::format("{}: {}", meaning, fmt::join(names, " or "))}};
}

Setting flag(std::string_view key, bool Settings::*member, std::string_view meaning) {
  Setting setting{.key = key};
  setting.schema = [=] {
    return json{{"type", "boolean"}, {"description", fmt::format("true or false: {}", meaning)}};
  };
  setting.write = [=](const Settings& settings) { return json(settings.*member); };
  setting.read = [=](const json& value, Settings& settings) {
    if (!value.is_boolean()) base::JsonFields::fail(key, "true or false");
    settings.*member = value.get<bool>();
  };
  setting.label = label_of_change(key, setting.write);
  return setting;
}

std::uint64_t whole_number(const json& object, const char* key, std::uint64_t fallback) {
  const auto found = object.find(key);
  if (found == object.end()) return fallback;
  const bool whole = found->is_number_unsigned() ||
                     (found->is_number_integer() && found->get<std::int64_t>() >= 0);
  if (!whole) base::JsonFields::fail(key, "a whole number from 0 on");
  return found->get<std::uint64_t>();
}

}  // namespace sparlab::experiments
