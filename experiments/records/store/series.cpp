#include "experiments/records/store/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/json/json_fields.hpp"
#include "base/text/content_hash.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/short_record.hpp"
#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

constexpr std::string_view kSeries = R"({"series":")";
constexpr std::string_view kRecord = R"({"of":")";
constexpr std::string_view kId = R"(","id":")";

/// The fields of a point that its record, not its series, has.
constexpr std::array kOwnFields = {"P", "nnz", "density"};

/// A check that ran has numbers of its own.
bool has_common_check(const Record& record) { return record.check.status == "skipped"; }

bool same_names(const Record& left, const Record& right) {
  return std::ranges::equal(
             left.terms, right.terms, {}, [](const auto& term) { return term.first; },
             [](const auto& term) { return term.first; }) &&
         std::ranges::equal(left.phases, right.phases, {}, &PhaseTraffic::name,
                            &PhaseTraffic::name);
}

bool same_series(const Record& left, const Record& right) {
  return same_but_size(left.point, right.point) && left.point.universe == right.point.universe &&
         same_names(left, right) && left.deterministic == right.deterministic &&
         left.warmup == right.warmup && left.stopped_by == right.stopped_by &&
         left.platform_hash == right.platform_hash && left.input_hash == right.input_hash &&
         left.extrapolated_from == right.extrapolated_from && left.network == right.network &&
         left.environment == right.environment &&
         has_common_check(left) == has_common_check(right) &&
         (!has_common_check(left) || left.check.detail == right.check.detail);
}

json common_json(const Record& record) {
  json point = point_to_json(record.point);
  for (const char* const key : kOwnFields) point.erase(key);
  json terms = json::array();
  for (const auto& [name, value] : record.terms) terms.push_back(name);
  json phases = json::array();
  for (const PhaseTraffic& phase : record.phases) phases.push_back(phase.name);
  json object = {{"record_version", kSeriesVersion},
                 {"point", std::move(point)},
                 {"deterministic", record.deterministic},
                 {"warmup", record.warmup},
                 {"stopped_by", record.stopped_by},
                 {"terms", std::move(terms)},
                 {"phases", std::move(phases)},
                 {"network", record.network.map()},
                 {"platform_hash", record.platform_hash},
                 {"input_hash", record.input_hash},
                 {"environment", record.environment.map()}};
  if (record.extrapolated_from) object["extrapolated_from"] = *record.extrapolated_from;
  if (has_common_check(record)) object["check"] = record.check.detail;
  return object;
}

/// Environment variables and paths may hold any bytes; the line must remain valid JSON.
std::string series_text(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string name_of_content(std::string_view content) {
  return base::content_hash(content).substr(0, kSeriesDigits);
}

std::vector<std::string> read_names(const base::JsonFields& fields, const char* key) {
  if (!fields.at(key).is_array()) base::JsonFields::fail(key, "a list");
  std::vector<std::string> names;
  for (const json& item : fields.at(key)) {
    if (!item.is_string()) base::JsonFields::fail(key, "a list of names");
    names.push_back(item.get<std::string>());
  }
  return names;
}

Point read_common_point(const base::JsonFields& fields) {
  json point = fields.at("point");
  if (!point.is_object()) base::JsonFields::fail("point", "an object");
  point.update({{"P", 1U}, {"nnz", 0U}, {"density", 0.0}});
  return point_from_json(point);
}

}  // namespace

LineKind kind_of_line(std::string_view line) {
  const bool series = line.starts_with(kSeries);
  if (!series && !line.starts_with(kRecord)) return {};
  line.remove_prefix(series ? kSeries.size() : kRecord.size());
  if (line.size() < kSeriesDigits) return {};
  const std::string_view name = line.substr(0, kSeriesDigits);
  if (series) return {LineKind::Kind::series, name, {}};
  line.remove_prefix(kSeriesDigits);
  if (!line.starts_with(kId)) return {};
  line.remove_prefix(kId.size());
  const std::size_t quote = line.find('"');
  // An id is a hash; an escaped character in it would end here.
  if (quote == std::string_view::npos || line.substr(0, quote).ends_with('\\')) return {};
  return {LineKind::Kind::short_record, name, line.substr(0, quote)};
}

RecordSeries series_from_line(std::string_view line) {
  json object = parse_line(line);
  const base::JsonFields fields(object);
  require_record_version(object, kSeriesVersion);
  RecordSeries series;
  Record& common = series.common;
  common.point = read_common_point(fields);
  common.deterministic = fields.flag("deterministic");
  common.warmup = fields.count("warmup");
  common.stopped_by = fields.text("stopped_by");
  common.network = fields.texts("network");
  common.platform_hash = fields.text("platform_hash");
  common.input_hash = fields.text("input_hash");
  common.environment = fields.texts("environment");
  if (fields.has("extrapolated_from")) common.extrapolated_from = fields.count("extrapolated_from");
  series.has_check = fields.has("check");
  if (series.has_check) common.check = {"skipped", fields.text("check")};
  series.terms = read_names(fields, "terms");
  series.phases = read_names(fields, "phases");
  const std::string name = fields.text("series");
  object.erase("series");
  object.erase("crc32");
  if (name_of_content(series_text(object)) != name)
    throw base::FormatError("its name is not the hash of its content");
  return series;
}

const std::string& SeriesWriter::name_of_series(const Record& record, std::string& new_line) {
  // Records of a series usually follow each other; a series that is not found here is named again.
  constexpr std::size_t kMostKnown = 8;
  std::vector<Known>& known = known_[record.point.algorithm.spec()];
  const auto found = std::ranges::find_if(
      known, [&](const Known& one) { return same_series(one.example, record); });
  if (found != known.end()) {
    std::iter_swap(known.begin(), found);
    return known.front().name;
  }
  const std::string content = series_text(common_json(record));
  const std::string name = name_of_content(content);
  if (written_.emplace(name, true).second)
    new_line = with_checksum(fmt::format("{}{}\",{}", kSeries, name, content.substr(1)));
  if (known.size() == kMostKnown) known.pop_back();
  known.insert(known.begin(), {record, name});
  return known.front().name;
}

SeriesWriter::Lines SeriesWriter::write(const Record& record) {
  Lines lines;
  const std::string& name = name_of_series(record, lines.series);
  lines.record = with_checksum(
      fmt::format("{}{}{}", kRecord, name, own_fields(record, has_common_check(record))));
  return lines;
}

}  // namespace sparlab::experiments::records
