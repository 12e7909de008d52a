#include "experiments/records/store/own_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json/json_fields.hpp"
#include "base/json/value_json.hpp"
#include "experiments/records/store/link_json.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

/// Most texts are ASCII that needs no escapes, and the library takes longer to find that out.
std::string quoted(const std::string& text) {
  const bool plain = std::ranges::all_of(
      text, [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; });
  if (plain) return '"' + text + '"';
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Appends members to the text of an object or a list.
class Members {
 public:
  explicit Members(std::string& text) : text_(text) {}

  void raw(std::string_view key, std::string_view value) {
    begin(key);
    text_ += value;
  }
  void text(std::string_view key, const std::string& value) { raw(key, quoted(value)); }
  void count(std::string_view key, std::uint64_t value) { raw(key, std::to_string(value)); }
  void number(std::string_view key, double value) {
    begin(key);
    item(key, value);
  }
  void number(std::string_view key, const std::optional<double>& value) {
    if (value) number(key, *value);
  }
  /// A number of a list; `key` is that of the list.
  void item(std::string_view key, double value) {
    if (!std::isfinite(value))
      throw base::FormatError("\"" + std::string(key) + "\" is not a number");
    if (text_.back() != ':') separate();
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    const std::string_view shortest(digits.data(), static_cast<std::size_t>(end - digits.data()));
    text_ += shortest;
    // JSON would read a whole number, which has no sign of zero.
    if (shortest.find_first_of(".e") == std::string_view::npos) text_ += ".0";
  }
  void open(std::string_view key, char bracket) {
    begin(key);
    text_ += bracket;
  }
  void open() {
    separate();
    text_ += '{';
  }
  void close(char bracket) { text_ += bracket; }

 private:
  void separate() {
    if (text_.back() != '{' && text_.back() != '[') text_ += ',';
  }
  void begin(std::string_view key) {
    separate();
    text_.append("\"").append(key).append("\":");
  }
  std::string& text_;
};

void add_times(Members& members, const Record& record) {
  members.number("time_s", record.time_s);
  members.open("samples_s", '[');
  for (const double sample : record.samples_s) members.item("samples_s", sample);
  members.close(']');
  members.number("time_low_s", record.time_low_s);
  members.number("time_high_s", record.time_high_s);
  members.number("p5_s", record.p5_s);
  members.number("p95_s", record.p95_s);
  members.number("min_s", record.min_s);
  members.number("p10_s", record.p10_s);
  members.number("p90_s", record.p90_s);
  members.number("mean_s", record.mean_s);
  members.count("outliers", record.outliers);
}

void add_phases(Members& members, const Record& record) {
  members.open("phases", '[');
  for (const PhaseTraffic& phase : record.phases) {
    members.open();
    members.text("name", phase.name);
    members.number("messages", phase.messages);
    members.number("bytes", phase.bytes);
    members.number("seconds", phase.seconds);
    members.close('}');
  }
  members.close(']');
}

void add_timeline(Members& members, const Record& record) {
  members.open("timeline", '[');
  for (const TimelineSlice& slice : record.timeline) {
    members.open();
    members.text("lane", slice.lane);
    members.text("name", slice.name);
    members.text("category", slice.category);
    members.number("begin_s", slice.begin_s);
    members.number("end_s", slice.end_s);
    members.close('}');
  }
  members.close(']');
}

/// Names of terms are identifiers, but a file of another program may have any.
void add_terms(Members& members, const Record& record) {
  members.open("terms", '{');
  for (const auto& [name, value] : record.terms) {
    const std::string key = quoted(name);
    members.number(std::string_view(key).substr(1, key.size() - 2), value);
  }
  members.close('}');
}

}  // namespace

std::string own_text(const Record& record) {
  std::string text = "{";
  Members members(text);
  members.text("id", record.id);
  members.count("P", record.point.ranks);
  members.count("nnz", record.point.nnz);
  members.number("density", record.point.density);
  add_times(members, record);
  members.number("messages", record.messages);
  members.number("bytes", record.bytes);
  members.number("result_nnz", record.result_nnz);
  add_phases(members, record);
  add_terms(members, record);
  if (record.links)
    members.raw("links",
                links_to_json(*record.links).dump(-1, ' ', false, json::error_handler_t::replace));
  if (!record.timeline.empty()) add_timeline(members, record);
  if (record.curve)
    members.raw("curve", base::json_text(training::curve_fields(*record.curve), -1));
  if (record.check.status != "skipped") {
    members.open("check", '{');
    members.text("status", record.check.status);
    members.text("detail", record.check.detail);
    members.close('}');
  }
  members.text("started", record.started);
  members.number("wall_s", record.wall_s);
  return text;
}

}  // namespace sparlab::experiments::records
