#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/print_plan.hpp"

namespace sparlab::cli {

int plan_command(const PlanArguments& arguments) {
  print_plan(experiments::make_plan(experiments::load_experiment(arguments.request)),
             arguments.format);
  return kSuccess;
}

}  // namespace sparlab::cli
