#pragma once

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs that read records, or make them from published results.

void add_merge(CLI::App& app, MergeArguments& merge);
void add_records(CLI::App& app, RecordsArguments& records);
void add_rerun(CLI::App& app, RerunArguments& rerun);
void add_import(CLI::App& app, ImportArguments& import);
void add_compare(CLI::App& app, CompareArguments& compare);
void add_reproduce(CLI::App& app, ReproduceArguments& reproduce);
void add_validate(CLI::App& app, ValidateArguments& validate);

}  // namespace sparlab::cli
