#include <iostream>
#include <vector>

#include "base/errors/errors.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/records/store/record_store.hpp"
#include "report/page/page.hpp"
#include "report/report.hpp"

namespace sparlab::cli {
namespace {

std::vector<experiments::Record> records_to_show(const std::filesystem::path& directory) {
  std::vector<experiments::Record> records =
      experiments::records::read_records(directory, std::cerr);
  if (records.empty())
    throw base::ConfigError((directory / "records.jsonl").string(), "", "no records",
                            "at least one finished point of `sparlab run`");
  return records;
}

report::TableFormat table_format(OutputFormat format) {
  switch (format) {
    case OutputFormat::markdown:
      return report::TableFormat::markdown;
    case OutputFormat::latex:
      return report::TableFormat::latex;
    case OutputFormat::csv:
      return report::TableFormat::csv;
    case OutputFormat::jsonl:
      return report::TableFormat::jsonl;
    default:
      return report::TableFormat::text;
  }
}

}  // namespace

int plot_command(const PlotArguments& arguments) {
  report::write_report(arguments.directory, records_to_show(arguments.directory), std::cout,
                       {arguments.max_error, arguments.top});
  return kSuccess;
}

int table_command(const TableArguments& arguments) {
  report::print_tables(std::cout, records_to_show(arguments.directory),
                       table_format(arguments.format),
                       {arguments.max_error, arguments.top.value_or(report::kAllAlgorithms)});
  return kSuccess;
}

int report_command(const ReportArguments& arguments) {
  const std::vector<experiments::Record> records = records_to_show(arguments.directory);
  const std::filesystem::path output =
      arguments.output.empty() ? arguments.directory / "report.html" : arguments.output;
  if (!report::write_page(arguments.directory, output, records, arguments.max_error))
    std::cerr << "sparlab: the page has pictures and no interactive charts, whose libraries are "
                 "absent; cmake/fetch_npm.sh vega fetches them by npm\n";
  std::cout << output.string() << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
