#include "model/parameters/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sparlab::model {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

[[noreturn]] void refuse(std::string_view text) {
  throw ParameterError("algorithm", std::string(text),
                       "a name, or name(parameter=value, ...) with each parameter once");
}

Setting parse_setting(std::string_view item, std::string_view whole) {
  const auto equals = item.find('=');
  if (equals == std::string_view::npos) refuse(whole);
  Setting setting{std::string(trimmed(item.substr(0, equals))),
                  std::string(trimmed(item.substr(equals + 1)))};
  if (setting.name.empty() || setting.value.empty()) refuse(whole);
  return setting;
}

}  // namespace

ParameterError::ParameterError(std::string parameter, std::string value, std::string accepted)
    : std::invalid_argument(fmt::format("{} is {}; accepted: {}", parameter, value, accepted)),
      parameter_(std::move(parameter)),
      value_(std::move(value)),
      accepted_(std::move(accepted)) {}

std::string_view name_of_spec(std::string_view text) {
  return trimmed(text.substr(0, text.find('(')));
}

AlgorithmSpec parse_spec(std::string_view text) {
  AlgorithmSpec spec{std::string(name_of_spec(text)), {}};
  const auto open = text.find('(');
  if (open == std::string_view::npos) return spec;
  std::string_view rest = trimmed(text.substr(open + 1));
  if (rest.empty() || rest.back() != ')') refuse(text);
  rest.remove_suffix(1);
  while (!trimmed(rest).empty()) {
    const auto comma = rest.find(',');
    Setting setting = parse_setting(rest.substr(0, comma), text);
    const bool repeated =
        std::ranges::find(spec.settings, setting.name, &Setting::name) != spec.settings.end();
    if (repeated) refuse(text);
    spec.settings.push_back(std::move(setting));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return spec;
}

std::string to_text(const AlgorithmSpec& spec) {
  if (spec.settings.empty()) return spec.name;
  std::string text = spec.name + "(";
  for (std::size_t i = 0; i < spec.settings.size(); ++i) {
    if (i > 0) text += ", ";
    text += spec.settings[i].name + "=" + spec.settings[i].value;
  }
  return text + ")";
}

}  // namespace sparlab::model
