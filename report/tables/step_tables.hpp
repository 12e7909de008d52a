#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/text/value.hpp"
#include "experiments/spec/points/record.hpp"
#include "report/tables/report_writer.hpp"

/// Records of points that are steps of training.
namespace sparlab::report {

/// A row for each of these records: the step, how it divides, how many times as long the step with
/// the dense algorithm of the point takes, if that is among the records, and the efficiency, which
/// is the step of one rank over this one. Texts have the density if it differs.
std::vector<base::Fields> step_rows(std::span<const experiments::Record> records);

/// "buckets, offloaded, density 1 %": how the gradients of steps of one sweep are exchanged. The
/// density stands there if all have the same, below 1. Contract: not empty, all are steps.
std::string schedule_text(std::span<const experiments::Record> records);

/// A table for each sweep of steps; nothing if there is none.
void write_steps(ReportWriter& report, std::span<const experiments::Record> records);

}  // namespace sparlab::report
