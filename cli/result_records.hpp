#pragma once

#include <filesystem>
#include <vector>

#include "experiments/spec/points/record.hpp"

namespace sparlab::cli {

/// The records of an output folder; damaged ones are reported on stderr.
/// Errors  ConfigError: there are none.
std::vector<experiments::Record> result_records(const std::filesystem::path& folder);

}  // namespace sparlab::cli
