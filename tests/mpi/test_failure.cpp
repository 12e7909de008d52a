#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;

// Hidden: it is run by a test of its own, which wants it to fail, with the message of rank 1.
TEST_CASE("a failure on one rank ends the others", "[.failure]") {
  REQUIRE(test::comm().rank() != 1);
  runtime::receive(test::comm(), 1);
}
