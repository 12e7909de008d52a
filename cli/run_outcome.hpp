#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/run/sweep/runner.hpp"

namespace sparlab::cli {

/// Says on stderr how the points of a run ended, and where their records are.
void tell_outcome(const experiments::run::RunOutcome& outcome, const std::filesystem::path& folder);

/// The exit code of a run whose points failed; nullopt if none did.
std::optional<int> code_of_failures(const std::vector<experiments::run::PointFailure>& failures);

}  // namespace sparlab::cli
