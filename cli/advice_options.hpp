#pragma once

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs that ask the model about one point.

void add_predict(CLI::App& app, PredictArguments& predict);
void add_advise(CLI::App& app, AdviseArguments& advise);
void add_crossover(CLI::App& app, CrossoverArguments& crossover);

}  // namespace sparlab::cli
