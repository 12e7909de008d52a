#include "experiments/spec/definition/axis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/errors/errors.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "model/parameters/count_text.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

/// The greatest number of values of an axis.
std::size_t most_values() {
  return experiment_schema().at("definitions").at("points").at("maximum").get<std::size_t>();
}

/// With a smaller lower end, the ratio of the two ends could overflow.
constexpr double kLeastLogarithmic = 1e-300;

[[noreturn]] void refuse(const AxisPlace& place, const std::string& key, const json& value,
                         const std::string& accepted) {
  throw base::ConfigError(place.file, key.empty() ? place.json_path : place.json_path + "." + key,
                          value.dump(), accepted, "");
}

template <class Number>
std::optional<Number> number_from_text(const std::string& text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return number;
}

double count_of(const json& value, const AxisPlace& place, const std::string& key) {
  if (value.is_string()) {
    const auto count = model::parse_count(value.get_ref<const std::string&>());
    if (!count || *count == 0) {
      refuse(place, key, value,
             R"(a whole number from 1 to 2^53 such as "16M" (10^6), "16Mi" (2^20) or "2^24")");
    }
    return static_cast<double>(*count);
  }
  const double number = value.get<double>();
  if (number != std::floor(number)) refuse(place, key, value, "a whole number of at least 1");
  return number;
}

/// Reads "0.1%" as "0.1e-2", since a division by 100 would round.
double density_of(const json& value, const AxisPlace& place, const std::string& key) {
  if (!value.is_string()) return value.get<double>();
  const auto& text = value.get_ref<const std::string&>();
  const auto number = number_from_text<double>(text.substr(0, text.find('%')) + "e-2");
  if (!number || *number > 1) refuse(place, key, value, "a percentage from 0% to 100%");
  return *number;
}

std::vector<double> spaced(double from, double to, std::size_t points, bool logarithmic) {
  std::vector<double> values;
  for (std::size_t i = 0; i < points; ++i) {
    const double share = points == 1 ? 0 : static_cast<double>(i) / static_cast<double>(points - 1);
    values.push_back(logarithmic ? from * std::pow(to / from, share) : from + share * (to - from));
  }
  // The last value is `to` itself, without rounding errors.
  if (points > 1) values.back() = to;
  return values;
}

std::vector<double> multiplied(double from, double to, double factor, const AxisPlace& place,
                               const json& axis) {
  const std::size_t most = most_values();
  std::vector<double> values;
  // Powers instead of repeated products, so that the error does not grow along the axis.
  for (std::size_t i = 0;; ++i) {
    const double value = from * std::pow(factor, static_cast<double>(i));
    if (value > to * (1 + 1e-9)) return values;
    if (values.size() == most) refuse(place, "", axis, fmt::format("at most {} values", most));
    values.push_back(std::min(value, to));
  }
}

using ReadNumber = double (*)(const json&, const AxisPlace&, const std::string&);

std::vector<double> expand_range(const json& axis, const AxisPlace& place, ReadNumber read) {
  const double from = read(axis.at("from"), place, "from");
  const double to = read(axis.at("to"), place, "to");
  if (to < from) refuse(place, "to", axis.at("to"), "a number that is not below \"from\"");
  const bool logarithmic = axis.contains("factor") || axis.at("scale") == "log";
  if (logarithmic && from < kLeastLogarithmic)
    refuse(place, "from", axis.at("from"),
           fmt::format("a number of at least {}: a logarithmic range never reaches 0",
                       kLeastLogarithmic));
  if (axis.contains("factor"))
    return multiplied(from, to, axis.at("factor").get<double>(), place, axis);
  return spaced(from, to, axis.at("points").get<std::size_t>(), logarithmic);
}

std::vector<double> expand(const json& axis, const AxisPlace& place, ReadNumber read) {
  std::vector<double> values;
  if (axis.is_object()) {
    values = expand_range(axis, place, read);
  } else if (axis.is_array()) {
    for (std::size_t i = 0; i < axis.size(); ++i)
      values.push_back(read(axis[i], place, std::to_string(i)));
  } else {
    values.push_back(read(axis, place, ""));
  }
  return values;
}

