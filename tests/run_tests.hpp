#pragma once

namespace sparlab::tests {

enum class Output : bool { shown, discarded };

/// Runs the test cases that the command line selects; returns the program's exit code.
int run_tests(int argc, char** argv, Output output = Output::shown);

}  // namespace sparlab::tests
