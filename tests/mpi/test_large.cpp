#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using test::comm;

namespace {

/// These need several GiB of memory a rank, so they run on request only.
bool is_requested() {
  const char* value = std::getenv("SPARLAB_LARGE_TESTS");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

TEST_CASE("messages longer than INT_MAX arrive whole") {
  if (!is_requested() || comm().rank() > 1) return;
  const std::size_t int_max = std::numeric_limits<int>::max();
  for (const std::size_t bytes : {int_max, int_max + 1, (std::size_t{5} << 29) + 12345}) {
    // One rank meets itself; of several, 0 sends to 1.
    const int receiver = comm().size() > 1 ? 1 : 0;
    std::vector<Request> requests;
    if (comm().rank() == receiver) requests.push_back(comm().irecv(0));
    if (comm().rank() == 0) requests.push_back(comm().isend(receiver, test::pattern(bytes, 3)));
    const std::vector<Message> received = wait_all(comm(), requests);
    if (comm().rank() == receiver) CHECK(test::is_pattern(received.front(), bytes, 3));
  }
  Buffer::release_pool();
}

TEST_CASE("messages longer than INT_MAX arrive in chunks") {
  if (!is_requested() || comm().size() > 2) return;
  const MPI_Comm world = MPI_COMM_WORLD;
  const auto own = mpi::wrap(&world, {.chunk_bytes = 60'000});
  const std::size_t bytes = (std::size_t{5} << 29) + 12345;
  const int receiver = own->size() - 1;
  std::vector<Request> requests;
  if (own->rank() == receiver) requests.push_back(own->irecv(0));
  if (own->rank() == 0) requests.push_back(own->isend(receiver, test::pattern(bytes, 3)));
  const std::vector<Message> received = wait_all(*own, requests);
  if (own->rank() == receiver) CHECK(test::is_pattern(received.front(), bytes, 3));
  Buffer::release_pool();
}

TEST_CASE("native allreduce takes more elements than INT_MAX") {
  if (!is_requested() || comm().size() > 2) return;
  const std::size_t count = (std::size_t{1} << 31) + 3;
  std::vector<float> values(count, 1.0F);
  values.back() = static_cast<float>(comm().rank() + 1);
  test::world().native_allreduce(std::span<float>(values));
  const int ranks = comm().size();
  CHECK(values.front() == static_cast<float>(ranks));
  CHECK(values[std::size_t{1} << 31] == static_cast<float>(ranks));
  CHECK(values.back() == static_cast<float>(ranks * (ranks + 1) / 2));
}
