#include <array>

#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using Catch::Matchers::Contains;
using test::comm;

TEST_CASE("a token is refused, with operation and peer") {
  const std::array<std::byte, 4> content{};
  CHECK_THROWS_WITH(comm().isend(0, Message::token(content, 123.5)),
                    Contains("isend with rank 0") && Contains("token"));
  CHECK_THROWS_AS(comm().isend(0, Message::weighted(Buffer(8), 8, 100)), CommError);
}

TEST_CASE("ranks that do not exist are refused, with operation and peer") {
  const std::string outside = std::to_string(comm().size());
  CHECK_THROWS_WITH(comm().irecv(comm().size()), Contains("irecv with rank " + outside));
  CHECK_THROWS_WITH(comm().isend(comm().size(), Message{}), Contains("isend with rank " + outside));
  CHECK_THROWS_AS(comm().irecv(-1), CommError);
}

TEST_CASE("negative tags are refused") {
  CHECK_THROWS_WITH(comm().irecv(0, -1), Contains("tag -1"));
  CHECK_THROWS_AS(comm().isend(0, Message{}, -1), CommError);
}

TEST_CASE("a second World is refused") {
  CHECK_THROWS_WITH(mpi::World(nullptr, nullptr), Contains("already running"));
}

TEST_CASE("the Comm still works after what it refused") {
  CHECK_THROWS_AS(comm().irecv(-1), CommError);
  barrier(comm());
  const int self = comm().rank();
  CHECK(test::value_of(exchange(comm(), self, test::number(self), self)) == self);
}
