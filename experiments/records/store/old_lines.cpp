#include "experiments/records/store/old_lines.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/system/environment.hpp"
#include "base/text/base64.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

constexpr std::string_view kSeries = R"({"series":")";
constexpr std::string_view kShort = R"({"of":")";

using Series = std::map<std::string, json>;  // by name

/// Numbers in base64: 8 bytes each, least significant first.
std::vector<double> unpack(const std::string& text) {
  const std::string bytes = base::from_base64(text).value_or("");
  std::vector<double> numbers(bytes.size() / 8);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::size_t byte = 8; byte-- > 0;)
      bits = bits << 8U | static_cast<unsigned char>(bytes[8 * i + byte]);
    numbers[i] = std::bit_cast<double>(bits);
  }
  return numbers;
}

json named_terms(const json& names, const json& numbers) {
  json terms = json::object();
  if (names.empty()) return terms;
  const std::vector<double> values = unpack(numbers.get<std::string>());
  for (std::size_t i = 0; i < names.size(); ++i) terms[names[i].get<std::string>()] = values.at(i);
  return terms;
}

json named_phases(const json& names, const json& numbers) {
  json phases = json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const json& of = numbers.at(i);
    phases.push_back({{"name", names[i]}, {"messages", of.at(0)}, {"bytes", of.at(1)}});
    if (of.size() > 2) phases.back()["seconds"] = of[2];
  }
  return phases;
}

/// The record of a short line.
Record joined(const json& line, const json& series) {
  json whole = {{"samples_s", json::array()}, {"outliers", 0U}};
  whole.update(series);
  whole.update(line);
  if (!whole.contains("density"))
    whole["density"] = static_cast<double>(line.at("nnz").get<std::uint64_t>()) /
                       static_cast<double>(series.at("point").at("N").get<std::uint64_t>());
  whole["terms"] = named_terms(series.at("terms"), line.value("terms", json("")));
  whole["phases"] = named_phases(series.at("phases"), line.value("phases", json::array()));
  const json& check = whole.at("check");
  whole["check"] = check.is_string() ? json{{"status", "skipped"}, {"detail", check}}
                                     : json{{"status", check.at(0)}, {"detail", check.at(1)}};
  const json& run = line.at("run");
  constexpr std::uint64_t kLatest = std::uint64_t{1} << 37U;
  whole["started"] = run.at(0).is_string()
                         ? run.at(0)
                         : json(base::utc_timestamp(static_cast<std::int64_t>(
                               std::min(run.at(0).get<std::uint64_t>(), kLatest))));
  whole["wall_s"] = run.at(1);
  whole["record_version"] = kRecordVersion;
  return record_from_json(whole);
}

template <class Use>
void for_each_line(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    use(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

Series series_of(std::string_view text) {
  Series series;
  for_each_line(text, [&](std::string_view line) {
    if (!line.starts_with(kSeries) || checksum_of(line) != Checksum::right) return;
    try {
      json object = parse_line(line);
      const std::string name = object.at("series").get<std::string>();
      series.emplace(name, std::move(object));
    } catch (const std::exception&) {
      // The lines of its records stay as they are, and so are reported.
    }
  });
  return series;
}

}  // namespace

std::string lines_of_old(std::string_view text) {
  const Series series = series_of(text);
  LineWriter writer;
  std::string lines;
  for_each_line(text, [&](std::string_view line) {
    if (line.starts_with(kShort) && checksum_of(line) == Checksum::right) {
      try {
        const json object = parse_line(line);
        lines += writer.write(joined(object, series.at(object.at("of").get<std::string>())));
        lines += '\n';
        return;
      } catch (const base::FormatError&) {
      } catch (const json::exception&) {
      } catch (const std::out_of_range&) {  // of its series
      }
    } else if (line.starts_with(kSeries) && checksum_of(line) == Checksum::right) {
      return;
    }
    lines.append(line).append("\n");
  });
  return lines;
}

}  // namespace sparlab::experiments::records
