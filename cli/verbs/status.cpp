#include "cli/verb.hpp"
#include "experiments/run/submission/submission_status.hpp"

namespace sparlab::cli {

Run add_status(Options& options) {
  const auto& folder = add_result_folder(options, "Folder that sparlab submit wrote");
  const auto& format = add_format(options);
  return [&] {
    const auto status =
        experiments::run::status_of(experiments::run::read_submission(folder), std::cerr);
    if (format == OutputFormat::json)
      print_json(status_to_json(status));
    else
      print_status(std::cout, status);
    return status.all.failed == 0 ? kSuccess : kPartial;
  };
}

}  // namespace sparlab::cli
