#include "base/json/strict_object.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"

namespace sparlab::base {

using nlohmann::json;

StrictObject::StrictObject(const json& value, std::string file, std::string path)
    : value_(value), file_(std::move(file)), path_(std::move(path)) {
  if (!value_.is_object()) throw ConfigError(file_, path_, value_.dump(), "an object");
}

bool StrictObject::has(const std::string& key) const { return value_.contains(key); }

bool StrictObject::optional(const std::string& key) {
  known_.push_back(key);
  return has(key);
}

StrictObject StrictObject::object(const std::string& key) {
  return StrictObject(at(key), file_, path_of(key));
}

std::string StrictObject::text(const std::string& key) {
  const json& found = at(key);
  if (!found.is_string() || found.get_ref<const std::string&>().empty()) {
    fail(key, "a text that is not empty");
  }
  return found.get<std::string>();
}

int StrictObject::count(const std::string& key) {
  const json& found = at(key);
  constexpr auto kLargest = std::numeric_limits<int>::max();
  if (!found.is_number_unsigned() || found.get<std::uint64_t>() < 1 ||
      found.get<std::uint64_t>() > kLargest) {
    fail(key, fmt::format("a whole number from 1 to {}", kLargest));
  }
  return found.get<int>();
}

bool StrictObject::flag(const std::string& key) {
  const json& found = at(key);
  if (!found.is_boolean()) fail(key, "true or false");
  return found.get<bool>();
}

int StrictObject::sourced_count(const std::string& key) {
  StrictObject parts = object(key);
  const int read = parts.count("value");
  parts.text("source");
  parts.text("uncertainty");
  parts.finish();
  return read;
}

std::size_t StrictObject::choice(const std::string& key, const std::vector<std::string>& choices) {
  const std::string chosen = text(key);
  const auto found = std::find(choices.begin(), choices.end(), chosen);
  if (found == choices.end()) {
    throw ConfigError(file_, path_of(key), fmt::format("\"{}\"", chosen),
                      fmt::format("{}", fmt::join(choices, ", ")), nearest_name(chosen, choices));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

double StrictObject::quantity(const std::string& key, Dimension dimension) {
  StrictObject parts = object(key);
  const json& number = parts.at("value");
  const std::string unit = parts.text("unit");
  if (!number.is_number()) parts.fail("value", "a number of at least 0");
  const auto converted = in_base_units(number.get<double>(), unit, dimension);
  if (!converted) parts.fail("unit", accepted_units(dimension));
  const auto [least, most] = accepted_range(dimension);
  if (!(*converted >= least && *converted <= most))
    parts.fail("value",
               fmt::format("a number from {} to {}, in {}", least, most, base_unit(dimension)));
  parts.text("source");
  parts.text("uncertainty");
  parts.finish();
  return *converted;
}

bool StrictObject::has_unit(const std::string& key, Dimension dimension) const {
  const auto found = value_.find(key);
  if (found == value_.end() || !found->is_object()) return false;
  const auto unit = found->find("unit");
  return unit != found->end() && unit->is_string() &&
         in_base_units(1, unit->get_ref<const std::string&>(), dimension).has_value();
}

std::vector<double> StrictObject::quantities(const std::string& key, Dimension dimension,
                                             std::size_t most) {
  StrictObject parts = object(key);
  const json& numbers = parts.at("values");
  const std::string unit = parts.text("unit");
  if (!numbers.is_array() || numbers.empty() || numbers.size() > most)
    parts.refuse("values", "not such a list", fmt::format("a list of 1 to {} numbers", most));
  if (!in_base_units(0, unit, dimension)) parts.fail("unit", accepted_units(dimension));
  const auto [least, greatest] = accepted_range(dimension);
  std::vector<double> values;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double value = numbers[i].is_number()
                             ? *in_base_units(numbers[i].get<double>(), unit, dimension)
                             : std::numeric_limits<double>::quiet_NaN();
    if (!(value >= least && value <= greatest))
      throw ConfigError(
          file_, fmt::format("{}.values.{}", path_of(key), i), numbers[i].dump(),
          fmt::format("a number from {} to {}, in {}", least, greatest, base_unit(dimension)));
    values.push_back(value);
  }
  parts.text("source");
  parts.text("uncertainty");
  parts.finish();
  return values;
}

double StrictObject::number(const std::string& key, double least, double most) {
  const json& found = at(key);
  if (!found.is_number() || !(found.get<double>() >= least && found.get<double>() <= most))
    fail(key, fmt::format("a number from {} to {}", least, most));
  return found.get<double>();
}

std::vector<StrictObject> StrictObject::objects(const std::string& key, std::size_t most) {
  const json& found = at(key);
  if (!found.is_array() || found.empty() || found.size() > most)
    fail(key, fmt::format("an array of 1 to {} objects", most));
  std::vector<StrictObject> elements;
  for (std::size_t i = 0; i < found.size(); ++i)
    elements.emplace_back(found[i], file_, fmt::format("{}.{}", path_of(key), i));
  return elements;
}

std::vector<std::uint32_t> StrictObject::whole_numbers(const std::string& key, std::size_t size,
                                                       std::uint32_t end) {
  const json& found = at(key);
  if (!found.is_array() || found.size() != size)
    refuse(key, fmt::format("{} elements", found.size()),
           fmt::format("an array of {} numbers", size));
  std::vector<std::uint32_t> numbers;
  numbers.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (!found[i].is_number_unsigned() || found[i].get<std::uint64_t>() >= end)
      throw ConfigError(file_, fmt::format("{}.{}", path_of(key), i), found[i].dump(),
                        fmt::format("a whole number from 0 to {}", end - 1));
    numbers.push_back(found[i].get<std::uint32_t>());
  }
  return numbers;
}

bool StrictObject::is_array(const std::string& key) const {
  return has(key) && value_.at(key).is_array();
}

std::map<std::string, std::string> StrictObject::texts(const std::string& key) {
  StrictObject object_of_texts = object(key);
  std::map<std::string, std::string> found;
  for (const auto& item : object_of_texts.value_.items()) {
    found[item.key()] = object_of_texts.text(item.key());
  }
  return found;
}

std::vector<std::string> StrictObject::list(const std::string& key) {
  const json& found = at(key);
  const auto is_text = [](const json& item) {
    return item.is_string() && !item.get_ref<const std::string&>().empty();
  };
  if (!found.is_array() || !std::ranges::all_of(found, is_text))
    fail(key, "a list of texts that are not empty");
  return found.get<std::vector<std::string>>();
}

std::vector<StrictObject> StrictObject::objects(const std::string& key) {
  const json& found = at(key);
  if (!found.is_array() || found.empty()) fail(key, "a list of at least one object");
  std::vector<StrictObject> items;
  for (std::size_t i = 0; i < found.size(); ++i)
    items.emplace_back(found[i], file_, fmt::format("{}.{}", path_of(key), i));
  return items;
}

void StrictObject::finish() const {
  for (const auto& item : value_.items()) {
    if (std::find(known_.begin(), known_.end(), item.key()) != known_.end()) continue;
    throw ConfigError(file_, path_of(item.key()), "unknown key",
                      fmt::format("{}", fmt::join(known_, ", ")), nearest_name(item.key(), known_));
  }
}

void StrictObject::fail(const std::string& key, const std::string& accepted) const {
  throw ConfigError(file_, path_of(key), value_.at(key).dump(), accepted);
}

void StrictObject::refuse(const std::string& key, const std::string& value,
                          const std::string& accepted) const {
  throw ConfigError(file_, path_of(key), value, accepted);
}

const json& StrictObject::at(const std::string& key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.push_back(key);
  if (!has(key)) throw ConfigError(file_, path_of(key), "missing", "this key is required");
  return value_.at(key);
}

std::string StrictObject::path_of(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

}  // namespace sparlab::base
