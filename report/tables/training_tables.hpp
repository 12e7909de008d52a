#pragma once

#include <iosfwd>
#include <span>
#include <vector>

#include "base/text/value.hpp"
#include "experiments/spec/points/record.hpp"
#include "report/tables/report_writer.hpp"

/// Records of points that are training runs.
namespace sparlab::report {

/// What distinguishes a run from others of its sweep, and its curve.
base::Value training_value(std::span<const experiments::Record> records);

/// A row for each epoch of each run.
void write_training_csv(std::ostream& stream, std::span<const experiments::Record> records);

/// A table by epoch for each run and, if there are several, one of their last epochs.
void write_training(ReportWriter& report, std::span<const experiments::Record> records);

/// "loggp, topk_sgd(k=1%), oktopk": a run among others.
std::string training_name(const experiments::Record& record);

}  // namespace sparlab::report
