#pragma once

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs that read files of inputs.

void add_fill_in(CLI::App& app, FillInArguments& fill_in);
void add_convert(CLI::App& app, ConvertArguments& convert);

}  // namespace sparlab::cli
