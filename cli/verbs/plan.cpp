#include "experiments/spec/plan/plan.hpp"

#include "cli/plan_table.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {

Run add_plan(Options& options) {
  auto& request = options.keep<experiments::ExperimentRequest>();
  add_experiment(options, request);
  const auto& format = add_format(options);
  return [&] {
    print_plan(experiments::make_plan(experiments::load_experiment(request)), format);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
