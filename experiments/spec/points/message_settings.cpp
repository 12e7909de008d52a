#include "experiments/spec/points/message_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/json/json_fields.hpp"
#include "experiments/spec/points/setting_kinds.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using Stored = Setting::Stored;

std::vector<std::string_view> names_of(model::FormatSet formats) {
  std::vector<std::string_view> names;
  for (std::uint8_t code = 0; code < model::kFormats; ++code) {
    const auto format = static_cast<algos::Format>(code);
    if (formats.contains(format)) names.push_back(algos::name_of(format));
  }
  return names;
}

model::FormatSet formats_in(const json& names) {
  if (!names.is_array()) base::JsonFields::fail("formats", "a list of names");
  model::FormatSet formats;
  for (const json& name : names) {
    const auto is_named = [&](algos::Format format) { return name == algos::name_of(format); };
    std::uint8_t code = 0;
    while (code < model::kFormats && !is_named(static_cast<algos::Format>(code))) ++code;
    if (code == model::kFormats) base::JsonFields::fail("formats", "a list of known names");
    formats = formats.with(static_cast<algos::Format>(code));
  }
  if (formats.contains(algos::Format::bitmap) && formats.contains(algos::Format::pici))
    base::JsonFields::fail("formats", "bitmap or pici, which is never smaller");
  return formats;
}

Setting payload() {
  Setting setting = choice("payload", &Settings::payload, {Payload::counted, Payload::data},
                           "what simulated messages carry, expected counts or the data");
  setting.option = "--payload";
  setting.stored = Stored::always;
  return setting;
}

/// Titles show the form of all inputs of a sweep, which depends on its algorithms.
Setting input_form() {
  Setting setting = choice(
      "input_form", &Settings::input_form, {InputForm::sparse, InputForm::dense, InputForm::own},
      "the form of inputs with which all algorithms begin, and which some convert; or own, that on "
      "which each works");
  setting.option = "--input-form";
  setting.label = {};
  return setting;
}

Setting value_type() {
  Setting setting = choice("value", &Settings::value,
                           {algos::ValueType::float32, algos::ValueType::float64,
                            algos::ValueType::bfloat16, algos::ValueType::float16},
                           "the value type");
  setting.label = [](const Settings& settings) { return std::string(name_of(settings.value)); };
  setting.stored = Stored::always;
  return setting;
}

Setting index_type() {
  Setting setting = choice("index", &Settings::index,
                           {algos::IndexType::uint32, algos::IndexType::uint64}, "the index type");
  setting.label = [](const Settings& settings) { return std::string(name_of(settings.index)); };
  setting.stored = Stored::always;
  return setting;
}

Setting dense_switch() {
  Setting setting = flag("dense_switch", &Settings::dense_switch,
                         "whether streams may switch to dense; needs dense among the formats");
  setting.label = [](const Settings& settings) {
    return settings.dense_switch ? std::string() : "no dense switch";
  };
  setting.stored = Stored::always;
  return setting;
}

Setting formats() {
  Setting setting{.key = "formats", .option = "--formats", .stored = Stored::in_newer_points};
  setting.schema = [] {
    const std::vector<std::string_view> names = names_of(model::FormatSet::all());
    return json{
        {"type", "array"},
        {"minItems", 1},
        {"maxItems", 100},
        {"items",
         {{"enum", names}, {"description", fmt::format("a format: {}", fmt::join(names, ", "))}}},
        {"description",
         fmt::format("a list of the formats that messages may have: coo and any of {}; default: {}",
                     fmt::join(names.begin() + 1, names.end(), ", "),
                     json(names_of(Settings().formats)).dump())}};
  };
  setting.write = [](const Settings& settings) { return json(names_of(settings.formats)); };
  setting.read = [](const json& value, Settings& settings) {
    settings.formats = formats_in(value);
  };
  setting.label = [](const Settings& settings) {
    if (settings.formats == Settings().formats) return std::string();
    return fmt::format("formats {}", fmt::join(names_of(settings.formats), "+"));
  };
  return setting;
}

Setting value_code() {
  using algos::ValueCode;
  Setting setting =
      choice("value_code", &Settings::value_code, {ValueCode::none, ValueCode::exponents},
             "how messages have values of float or bfloat16, as in memory or with coded exponents");
  setting.option = "--value-code";
  return setting;
}

}  // namespace

std::string_view name_of(Payload payload) {
  return payload == Payload::counted ? "counted" : "data";
}

std::string_view name_of(InputForm form) {
  constexpr std::array<std::string_view, 3> kNames = {"sparse", "dense", "own"};
  return kNames[static_cast<std::size_t>(form)];
}

std::vector<Setting> message_settings() {
  return {payload(),      input_form(), value_type(), index_type(),
          dense_switch(), formats(),    value_code()};
}

}  // namespace sparlab::experiments
