#include "experiments/records/store/short_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json/json_fields.hpp"
#include "base/system/environment.hpp"
#include "experiments/records/store/link_json.hpp"
#include "experiments/records/store/packed_numbers.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/series.hpp"
#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

std::string quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Appends members to the text of an object.
class Members {
 public:
  explicit Members(std::string& text) : text_(text) {}

  void number(std::string_view key, double value) {
    begin(key);
    append(key, value);
  }
  void number(std::string_view key, const std::optional<double>& value) {
    if (value) number(key, *value);
  }
  void count(std::string_view key, std::uint64_t value) {
    begin(key);
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }
  void raw(std::string_view key, std::string_view value) {
    begin(key);
    text_ += value;
  }
  /// A number without a key, in a list.
  void append(std::string_view key, double value) {
    if (!std::isfinite(value)) throw base::FormatError(fmt::format("\"{}\" is not a number", key));
    // JSON would read -0 as a whole number, which has no sign.
    if (value == 0 && std::signbit(value)) {
      text_ += "-0.0";
      return;
    }
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_.append(digits.data(), end);
  }

 private:
  void begin(std::string_view key) { fmt::format_to(std::back_inserter(text_), ",\"{}\":", key); }
  std::string& text_;
};

void add_list(std::string& text, Members& members, std::string_view key,
              const std::vector<double>& numbers) {
  if (numbers.empty()) return;
  members.raw(key, "[");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ',';
    members.append(key, numbers[i]);
  }
  text += ']';
}

void add_terms(Members& members, const Record& record) {
  if (record.terms.empty()) return;
  std::vector<double> numbers;
  for (const auto& [name, value] : record.terms) {
    if (!std::isfinite(value)) throw base::FormatError(fmt::format("\"{}\" is not a number", name));
    numbers.push_back(value);
  }
  members.raw("terms", '"' + pack_numbers(numbers) + '"');
}

void add_phases(std::string& text, Members& members, const Record& record) {
  if (record.phases.empty()) return;
  members.raw("phases", "[");
  for (const PhaseTraffic& phase : record.phases) {
    text += text.ends_with('[') ? "[" : ",[";
    members.append("messages", phase.messages);
    text += ',';
    members.append("bytes", phase.bytes);
    if (phase.seconds) {
      text += ',';
      members.append("seconds", *phase.seconds);
    }
    text += ']';
  }
  text += ']';
}

/// Seconds since 1970 of a time as utc_timestamp writes it.
std::optional<std::int64_t> seconds_of(const std::string& time) {
  std::tm parts{};
  const char* const end = ::strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const std::int64_t seconds = ::timegm(&parts);
  return seconds >= 0 && base::utc_timestamp(seconds) == time ? std::optional(seconds)
                                                              : std::nullopt;
}

double density_of(const Point& point) {
  return static_cast<double>(point.nnz) / static_cast<double>(point.universe);
}

std::vector<double> read_list(const base::JsonFields& fields, const char* key) {
  const json& list = fields.at(key);
  if (!list.is_array()) base::JsonFields::fail(key, "a list");
  std::vector<double> numbers;
  numbers.reserve(list.size());
  for (const json& item : list) {
    if (!item.is_number()) base::JsonFields::fail(key, "a list of numbers");
    numbers.push_back(item.get<double>());
  }
  return numbers;
}

void read_terms(const base::JsonFields& fields, const RecordSeries& series, Record& record) {
  if (series.terms.empty()) return;
  const json& text = fields.at("terms");
  if (!text.is_string()) base::JsonFields::fail("terms", "a text");
  const std::vector<double> numbers =
      unpack_numbers(text.get_ref<const std::string&>(), series.terms.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    record.terms.emplace_hint(record.terms.end(), series.terms[i], numbers[i]);
}

void read_phases(const base::JsonFields& fields, const RecordSeries& series, Record& record) {
  if (series.phases.empty()) return;
  const json& list = fields.at("phases");
  if (!list.is_array() || list.size() != series.phases.size())
    base::JsonFields::fail("phases", "as long as the names of its series");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const json& item = list[i];
    const bool numbers = item.is_array() && (item.size() == 2 || item.size() == 3) &&
                         std::ranges::all_of(item, [](const json& one) { return one.is_number(); });
    if (!numbers) base::JsonFields::fail("phases", "a list of two or three numbers each");
    record.phases.push_back({series.phases[i], item[0].get<double>(), item[1].get<double>(), {}});
    if (item.size() == 3) record.phases.back().seconds = item[2].get<double>();
  }
}

