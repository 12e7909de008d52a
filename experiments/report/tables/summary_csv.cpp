#include "experiments/report/tables/summary_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/points/engine.hpp"
#include "experiments/report/analysis/panel.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::string_view kHeading =
    "experiment,sweep,engine,algorithm,platform,P,N,density,nnz,time_s,time_low_s,time_high_s,"
    "p5_s,p95_s,samples,outliers,messages,bytes,algbw_bytes_per_s,wirebw_bytes_per_s,"
    "busbw_bytes_per_s,result_density,best_s,worst_s,published_low_s,published_high_s,check,id\n";

/// Spreadsheets evaluate a cell that begins like a formula; an apostrophe makes it a text.
bool looks_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string csv_text(std::string_view raw) {
  const std::string text = (looks_like_formula(raw) ? "'" : "") + std::string(raw);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

/// The shortest text that reads back as the same number; empty if it is unknown.
std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string();
}

std::optional<double> term(const Record& record, const char* name) {
  const auto found = record.terms.find(name);
  return found == record.terms.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> ratio(std::optional<double> numerator, double denominator) {
  return numerator ? std::optional(*numerator / denominator) : std::nullopt;
}

std::vector<std::string> cells(const Record& record) {
  const Point& point = record.point;
  const auto ranks = static_cast<double>(point.ranks);
  const auto universe = static_cast<double>(point.universe);
  const double value_bytes = static_cast<double>(algos::bytes_of(point.value));
  const double algbw = universe * value_bytes / record.time_s;
  return {csv_text(point.experiment),
          csv_text(point.sweep),
          std::string(name_of(point.engine)),
          csv_text(point.algorithm.spec()),
          csv_text(point.platform),
          std::to_string(point.ranks),
          std::to_string(point.universe),
          number(point.density),
          std::to_string(point.nnz),
          number(record.time_s),
          number(record.time_low_s),
          number(record.time_high_s),
          number(record.p5_s),
          number(record.p95_s),
          std::to_string(record.samples_s.size()),
          std::to_string(record.outliers),
          number(record.messages),
          number(record.bytes),
          number(algbw),
          number(ratio(record.bytes, ranks * record.time_s)),
          is_dense(point.algorithm.spec()) ? number(algbw * 2 * (ranks - 1) / ranks) : "-",
          number(ratio(record.result_nnz, universe)),
          number(term(record, "best_s")),
          number(term(record, "worst_s")),
          number(term(record, "published_low_s")),
          number(term(record, "published_high_s")),
          csv_text(record.check.status),
          csv_text(record.id)};
}

}  // namespace

void write_summary_csv(std::ostream& stream, std::span<const Record> records) {
  stream << kHeading;
  for (const Record& record : records) stream << fmt::format("{}\n", fmt::join(cells(record), ","));
}

}  // namespace sparlab::experiments
