#include "tests/run_tests.hpp"

// The only source that contains Catch2 itself.
#define CATCH_CONFIG_RUNNER
#include "tests/catch.hpp"

int sparlab::tests::run_tests(int argc, char** argv, Output output) {
  Catch::Session session;
  if (const int code = session.applyCommandLine(argc, argv); code != 0) return code;
  if (output == Output::discarded) session.configData().outputFilename = "/dev/null";
  return session.run();
}
