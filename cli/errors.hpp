#pragma once

#include <string>
#include <vector>

namespace sparlab::cli {

/// The program's exit codes; part of its interface.
inline constexpr int kSuccess = 0;
inline constexpr int kCheckFailed = 1;    ///< ran, but a result was wrong or refused by a gate
inline constexpr int kUsage = 2;          ///< command line, experiment or data is wrong
inline constexpr int kPartial = 3;        ///< some points have no record
inline constexpr int kEnvironment = 4;    ///< the machine lacks something
inline constexpr int kInterrupted = 130;  ///< the code of shells for SIGINT

/// An error as reported to the user; fields that do not apply are empty.
struct ShownError {
  std::string kind;  ///< usage, config, data, environment, internal
  std::string message;
  std::string file = {}, place = {}, value = {}, accepted = {}, suggestion = {};
  std::vector<std::string> more = {};  ///< messages of further mistakes of the same input
};

/// A line "sparlab: ..." for each mistake on stderr, or one JSON object {"error": {...}} on stdout.
void report_error(const ShownError& error, bool as_json);

/// Reports the exception that is being handled; returns the exit code for it.
int report_current_exception(bool as_json);

}  // namespace sparlab::cli
