#include "base/text/value.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/text/text_table.hpp"

namespace sparlab::base {
namespace {

std::string share_text(double share) {
  const double percent = 100 * share;
  return fmt::format("{:.{}f} %", percent, percent < 9.95 ? 1 : 0);
}

std::string number_text(double value, Unit unit) {
  switch (unit) {
    case Unit::seconds:
      return seconds_text(value);
    case Unit::bytes:
      return bytes_text(value);
    case Unit::ratio:
      return ratio_text(value);
    case Unit::share:
      return share_text(value);
    case Unit::none:
      break;
  }
  return short_number(value);
}

}  // namespace

// Field is complete only here, where it is needed.
Value::Value(std::string text) : data_(std::move(text)) {}
Value::Value(std::string_view text) : data_(std::string(text)) {}
Value::Value(const char* text) : data_(std::string(text)) {}
Value::Value(bool yes) : data_(yes) {}
Value::Value(double number, Unit unit) : data_(number), unit_(unit) {}
Value::Value(Json document) : data_(std::move(document)) {}
Value::Value(Fields fields) : data_(std::move(fields)) {}
Value::Value(Values list) : data_(std::move(list)) {}

Value Value::shown(std::string text) && {
  shown_ = std::move(text);
  return std::move(*this);
}

std::string Value::text() const {
  if (shown_) return *shown_;
  if (const bool* yes = std::get_if<bool>(&data_)) return *yes ? "true" : "false";
  if (const auto* count = std::get_if<std::uint64_t>(&data_)) return std::to_string(*count);
  if (const double* value = std::get_if<double>(&data_))
    return std::isnan(*value) ? "" : number_text(*value, unit_);
  const auto* const text = std::get_if<std::string>(&data_);
  return text == nullptr ? "" : *text;
}

bool Value::is_number() const {
  return std::holds_alternative<double>(data_) || std::holds_alternative<std::uint64_t>(data_);
}

Value number(std::optional<double> value, Unit unit) {
  return {value.value_or(std::numeric_limits<double>::quiet_NaN()), unit};
}

Value number_as(std::optional<double> value, std::string text) {
  return number(value).shown(std::move(text));
}

Value aligned_right(std::string text) { return number_as(std::nullopt, std::move(text)); }

}  // namespace sparlab::base
