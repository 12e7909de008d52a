#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json_fields.hpp"
#include "experiments/spec/points/settings.hpp"

/// Kinds of settings that several have in common.
namespace sparlab::experiments {

/// "payload data", unless the value is the default.
Setting::Label label_of_change(std::string_view key,
                               const std::function<nlohmann::json(const Settings&)>& write);

/// `meaning` is what the names choose.
nlohmann::json schema_of_choice(std::string_view meaning,
                                const std::vector<std::string_view>& names);

/// A setting with named values; `meaning` is what they choose.
template <class Enum>
Setting choice(std::string_view key, Enum Settings::*member, const std::vector<Enum>& values,
               std::string_view meaning) {
  Setting setting{.key = key};
  setting.schema = [=] {
    std::vector<std::string_view> names;
    for (const Enum value : values) names.push_back(name_of(value));
    return schema_of_choice(meaning, names);
  };
  setting.write = [=](const Settings& settings) {
    return nlohmann::json(name_of(settings.*member));
  };
  setting.read = [=](const nlohmann::json& value, Settings& settings) {
    const auto found =
        std::ranges::find_if(values, [&](Enum one) { return value == name_of(one); });
    if (found == values.end()) base::JsonFields::fail(key, "a known name");
    settings.*member = *found;
  };
  setting.label = label_of_change(key, setting.write);
  return setting;
}

/// A setting that is true or false; `meaning` is what it says if true.
Setting flag(std::string_view key, bool Settings::*member, std::string_view meaning);

/// A whole number of an object, `fallback` where it has none.
/// Errors  FormatError.
std::uint64_t whole_number(const nlohmann::json& object, const char* key, std::uint64_t fallback);

}  // namespace sparlab::experiments
