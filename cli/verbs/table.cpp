#include "cli/result_records.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"

namespace sparlab::cli {

Run add_table(Options& options) {
  const auto& folder = add_result_folder(options);
  const auto& top = add_top(options, "default: all");
  const auto& max_error = add_max_error(options);
  const auto& format =
      add_format(options, {OutputFormat::csv, OutputFormat::markdown, OutputFormat::text});
  return [&] {
    const report::TableFormat printed = format == OutputFormat::csv ? report::TableFormat::csv
                                        : format == OutputFormat::markdown
                                            ? report::TableFormat::markdown
                                            : report::TableFormat::text;
    report::print_tables(std::cout, result_records(folder), printed,
                         {max_error, top.value_or(report::kAllAlgorithms)});
    return kSuccess;
  };
}

}  // namespace sparlab::cli
