#include "model/parameters/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "model/parameters/count_text.hpp"

namespace sparlab::model {

Rule<std::uint64_t> any_count() {
  return {"a whole number", [](const std::uint64_t&) { return true; }};
}

Rule<std::uint64_t> at_least(std::uint64_t least) {
  return {fmt::format("a whole number of at least {}", least),
          [least](const std::uint64_t& value) { return value >= least; }};
}

Rule<std::uint64_t> one_of(std::vector<std::uint64_t> values) {
  std::string accepted;
  for (const std::uint64_t value : values)
    accepted += (accepted.empty() ? "" : ", ") + std::to_string(value);
  return {accepted, [values = std::move(values)](const std::uint64_t& value) {
            return std::ranges::find(values, value) != values.end();
          }};
}

Rule<std::vector<std::uint64_t>> list_of_at_least(std::uint64_t least) {
  return {fmt::format("whole numbers of at least {}, such as 4x2", least),
          [least](const std::vector<std::uint64_t>& values) {
            return std::ranges::all_of(values, [=](std::uint64_t v) { return v >= least; });
          }};
}

Rule<double> between(double low, double high) {
  return {fmt::format("a number above {} and below {}", low, high),
          [=](const double& value) { return value > low && value < high; }};
}

Rule<double> positive() {
  return {"a positive number",
          [](const double& value) { return value > 0 && std::isfinite(value); }};
}

Rule<double> number_at_least(double least) {
  return {fmt::format("a number of at least {}", least),
          [=](const double& value) { return value >= least && std::isfinite(value); }};
}

Rule<bool> yes_or_no() {
  return {"true or false", [](const bool&) { return true; }};
}

bool read_value(std::string_view text, std::uint64_t& value) {
  const auto count = parse_count(text);
  if (count) value = *count;
  return count.has_value();
}

bool read_value(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_value(std::string_view text, bool& value) {
  value = text == "true";
  return text == "true" || text == "false";
}

bool read_value(std::string_view text, std::vector<std::uint64_t>& value) {
  value.clear();
  while (true) {
    const auto end = text.find('x');
    std::uint64_t item = 0;
    if (!read_value(text.substr(0, end), item)) return false;
    value.push_back(item);
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

std::string write_value(std::uint64_t value) { return std::to_string(value); }
std::string write_value(double value) { return fmt::format("{}", value); }
std::string write_value(bool value) { return value ? "true" : "false"; }

std::string write_value(const std::vector<std::uint64_t>& value) {
  std::string text;
  for (const std::uint64_t item : value) text += (text.empty() ? "" : "x") + std::to_string(item);
  return text;
}

namespace detail {

void refuse_unknown(const Setting& setting, const std::vector<ParameterInfo>& known) {
  std::string names;
  for (const auto& parameter : known) names += (names.empty() ? "" : ", ") + parameter.name;
  throw ParameterError(setting.name, setting.value,
                       names.empty() ? "no parameters at all" : "the parameters " + names);
}

}  // namespace detail
}  // namespace sparlab::model
