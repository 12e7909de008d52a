#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

struct AdviceOptions {
  std::optional<experiments::Engine> confirm =
      {};  ///< a simulated engine that runs the fastest algorithms too
};

/// Which algorithm of a question to use. Exact algorithms compete, in the order of their times;
/// approximate ones compute something else and are listed after them, and sparlab_auto, which
/// chooses an exact one, stands apart. Says what the runner-up and the best dense algorithm take,
/// where another algorithm becomes the fastest along density, P and N (real data: P), what changes
/// if numbers of the platform are at the ends of what is known of them, and which algorithms refuse
/// the point. Errors  ConfigError: one rank; no exact algorithm is left; simgrid on a platform
/// without links.
nlohmann::ordered_json advise(const Question& question, const AdviceOptions& options);

/// Prints an advice in lines of at most 100 characters.
void print_advice(std::ostream& stream, const nlohmann::ordered_json& advice);

}  // namespace sparlab::analysis
