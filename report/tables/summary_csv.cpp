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
#include "base/text/csv_writer.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/planned_point.hpp"

namespace sparlab::report {
namespace {

using base::Fields;

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

/// "coo+dense", or "coo+dense+exponents" if values may be coded.
std::string formats_text(const experiments::Point& point) {
  std::string text;
  for (std::uint8_t code = 0; code < model::kFormats; ++code) {
    const auto format = static_cast<algos::Format>(code);
    if (point.formats.contains(format))
      text += fmt::format("{}{}", text.empty() ? "" : "+", algos::name_of(format));
  }
  if (point.value_code != algos::ValueCode::none)
    text += fmt::format("+{}", name_of(point.value_code));
  return text;
}

Fields record_fields(const experiments::Record& record) {
  const experiments::Point& point = record.point;
  const auto universe = static_cast<double>(point.universe);
  return {{"experiment", point.experiment},
          {"sweep", point.sweep},
          {"engine", name_of(point.engine)},
          {"algorithm", point.algorithm.spec()},
          {"platform", point.platform},
          {"P", point.ranks},
          {"N", point.universe},
          {"density", point.density},
          {"nnz", point.nnz},
          {"time_s", record.time_s},
          {"time_low_s", record.time_low_s},
          {"time_high_s", record.time_high_s},
          {"p5_s", record.p5_s},
          {"p95_s", record.p95_s},
          {"samples", record.samples_s.size()},
          {"outliers", record.outliers},
          {"messages", record.messages},
          {"bytes", record.bytes},
          {"algbw_bytes_per_s", analysis::algorithm_bandwidth(record)},
          {"wirebw_bytes_per_s", analysis::wire_bandwidth(record)},
          {"busbw_bytes_per_s", analysis::bus_bandwidth(record)},
          {"result_density", record.result_nnz ? *record.result_nnz / universe : base::Value()},
          {"best_s", record.term("best_s")},
          {"worst_s", record.term("worst_s")},
          {"published_low_s", record.term("published_low_s")},
          {"published_high_s", record.term("published_high_s")},
          {"check", record.check.status},
          {"id", record.id},
          {"input", input_cell(point)},
          {"input_form", name_of(point.input_form)},
          {"payload", name_of(point.payload)},
          {"machine", name_of(point.machine)},
          {"value", name_of(point.value)},
          {"index", name_of(point.index)},
          {"formats", formats_text(point)},
          {"seed", point.seed},
          {"launcher", point.launcher},
          {"host", record.environment.text("host")},
          {"commit", record.environment.text("commit")},
          {"started", record.started},
          {"wall_s", record.wall_s}};
}

}  // namespace

void write_summary_csv(std::ostream& stream, std::span<const experiments::Record> records) {
  base::CsvWriter csv(stream);
  csv.heading(record_fields({}));
  for (const experiments::Record& record : records) csv.row(record_fields(record));
}

}  // namespace sparlab::report
