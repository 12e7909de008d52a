#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/errors.hpp"
#include "cli/errors.hpp"
#include "cli/options.hpp"
#include "cli/shared_options.hpp"

/// What the file of a verb needs.
namespace sparlab::cli {

/// Runs a verb with the values of its options and returns the exit code. It prints data on stdout
/// and progress on stderr; errors are thrown for main to report.
using Run = std::function<int()>;

struct Verb {
  std::string name;                   ///< all its words: "platform show"
  std::string help;                   ///< empty: the verb is hidden
  Run (*add)(Options& options);       ///< adds its options; nullptr: it has verbs of its own
  std::vector<std::string> examples;  ///< command lines, shown by --help

  Verb(std::string words, std::string title, Run (*function)(Options&),
       std::vector<std::string> lines = {})
      : name(std::move(words)), help(std::move(title)), add(function), examples(std::move(lines)) {}
};

/// All verbs, in the order of --help; a family stands before its verbs.
const std::vector<Verb>& verbs();

/// Prints a document on stdout. Names of files may have bytes that are no text; they are replaced.
template <class Json>
void print_json(const Json& document) {
  std::cout << document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace sparlab::cli
