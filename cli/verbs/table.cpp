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
  using report::Pivot;
  const auto& filter = add_record_filter(options);
  auto& pivot = options.keep<std::optional<Pivot>>();
  options.choose<std::optional<Pivot>>(
      pivot, "--pivot COORDINATE",
      "One table of times, with a column for each algorithm, engine, platform, P, N or density",
      {{"algorithm", Pivot::algorithm},
       {"engine", Pivot::engine},
       {"platform", Pivot::platform},
       {"P", Pivot::ranks},
       {"N", Pivot::universe},
       {"density", Pivot::density}});
  return [&] {
    using report::TableFormat;
    static const std::map<OutputFormat, TableFormat> kFormats = {
        {OutputFormat::csv, TableFormat::csv},
        {OutputFormat::jsonl, TableFormat::jsonl},
        {OutputFormat::latex, TableFormat::latex},
        {OutputFormat::markdown, TableFormat::markdown},
        {OutputFormat::text, TableFormat::text}};
    const std::vector<experiments::Record> records = result_records(folder, filter);
    if (pivot)
      report::print_pivot(std::cout, records, kFormats.at(format), *pivot);
    else
      report::print_tables(std::cout, records, kFormats.at(format),
                           {max_error, top.value_or(report::kAllAlgorithms)});
    return kSuccess;
  };
}

}  // namespace sparlab::cli
