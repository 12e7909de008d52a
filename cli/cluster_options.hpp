#pragma once

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs that run experiments on clusters. Those of the experiment are added
// elsewhere.

void add_submit(CLI::App& app, SubmitArguments& submit);
void add_status(CLI::App& app, StatusArguments& status);

}  // namespace sparlab::cli
