#include "experiments/points/names.hpp"

#include <array>

namespace sparlab::experiments {
namespace {

using inputs::InputKind;

constexpr std::array<std::string_view, 2> kPayloadNames = {"counted", "data"};
constexpr std::array<std::string_view, 6> kKindNames = {"uniform", "zipf",     "clustered",
                                                        "blocks",  "svmlight", "recording"};

template <class Enum, std::size_t n>
std::optional<Enum> find(const std::array<std::string_view, n>& names, std::string_view name) {
  for (std::size_t i = 0; i < n; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

template <class Enum>
std::optional<Enum> find_either(Enum first, Enum second, std::string_view name) {
  if (algos::name_of(first) == name) return first;
  if (algos::name_of(second) == name) return second;
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> engines_that_use(std::string_view setting) {
  std::vector<std::string_view> names;
  for (const EngineInfo& engine : kEngines)
    if (engine.uses(setting)) names.push_back(engine.name);
  return names;
}

std::string_view name_of(Payload payload) {
  return kPayloadNames[static_cast<std::size_t>(payload)];
}

std::string_view name_of(InputKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<Payload> payload_named(std::string_view name) {
  return find<Payload>(kPayloadNames, name);
}

std::optional<InputKind> input_kind_named(std::string_view name) {
  return find<InputKind>(kKindNames, name);
}

std::optional<algos::ValueType> value_type_named(std::string_view name) {
  return find_either(algos::ValueType::float32, algos::ValueType::float64, name);
}

std::optional<algos::IndexType> index_type_named(std::string_view name) {
  return find_either(algos::IndexType::uint32, algos::IndexType::uint64, name);
}

std::optional<algos::Format> format_named(std::string_view name) {
  for (std::uint8_t code = 0; code < model::kFormats; ++code) {
    const auto format = static_cast<algos::Format>(code);
    if (algos::name_of(format) == name) return format;
  }
  return std::nullopt;
}

std::vector<std::string_view> names_of(model::FormatSet formats) {
  std::vector<std::string_view> names;
  for (std::uint8_t code = 0; code < model::kFormats; ++code) {
    const auto format = static_cast<algos::Format>(code);
    if (formats.contains(format)) names.push_back(algos::name_of(format));
  }
  return names;
}

bool is_real_data(InputKind kind) {
  return kind == InputKind::svmlight || kind == InputKind::recording;
}

}  // namespace sparlab::experiments
