#include "base/json/json_fields.hpp"

#include <fmt/format.h>

namespace sparlab::base {

using nlohmann::json;

JsonFields::JsonFields(const json& object) : object_(object) {
  if (!object.is_object()) throw FormatError("not a JSON object");
}

void JsonFields::fail(std::string_view key, std::string_view wanted) {
  throw FormatError(fmt::format("\"{}\" is not {}", key, wanted));
}

const json& JsonFields::at(std::string_view key) const {
  const auto found = object_.find(key);
  if (found == object_.end()) throw FormatError(fmt::format("\"{}\" is missing", key));
  return *found;
}

std::string JsonFields::text(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_string()) fail(key, "a text");
  return value.get<std::string>();
}

double JsonFields::number(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_number()) fail(key, "a number");
  return value.get<double>();
}

std::uint64_t JsonFields::count(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_number_unsigned()) fail(key, "a whole number in [0, 2^64)");
  return value.get<std::uint64_t>();
}

bool JsonFields::flag(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_boolean()) fail(key, "true or false");
  return value.get<bool>();
}

std::map<std::string, std::string> JsonFields::texts(std::string_view key) const {
  const json& object = at(key);
  if (!object.is_object()) fail(key, "an object");
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : object.items()) {
    if (!value.is_string()) fail(key, "an object of texts");
    texts[name] = value.get<std::string>();
  }
  return texts;
}

}  // namespace sparlab::base
