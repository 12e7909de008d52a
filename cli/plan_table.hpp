#pragma once

#include "cli/shared_options.hpp"
#include "experiments/spec/plan/plan.hpp"

namespace sparlab::cli {

/// Prints all points of a plan with their predicted run time and memory, as a table or as JSON.
void print_plan(const experiments::Plan& plan, OutputFormat format);

}  // namespace sparlab::cli
