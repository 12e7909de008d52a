#include <iostream>
#include <vector>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "base/errors/errors.hpp"
#include "experiments/records/store/record_store.hpp"
#include "report/page/page.hpp"
#include "report/report.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

std::vector<Record> records_to_show(const std::filesystem::path& directory) {
  std::vector<Record> records = read_records(directory, std::cerr);
  if (records.empty())
    throw ConfigError((directory / "records.jsonl").string(), "", "no records",
                      "at least one finished point of `sparlab run`");
  return records;
}

TableFormat table_format(OutputFormat format) {
  switch (format) {
    case OutputFormat::markdown:
      return TableFormat::markdown;
    case OutputFormat::csv:
      return TableFormat::csv;
    default:
      return TableFormat::text;
  }
}

}  // namespace

int plot_command(const PlotArguments& arguments) {
  write_report(arguments.directory, records_to_show(arguments.directory), std::cout,
               {arguments.max_error, arguments.top});
  return kSuccess;
}

int table_command(const TableArguments& arguments) {
  print_tables(std::cout, records_to_show(arguments.directory), table_format(arguments.format),
               {arguments.max_error, arguments.top.value_or(kAllAlgorithms)});
  return kSuccess;
}

int report_command(const ReportArguments& arguments) {
  const std::vector<Record> records = records_to_show(arguments.directory);
  const std::filesystem::path output =
      arguments.output.empty() ? arguments.directory / "report.html" : arguments.output;
  if (!write_page(arguments.directory, output, records, arguments.max_error))
    std::cerr << "sparlab: the page has pictures and no interactive charts, whose libraries are "
                 "absent; cmake/fetch_vega.sh fetches them by npm\n";
  std::cout << output.string() << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
