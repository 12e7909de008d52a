#include "report/tables/training_tables.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/text/csv_writer.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using experiments::Record;

/// What distinguishes a run from the others of its experiment.
base::Fields training_run_fields(const Record& record) {
  return {{"P", "P", record.point.ranks},
          {"engine", "engine", name_of(record.point.engine)},
          {"method", "method", record.point.training->method.spec()},
          {"algorithm", "algorithm", record.point.algorithm.spec()}};
}

base::Fields training_fields(const Record& record) {
  const training::TrainingSpec& spec = *record.point.training;
  return {training_run_fields(record),
          {"model", spec.loss->name},
          {"data", record.point.input.path},
          {"data_sha256", record.input_hash},
          {"N", record.point.universe},
          {"l2", spec.l2},
          {"batch", record.point.input.batch},
          {"schedule", training::kScheduleNames.at(static_cast<std::size_t>(spec.rate.schedule))},
          {"seed", record.point.seed},
          {"platform", record.point.platform},
          training::curve_fields(*record.curve),
          record.check.status == "failed" ? base::Fields{{"failure", record.check.detail}}
                                          : base::Fields()};
}

base::Fields last_epoch_fields(const Record& record) {
  return {training_run_fields(record), training::epoch_fields(record.curve->epochs.back())};
}

std::vector<Record> runs_of(std::span<const Record> records) {
  std::vector<Record> runs;
  for (const Record& record : records)
    if (record.point.training && record.curve && !record.curve->epochs.empty())
      runs.push_back(record);
  return runs;
}

}  // namespace

std::string training_name(const Record& record) {
  return fmt::format("{}, {}, {}", name_of(record.point.engine),
                     record.point.training->method.spec(), record.point.algorithm.spec());
}

base::Value training_value(std::span<const Record> records) {
  const std::vector<Record> runs = runs_of(records);
  base::Fields environment;
  if (!runs.empty())
    for (const auto& [name, value] : runs.front().environment.map())
      environment.push_back({name, value});
  return base::Fields{{"environment", environment}, {"runs", base::rows_of(runs, training_fields)}};
}

void write_training_csv(std::ostream& stream, std::span<const Record> records) {
  base::CsvWriter writer(stream);
  for (const Record& record : runs_of(records))
    for (const training::EpochRecord& epoch : record.curve->epochs)
      writer.row({training_run_fields(record), training::epoch_fields(epoch)});
}

void write_training(ReportWriter& report, std::span<const Record> records) {
  const std::vector<Record> runs = runs_of(records);
  for (const Record& record : runs) {
    report.subsection(fmt::format("P = {}, N = {}, rate {:.3g}: {}", record.point.ranks,
                                  record.point.universe, record.curve->rate,
                                  training_name(record)));
    if (record.check.status == "failed") report.paragraph(record.check.detail);
    report.table(base::text_rows(base::rows_of(record.curve->epochs, training::epoch_fields)), 1);
  }
  if (runs.size() < 2) return;
  report.subsection("After the last epoch");
  report.table(base::text_rows(base::rows_of(runs, last_epoch_fields)), 1);
}

}  // namespace sparlab::report
