#pragma once

#include <CLI/CLI.hpp>

namespace sparlab::cli {

/// Adds examples to the end of each verb's --help.
void add_examples(CLI::App& program);

}  // namespace sparlab::cli
