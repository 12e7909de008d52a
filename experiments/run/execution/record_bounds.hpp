#pragma once

#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "model/analysis/bounds.hpp"
#include "platforms/files/platform_file.hpp"

/// The lower bounds of an engine's times, on the machine that the engine takes from the platform.
namespace sparlab::experiments::run {

/// Why no bound can be compared with the record's time on any platform: a measurement, an unknown
/// algorithm, a failed check, or numbers that no allreduce has. Empty if there is no reason.
std::string no_bounds(const Record& record);

/// The same with its platform: too few hosts, or a network model of SimGrid without known
/// latencies.
std::string no_bounds(const Record& record, const platforms::PlatformFile& platform);

/// All bounds. Contract: no_bounds(record, platform) is empty.
std::vector<model::BoundCheck> bounds_of(const Record& record,
                                         const platforms::PlatformFile& platform);

/// Adds to the record's terms every lower bound that applies to its time, as bound_NAME_s
/// (model::BoundKind), and the largest proved one as bound_s: a time below bound_s is an error.
/// Does nothing if no bound can be compared.
void add_bound_terms(Record& record, const platforms::PlatformFile& platform);

}  // namespace sparlab::experiments::run