template <class T>
void sort_and_drop_repeated(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Errors quote the returned value, so a whole number stays an integer; "nan" and "inf" are
/// refused.
json scalar_from_text(const std::string& text) {
  if (const auto whole = number_from_text<std::int64_t>(text)) return *whole;
  const auto number = number_from_text<double>(text);
  if (number && std::isfinite(*number)) return *number;
  return text;
}

/// Reads FROM:TO:STEP.
json range_from_text(const std::string& text, std::size_t first, std::size_t second) {
  const std::string step = text.substr(second + 1);
  json range = {{"from", scalar_from_text(text.substr(0, first))},
                {"to", scalar_from_text(text.substr(first + 1, second - first - 1))}};
  const bool points = step.starts_with("log") || step.starts_with("lin");
  if (!points && !step.starts_with("x")) return nullptr;
  const std::optional<std::uint64_t> count =
      points ? model::parse_count(step.substr(3)) : std::nullopt;
  if (points) {
    if (!count) return nullptr;
    range["points"] = *count;
    range["scale"] = step.starts_with("log") ? "log" : "linear";
    return range;
  }
  range["factor"] = scalar_from_text(step.substr(1));
  return range.at("factor").is_number() ? range : json(nullptr);
}

/// Reads FROM..TO, which stands for every whole number in between.
json whole_numbers_from_text(const std::string& text, std::size_t dots) {
  const std::string from = text.substr(0, dots);
  const std::string to = text.substr(dots + 2);
  const auto first = model::parse_count(from);
  const auto last = model::parse_count(to);
  if (!first || !last) return nullptr;
  return {{"from", scalar_from_text(from)},
          {"to", scalar_from_text(to)},
          {"points", std::max(*first, *last) - std::min(*first, *last) + 1},
          {"scale", "linear"}};
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// True if the commas could separate thousands: "25,500", but not "2,4,8" or "25, 500". Numbers of
/// ranks are rarely that large: "128,256" are two of them, but "1,024" is one number.
bool reads_as_one_number(const std::vector<std::string>& items, bool of_ranks) {
  const auto begins_with_zero = [](const std::string& item) { return item.starts_with('0'); };
  if (of_ranks && std::none_of(items.begin(), items.end(), begins_with_zero)) return false;
  return items.size() > 1 && items.front().size() <= 3 && is_digits(items.front()) &&
         items.front() != "0" &&
         std::all_of(items.begin() + 1, items.end(),
                     [](const std::string& item) { return item.size() == 3 && is_digits(item); });
}

std::string without_leading_blanks(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

json list_from_text(const std::string& text, const std::string& option) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    items.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (reads_as_one_number(items, option == "-P"))
    throw base::ConfigError(
        "command line", option, text,
        fmt::format("{} for one number, or '{}' with blanks for {} of them", fmt::join(items, ""),
                    fmt::join(items, ", "), items.size()));
  json list = json::array();
  for (const std::string& item : items)
    list.push_back(scalar_from_text(without_leading_blanks(item)));
  return list;
}

}  // namespace

std::vector<std::uint64_t> expand_count_axis(const json& axis, const AxisPlace& place) {
  std::vector<std::uint64_t> counts;
  for (const double value : expand(axis, place, count_of))
    counts.push_back(static_cast<std::uint64_t>(std::llround(value)));
  sort_and_drop_repeated(counts);
  return counts;
}

std::vector<double> expand_density_axis(const json& axis, const AxisPlace& place) {
  std::vector<double> densities = expand(axis, place, density_of);
  sort_and_drop_repeated(densities);
  return densities;
}

json axis_from_text(const std::string& text, const std::string& option) {
  const std::size_t dots = text.find("..");
  const std::size_t first = text.find(':');
  if (dots == std::string::npos && first == std::string::npos) return list_from_text(text, option);
  json range = nullptr;
  if (dots != std::string::npos) {
    range = whole_numbers_from_text(text, dots);
  } else if (const std::size_t second = text.find(':', first + 1); second != std::string::npos) {
    range = range_from_text(text, first, second);
  }
  if (range.is_null()) {
    throw base::ConfigError(
        "command line", option, text,
        "a number, a list such as 2,4,8, or a range: FROM:TO:xFACTOR, "
        "FROM:TO:logPOINTS, FROM:TO:linPOINTS, or FROM..TO for every whole number "
        "between");
  }
  return range;
}

}  // namespace sparlab::experiments