/// "run": when the point started, in seconds since 1970 or as a text, and how long it ran.
void add_run(std::string& text, Members& members, const Record& record) {
  members.raw("run", "[");
  if (const auto seconds = seconds_of(record.started)) {
    text += std::to_string(*seconds);
  } else {
    text += quoted(record.started);
  }
  text += ',';
  members.append("wall_s", record.wall_s);
  text += ']';
}

void read_run(const base::JsonFields& fields, Record& record) {
  const json& run = fields.at("run");
  const bool known = run.is_array() && run.size() == 2 && run[1].is_number() &&
                     (run[0].is_number_unsigned() || run[0].is_string());
  if (!known) base::JsonFields::fail("run", "a list of a start and a duration");
  constexpr std::uint64_t kLatest = std::uint64_t{1} << 37U;
  record.started = run[0].is_string() ? run[0].get<std::string>()
                                      : base::utc_timestamp(static_cast<std::int64_t>(
                                            std::min(run[0].get<std::uint64_t>(), kLatest)));
  record.wall_s = run[1].get<double>();
}

void read_point(const base::JsonFields& fields, Point& point) {
  point.ranks = fields.count("P");
  point.nnz = fields.count("nnz");
  check_size(point);
  point.density = fields.has("density") ? fields.number("density") : density_of(point);
  check_size(point);
}

}  // namespace

std::string own_fields(const Record& record, bool has_common_check) {
  const Point& point = record.point;
  std::string text = "\",\"id\":" + quoted(record.id);
  Members members(text);
  members.count("P", point.ranks);
  members.count("nnz", point.nnz);
  if (point.density != density_of(point)) members.number("density", point.density);
  members.number("time_s", record.time_s);
  add_list(text, members, "samples_s", record.samples_s);
  members.number("time_low_s", record.time_low_s);
  members.number("time_high_s", record.time_high_s);
  members.number("p5_s", record.p5_s);
  members.number("p95_s", record.p95_s);
  members.number("min_s", record.min_s);
  members.number("p10_s", record.p10_s);
  members.number("p90_s", record.p90_s);
  members.number("mean_s", record.mean_s);
  if (record.outliers > 0) members.count("outliers", record.outliers);
  members.number("messages", record.messages);
  members.number("bytes", record.bytes);
  members.number("result_nnz", record.result_nnz);
  add_phases(text, members, record);
  add_terms(members, record);
  if (record.links)
    members.raw("links",
                links_to_json(*record.links).dump(-1, ' ', false, json::error_handler_t::replace));
  if (!has_common_check)
    members.raw("check",
                fmt::format("[{},{}]", quoted(record.check.status), quoted(record.check.detail)));
  add_run(text, members, record);
  return text + '}';
}

Record record_of_series(std::string_view line, const RecordSeries& series) {
  const json object = parse_line(line);
  const base::JsonFields fields(object);
  const auto number = [&](const char* key) {
    return fields.has(key) ? std::optional(fields.number(key)) : std::nullopt;
  };
  Record record = series.common;
  record.id = fields.text("id");
  read_point(fields, record.point);
  record.time_s = fields.number("time_s");
  if (fields.has("samples_s")) record.samples_s = read_list(fields, "samples_s");
  record.time_low_s = number("time_low_s");
  record.time_high_s = number("time_high_s");
  record.p5_s = number("p5_s");
  record.p95_s = number("p95_s");
  record.min_s = number("min_s");
  record.p10_s = number("p10_s");
  record.p90_s = number("p90_s");
  record.mean_s = number("mean_s");
  if (fields.has("outliers")) record.outliers = fields.count("outliers");
  record.messages = number("messages");
  record.bytes = number("bytes");
  record.result_nnz = number("result_nnz");
  read_phases(fields, series, record);
  read_terms(fields, series, record);
  if (fields.has("links")) record.links = links_from_json(fields.at("links"));
  if (!series.has_check) {
    const json& check = fields.at("check");
    if (!check.is_array() || check.size() != 2 || !check[0].is_string() || !check[1].is_string())
      base::JsonFields::fail("check", "a list of two texts");
    record.check = {check[0].get<std::string>(), check[1].get<std::string>()};
  }
  read_run(fields, record);
  return record;
}

}  // namespace sparlab::experiments::records
