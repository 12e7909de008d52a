#pragma once

#include <string_view>

namespace sparlab::experiments {

/// The text of experiment.schema.json, which the build compiles into the program.
std::string_view experiment_schema_file();

}  // namespace sparlab::experiments
