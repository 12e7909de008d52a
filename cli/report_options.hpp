#pragma once

#include <cstddef>
#include <optional>

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs that show the results of a folder.

void add_plot(CLI::App& app, PlotArguments& plot);
void add_table(CLI::App& app, TableArguments& table);
void add_report(CLI::App& app, ReportArguments& report);

void add_max_error(CLI::App& app, double& max_error);
/// `otherwise` says what holds without it.
void add_top(CLI::App& app, std::optional<std::size_t>& top, const char* otherwise);

}  // namespace sparlab::cli
