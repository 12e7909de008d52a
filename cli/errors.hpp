#pragma once

#include <string>

namespace sparlab::cli {

/// An error as reported to the user; fields that do not apply are empty.
struct ShownError {
  std::string kind;  ///< usage, config, data, environment, internal
  std::string message;
  std::string file = {}, place = {}, value = {}, accepted = {}, suggestion = {};
};

/// One line "sparlab: ..." on stderr, or one JSON object {"error": {...}} on stdout.
void report_error(const ShownError& error, bool as_json);

/// Reports the exception that is being handled; returns the exit code for it.
int report_current_exception(bool as_json);

}  // namespace sparlab::cli
