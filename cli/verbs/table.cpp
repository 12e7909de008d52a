#include <map>

#include "cli/result_records.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"

namespace sparlab::cli {

Run add_table(Options& options) {
  const auto& folder = add_result_folder(options);
  const auto& top = add_top(options, "default: all");
  const auto& max_error = add_max_error(options);
  const auto& format =
      add_format(options, {OutputFormat::csv, OutputFormat::jsonl, OutputFormat::latex,
                           OutputFormat::markdown, OutputFormat::text});
  return [&] {
    using report::TableFormat;
    static const std::map<OutputFormat, TableFormat> kFormats = {
        {OutputFormat::csv, TableFormat::csv},
        {OutputFormat::jsonl, TableFormat::jsonl},
        {OutputFormat::latex, TableFormat::latex},
        {OutputFormat::markdown, TableFormat::markdown},
        {OutputFormat::text, TableFormat::text}};
    report::print_tables(std::cout, result_records(folder), kFormats.at(format),
                         {max_error, top.value_or(report::kAllAlgorithms)});
    return kSuccess;
  };
}

}  // namespace sparlab::cli
