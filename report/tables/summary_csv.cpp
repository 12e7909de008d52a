#include "report/tables/summary_csv.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/bandwidth.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "report/tables/csv_cells.hpp"

namespace sparlab::report {
namespace {

constexpr std::string_view kHeading =
    "experiment,sweep,engine,algorithm,platform,P,N,density,nnz,time_s,time_low_s,time_high_s,"
    "p5_s,p95_s,samples,outliers,messages,bytes,algbw_bytes_per_s,wirebw_bytes_per_s,"
    "busbw_bytes_per_s,result_density,best_s,worst_s,published_low_s,published_high_s,check,id,"
    "input,input_form,payload,machine,value,index,formats,seed,launcher,host,commit,started,wall_"
    "s\n";

std::optional<double> term(const experiments::Record& record, const char* name) {
  const auto found = record.terms.find(name);
  return found == record.terms.end() ? std::nullopt : std::optional(found->second);
}

/// "zipf exponent=1 shuffled=true".
std::string input_cell(const experiments::Point& point) {
  const nlohmann::json object = experiments::input_to_json(point.input);
  std::string text(name_of(point.input.kind));
  for (const auto& [key, value] : object.items())
    if (key != "kind")
      text +=
          fmt::format(" {}={}", key, value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

/// "coo+dense".
std::string formats_text(const experiments::Point& point) {
  std::string text;
  for (std::uint8_t code = 0; code < model::kFormats; ++code) {
    const auto format = static_cast<algos::Format>(code);
    if (point.formats.contains(format))
      text += fmt::format("{}{}", text.empty() ? "" : "+", algos::name_of(format));
  }
  return text;
}

std::string environment(const experiments::Record& record, const char* key) {
  const auto found = record.environment.find(key);
  return found == record.environment.end() ? std::string() : found->second;
}

std::vector<std::string> cells(const experiments::Record& record) {
  const experiments::Point& point = record.point;
  const auto universe = static_cast<double>(point.universe);
  return {csv_text(point.experiment),
          csv_text(point.sweep),
          std::string(name_of(point.engine)),
          csv_text(point.algorithm.spec()),
          csv_text(point.platform),
          std::to_string(point.ranks),
          std::to_string(point.universe),
          csv_number(point.density),
          std::to_string(point.nnz),
          csv_number(record.time_s),
          csv_number(record.time_low_s),
          csv_number(record.time_high_s),
          csv_number(record.p5_s),
          csv_number(record.p95_s),
          std::to_string(record.samples_s.size()),
          std::to_string(record.outliers),
          csv_number(record.messages),
          csv_number(record.bytes),
          csv_number(analysis::algorithm_bandwidth(record)),
          csv_number(analysis::wire_bandwidth(record)),
          csv_number(analysis::bus_bandwidth(record)),
          record.result_nnz ? csv_number(*record.result_nnz / universe) : "",
          csv_number(term(record, "best_s")),
          csv_number(term(record, "worst_s")),
          csv_number(term(record, "published_low_s")),
          csv_number(term(record, "published_high_s")),
          csv_text(record.check.status),
          csv_text(record.id),
          csv_text(input_cell(point)),
          std::string(name_of(point.input_form)),
          std::string(name_of(point.payload)),
          csv_text(name_of(point.machine)),
          std::string(name_of(point.value)),
          std::string(name_of(point.index)),
          formats_text(point),
          std::to_string(point.seed),
          csv_text(point.launcher),
          csv_text(environment(record, "host")),
          csv_text(environment(record, "commit")),
          csv_text(record.started),
          csv_number(record.wall_s)};
}

}  // namespace

void write_summary_csv(std::ostream& stream, std::span<const experiments::Record> records) {
  stream << kHeading;
  for (const experiments::Record& record : records)
    stream << fmt::format("{}\n", fmt::join(cells(record), ","));
}

}  // namespace sparlab::report
