#include <iostream>

#include "base/system/standard_streams.hpp"
#include "base/text/printable.hpp"
#include "cli/command_line.hpp"
#include "cli/errors.hpp"

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): only memory can fail
  using namespace sparlab::cli;
  // All text of records, files and arguments reaches the terminal through these streams.
  const sparlab::base::PrintableStream out(std::cout);
  const sparlab::base::PrintableStream err(std::cerr);
  try {
    sparlab::base::open_closed_standard_streams();
    const int code = run_command_line(argc, argv);
    if (std::cout.flush()) return code;
  } catch (...) {
    return report_current_exception(wants_json(argc, argv));
  }
  report_error({.kind = "environment", .message = "cannot write to standard output"}, false);
  return kEnvironment;
}
