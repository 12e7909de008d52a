#include "cli/result_records.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"

namespace sparlab::cli {

Run add_plot(Options& options) {
  const auto& folder = add_result_folder(options);
  const auto& top = add_top(options, "default: 3, and none where the tables would be long");
  const auto& max_error = add_max_error(options);
  return [&] {
    report::write_report(folder, result_records(folder), std::cout, {max_error, top});
    return kSuccess;
  };
}

}  // namespace sparlab::cli
