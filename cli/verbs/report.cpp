#include "cli/result_records.hpp"
#include "cli/verb.hpp"
#include "report/page/page.hpp"

namespace sparlab::cli {

Run add_report(Options& options) {
  const auto& folder = add_result_folder(options);
  const auto& output = add_output(options, "The page (default: DIR/report.html)");
  const auto& max_error = add_max_error(options);
  return [&] {
    const auto page = output.empty() ? folder / "report.html" : output;
    if (!report::write_page(folder, page, result_records(folder), max_error))
      std::cerr << "sparlab: the page has pictures and no interactive charts, whose libraries are "
                   "absent; cmake/fetch_npm.sh vega fetches them by npm\n";
    std::cout << page.string() << '\n';
    return kSuccess;
  };
}

}  // namespace sparlab::cli
