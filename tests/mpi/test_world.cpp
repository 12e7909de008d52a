#include <mpi.h>

#include <limits>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/mpi/calls.hpp"
#include "runtime/mpi/mpi_comm.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using test::comm;

namespace {

/// Small integers: every order of summation gives the same bits.
template <class Value>
std::vector<Value> input_of(int rank, std::size_t count) {
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<Value>((i * 5 + static_cast<std::size_t>(rank) * 3) % 4 + 1);
  }
  return values;
}

}  // namespace

TEMPLATE_TEST_CASE("native allreduce equals the serial sum", "", float, double) {
  constexpr std::size_t kCount = 1001;
  std::vector<TestType> expected(kCount);
  for (int rank = 0; rank < comm().size(); ++rank) {
    const std::vector<TestType> input = input_of<TestType>(rank, kCount);
    for (std::size_t i = 0; i < kCount; ++i) expected[i] += input[i];
  }
  std::vector<TestType> inout = input_of<TestType>(comm().rank(), kCount);
  test::world().native_allreduce(std::span<TestType>(inout));
  CHECK(inout == expected);
}

TEST_CASE("native allreduce of nothing is nothing") {
  test::world().native_allreduce(std::span<double>());
  CHECK(comm().size() >= 1);
}

TEST_CASE("chunks cover a range once, in order, within the limit") {
  using Chunks = std::vector<std::pair<std::size_t, std::size_t>>;
  const auto chunks = [](std::size_t count, std::size_t limit) {
    Chunks found;
    mpi::for_each_chunk(count, limit, [&](std::size_t offset, std::size_t size) {
      found.emplace_back(offset, size);
    });
    return found;
  };
  CHECK(chunks(0, 4).empty());
  CHECK(chunks(4, 4) == Chunks{{0, 4}});
  CHECK(chunks(9, 4) == Chunks{{0, 4}, {4, 4}, {8, 1}});
}

TEST_CASE("the library says its name on one line") {
  const std::string version = test::world().library_version();
  CHECK_FALSE(version.empty());
  CHECK(version.find_first_of(std::string("\n\0", 2)) == std::string::npos);
}

TEST_CASE("contracts know the rank") { CHECK(model::current_rank == comm().rank()); }

TEST_CASE("a caller's communicator is wrapped, apart from its own messages", "[many]") {
  // Two groups, each with the ranks in reverse.
  const int color = comm().rank() % 2;
  MPI_Comm half = MPI_COMM_NULL;
  REQUIRE(MPI_Comm_split(MPI_COMM_WORLD, color, -comm().rank(), &half) == MPI_SUCCESS);
  {
    const std::unique_ptr<Comm> wrapped = mpi::wrap(&half);
    const int ranks = wrapped->size();
    CHECK(ranks == (comm().size() + 1 - color) / 2);
    CHECK(model::current_rank == wrapped->rank());
    const int to = (wrapped->rank() + 1) % ranks;
    const int from = (wrapped->rank() + ranks - 1) % ranks;
    // The caller's own receive from anybody sees the caller's own message.
    int foreign = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&foreign, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, half, &request);
    const Message received = exchange(*wrapped, to, test::number(comm().rank()), from);
    CHECK(test::value_of(received) % 2 == color);
    const int mine = 4711;
    MPI_Send(&mine, 1, MPI_INT, to, 0, half);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(foreign == 4711);
  }
  CHECK(model::current_rank == comm().rank());
  CHECK(MPI_Comm_free(&half) == MPI_SUCCESS);
}

TEST_CASE("what is no communicator is refused") {
  const MPI_Comm nothing = MPI_COMM_NULL;
  CHECK_THROWS_AS(mpi::wrap(&nothing), CommError);
}

TEST_CASE("two ranks of a host see how far apart their processors are, if each has one") {
  const auto& mpi_comm = dynamic_cast<const mpi::MpiComm&>(comm());
  const double round_trip_s = test::world().processor_round_trip_s();
  const bool has_partner = comm().rank() / 2 * 2 + 1 < comm().size();
  if (has_partner && !mpi_comm.oversubscribed()) {
    CHECK(round_trip_s > 1e-9);
    CHECK(round_trip_s < 1e-3);
  } else {
    CHECK(round_trip_s == 0);
  }
}
