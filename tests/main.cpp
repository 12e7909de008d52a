#include "tests/run_tests.hpp"

int main(int argc, char** argv) { return sparlab::tests::run_tests(argc, argv); }
