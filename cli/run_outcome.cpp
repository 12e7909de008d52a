#include "cli/run_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/errors.hpp"

namespace sparlab::cli {

void tell_outcome(const experiments::run::RunOutcome& outcome,
                  const std::filesystem::path& folder) {
  std::cerr << fmt::format(
      "sparlab: {} points done, {} already there, {} failed{}{}; records in {}\n", outcome.done,
      outcome.kept, outcome.failures.size(),
      outcome.left_out > 0 ? fmt::format(", {} left out that did not fail before", outcome.left_out)
                           : "",
      outcome.interrupted ? ", interrupted" : "", (folder / "records.jsonl").string());
}

std::optional<int> code_of_failures(const std::vector<experiments::run::PointFailure>& failures) {
  if (failures.empty()) return std::nullopt;
  const bool only_environment =
      std::ranges::all_of(failures, &experiments::run::PointFailure::environment);
  return only_environment ? kEnvironment : kPartial;
}

}  // namespace sparlab::cli
