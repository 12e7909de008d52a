#pragma once

#include <filesystem>
#include <vector>

#include "analysis/results/record_filter.hpp"
#include "cli/options.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::cli {

/// The options that select records.
const analysis::RecordFilter& add_record_filter(Options& options);

/// The records of an output folder that are asked for; damaged ones are reported on stderr.
/// Errors  ConfigError: there are none.
std::vector<experiments::Record> result_records(const std::filesystem::path& folder,
                                                const analysis::RecordFilter& filter = {});

}  // namespace sparlab::cli
