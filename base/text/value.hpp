#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Results, described once for all formats: a table of text, comma-separated values, JSON.
namespace sparlab::base {

struct Field;
class Value;
using Fields = std::vector<Field>;
using Values = std::vector<Value>;

/// What a number counts or measures, which decides how a text shows it.
enum class Unit : std::uint8_t { none, seconds, bytes, ratio, share };

/// One value of a result. Data have the value itself, in full; a text has what `shown` says, or a
/// few digits and the unit. An unknown value is null in JSON and empty in other formats; a number
/// that is not finite is unknown to data.
class Value {
 public:
  Value() = default;
  Value(std::string text);
  Value(std::string_view text);
  Value(const char* text);
  Value(bool yes);
  template <std::integral Count>
  Value(Count count);
  Value(double number, Unit unit = Unit::none);
  Value(Fields fields);
  Value(Values list);
  template <class Item>
  Value(const std::optional<Item>& known) {
    if (known) *this = Value(*known);
  }
  template <class Item>
  requires(!std::is_same_v<Item, Value> && !std::is_same_v<Item, Field>)
      Value(const std::vector<Item>& items);

  /// The same value with another text.
  Value shown(std::string text) &&;

  bool has_text_of_its_own() const { return shown_.has_value(); }
  /// What a text shows.
  std::string text() const;
  /// True for numbers, known or not: their columns are aligned to the right.
  bool is_number() const;

  /// A JSON document that comes from elsewhere and stays as it is.
  struct Json {
    std::string text;
  };
  Value(Json document);

  using Data =
      std::variant<std::monostate, bool, std::uint64_t, double, std::string, Json, Values, Fields>;
  const Data& data() const { return data_; }

 private:
  Data data_;
  Unit unit_ = Unit::none;
  std::optional<std::string> shown_;
};

/// A value and its names.
struct Field {
  enum class In : std::uint8_t { all, data, text_only, csv_only, json_only };

  /// A value of data only.
  Field(std::string name, Value of) : Field(In::data, std::move(name), {}, std::move(of)) {}
  /// A value for data, and for texts below a heading.
  Field(std::string name, std::string title, Value of)
      : Field(In::all, std::move(name), std::move(title), std::move(of)) {}
  /// Fields that stand here as if they were not in a field.
  Field(Fields inner) : in(In::all), value(std::move(inner)) {}
  Field(In where, std::string name, std::string title, Value of)
      : in(where), key(std::move(name)), heading(std::move(title)), value(std::move(of)) {}

  bool is_spliced() const { return key.empty() && in == In::all; }
  bool in_text() const { return in == In::all || in == In::text_only; }
  bool in_csv() const { return in == In::all || in == In::data || in == In::csv_only; }
  bool in_json() const { return in == In::all || in == In::data || in == In::json_only; }

  In in;
  std::string key;      ///< in JSON and CSV
  std::string heading;  ///< in texts
  Value value;
};

// A field is complete here, as the destructor of a value requires.
template <std::integral Count>
Value::Value(Count count) : data_(static_cast<std::uint64_t>(count)) {}

template <class Item>
requires(!std::is_same_v<Item, Value> &&
         !std::is_same_v<Item, Field>) Value::Value(const std::vector<Item>& items)
    : data_(Values(items.begin(), items.end())) {}

inline Field text_field(std::string heading, Value value) {
  return {Field::In::text_only, {}, std::move(heading), std::move(value)};
}
inline Field csv_field(std::string key, Value value) {
  return {Field::In::csv_only, std::move(key), {}, std::move(value)};
}
inline Field json_field(std::string key, Value value) {
  return {Field::In::json_only, std::move(key), {}, std::move(value)};
}

/// A field that is absent where its value is unknown.
template <class Item>
Field if_known(std::string key, const std::optional<Item>& value) {
  return value ? Fields{{std::move(key), *value}} : Fields();
}

/// A number with its unit; unknown if there is none.
Value number(std::optional<double> value, Unit unit = Unit::none);
inline Value seconds(std::optional<double> value) { return number(value, Unit::seconds); }
inline Value bytes(std::optional<double> value) { return number(value, Unit::bytes); }
inline Value ratio(std::optional<double> value) { return number(value, Unit::ratio); }
inline Value share(std::optional<double> value) { return number(value, Unit::share); }

/// A number that a text shows in its own way, and `otherwise` where it is unknown.
Value number_as(std::optional<double> value, std::string text);

/// A text in a column of numbers.
Value aligned_right(std::string text);

/// `rows` in which each item is described by a function of it.
template <class Items, class Describe>
std::vector<Fields> rows_of(const Items& items, Describe describe) {
  std::vector<Fields> rows;
  for (const auto& item : items) rows.push_back(describe(item));
  return rows;
}

}  // namespace sparlab::base
