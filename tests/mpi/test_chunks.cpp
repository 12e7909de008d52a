#include <mpi.h>
#include <sparlab/sparlab.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runtime/mpi/chunks.hpp"
#include "runtime/mpi/nonblocking.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using Catch::Matchers::Contains;
using mpi::Transfer;
using mpi::TransferError;
using test::comm;
using test::is_pattern;
using test::pattern;

namespace {

constexpr const char* kVariable = "SPARLAB_CHUNK_BYTES";

/// Small chunks are sent without asking the receiver; those of 100,000 bytes after asking.
const Transfer kTransfers[] = {{.chunk_bytes = 64, .chunks_in_flight = 1},
                               {.chunk_bytes = 512, .chunks_in_flight = 16},
                               {.chunk_bytes = 1000, .chunks_in_flight = 1'000'000},
                               {.chunk_bytes = 100'000, .chunks_in_flight = 1},
                               {.chunk_bytes = 100'000, .chunks_in_flight = 3}};

std::unique_ptr<Comm> comm_with(const Transfer& transfer) {
  const MPI_Comm world = MPI_COMM_WORLD;
  return mpi::wrap(&world, transfer);
}

int right_of(const Comm& over) { return (over.rank() + 1) % over.size(); }
int left_of(const Comm& over) { return (over.rank() + over.size() - 1) % over.size(); }

/// Around the size of a chunk and of several.
std::vector<std::size_t> sizes_for(std::size_t chunk) {
  return {chunk, chunk + 1, 8, 10 * chunk, 0, chunk - 1, 3 * chunk + 7, 1, 8, 2 * chunk, chunk};
}

/// Sets the variable on this rank, until the end of the scope.
class ChunkBytesAre {
 public:
  explicit ChunkBytesAre(const char* text) {
    if (const char* const before = std::getenv(kVariable)) before_ = before;
    set(text);
  }
  ~ChunkBytesAre() { set(before_ ? before_->c_str() : nullptr); }
  ChunkBytesAre(const ChunkBytesAre&) = delete;
  ChunkBytesAre& operator=(const ChunkBytesAre&) = delete;

 private:
  static void set(const char* text) {
    if (text == nullptr) {
      unsetenv(kVariable);
    } else {
      setenv(kVariable, text, 1);
    }
  }
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("messages in chunks and whole ones of one tag keep their order") {
  for (const Transfer& transfer : kTransfers) {
    CAPTURE(transfer.chunk_bytes, transfer.chunks_in_flight);
    const auto own = comm_with(transfer);
    const auto sizes = sizes_for(transfer.chunk_bytes);
    std::vector<Request> receives;
    std::vector<Request> sends;
    for (std::size_t i = 0; i < sizes.size(); ++i) receives.push_back(own->irecv(left_of(*own), 5));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      sends.push_back(own->isend(right_of(*own), pattern(sizes[i], i), 5));
    }
    // The last is waited for first.
    for (std::size_t i = sizes.size(); i-- > 0;) {
      CHECK(is_pattern(own->wait(receives[i]), sizes[i], i));
    }
    wait_all(*own, sends);
  }
}

TEST_CASE("messages in chunks that nobody expected yet keep their order") {
  for (const Transfer& transfer : kTransfers) {
    CAPTURE(transfer.chunk_bytes, transfer.chunks_in_flight);
    const auto own = comm_with(transfer);
    const auto sizes = sizes_for(transfer.chunk_bytes);
    std::vector<Request> sends;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      for (const int tag : {1, 2}) {
        sends.push_back(own->isend(right_of(*own), pattern(sizes[i], i), tag));
      }
    }
    // The messages of tag 1 arrive first and wait until those of tag 2 were received.
    for (const int tag : {2, 1}) {
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        CHECK(is_pattern(receive(*own, left_of(*own), tag), sizes[i], i));
      }
    }
    wait_all(*own, sends);
  }
}

TEST_CASE("messages in chunks to oneself arrive, whichever side comes first") {
  for (const Transfer& transfer : kTransfers) {
    CAPTURE(transfer.chunk_bytes, transfer.chunks_in_flight);
    const auto own = comm_with(transfer);
    const std::size_t bytes = 5 * transfer.chunk_bytes + 3;
    const int self = own->rank();
    Request sent = own->isend(self, pattern(bytes, 1));
    Request received = own->irecv(self);
    CHECK(is_pattern(own->wait(received), bytes, 1));
    own->wait(sent);
    received = own->irecv(self);
    sent = own->isend(self, pattern(bytes, 2));
    own->wait(sent);
    CHECK(is_pattern(own->wait(received), bytes, 2));
  }
}

TEST_CASE("all to all in chunks completes by wait_any, each request once", "[many]") {
  for (const Transfer& transfer : kTransfers) {
    CAPTURE(transfer.chunk_bytes, transfer.chunks_in_flight);
    const auto own = comm_with(transfer);
    const auto ranks = static_cast<std::size_t>(own->size());
    std::vector<Request> requests;
    for (std::size_t from = 0; from < ranks; ++from) {
      requests.push_back(own->irecv(static_cast<int>(from)));
    }
    const auto bytes_from = [&](std::size_t rank) { return (rank + 1) * transfer.chunk_bytes + 5; };
    const auto self = static_cast<std::size_t>(own->rank());
    for (std::size_t to = 0; to < ranks; ++to) {
      requests.push_back(own->isend(static_cast<int>(to), pattern(bytes_from(self), self)));
    }
    std::vector<int> completed(requests.size(), 0);
    for (std::size_t left = requests.size(); left > 0; --left) {
      const std::size_t ready = own->wait_any(requests);
      ++completed[ready];
      const Message message = own->wait(requests[ready]);
      if (ready < ranks) CHECK(is_pattern(message, bytes_from(ready), ready));
    }
    CHECK(completed == std::vector<int>(requests.size(), 1));
  }
}

TEST_CASE("chunks arrive in the place of their message, and nowhere else") {
  for (const Transfer& transfer : kTransfers) {
    CAPTURE(transfer.chunk_bytes, transfer.chunks_in_flight);
    const auto own = comm_with(transfer);
    const std::size_t bytes = 4 * transfer.chunk_bytes + 9;
    for (const std::size_t sent : {bytes, bytes - 1, bytes + 1, std::size_t{8}}) {
      const Buffer room(bytes + 200);
      std::fill_n(room.data(), room.capacity(), std::byte{0x5a});
      const Message place(room, 100, bytes);
      Request incoming = irecv_into(*own, place, left_of(*own));
      Request outgoing = own->isend(right_of(*own), pattern(sent, 3));
      const Message received = own->wait(incoming);
      own->wait(outgoing);
      CHECK(is_pattern(received, sent, 3));
      CHECK((received.bytes().data() == place.bytes().data()) == (sent == bytes));
      const auto untouched = [](std::byte byte) { return byte == std::byte{0x5a}; };
      CHECK(std::all_of(room.data(), room.data() + 100, untouched));
      CHECK(std::all_of(room.data() + 100 + bytes, room.data() + room.capacity(), untouched));
    }
  }
}

TEST_CASE("nonblocking operations do not mix their chunks") {
  for (const Transfer& transfer : kTransfers) {
    CAPTURE(transfer.chunk_bytes, transfer.chunks_in_flight);
    const auto own = comm_with(transfer);
    std::vector<mpi::Pending<bool>> started;
    for (std::size_t i = 0; i < 12; ++i) {
      const std::size_t bytes = (i % 4) * transfer.chunk_bytes + i;
      started.push_back(mpi::start(*own, [=](Comm& inner) {
        const Message received =
            exchange(inner, right_of(inner), pattern(bytes, i), left_of(inner));
        return is_pattern(received, bytes, i);
      }));
    }
    const std::size_t blocking = 3 * transfer.chunk_bytes;
    CHECK(is_pattern(exchange(*own, right_of(*own), pattern(blocking, 99), left_of(*own)), blocking,
                     99));
    while (!started.empty()) {
      CHECK(started.back().wait());
      started.pop_back();
    }
  }
}

TEST_CASE("a failed operation with open chunks leaves the others alone") {
  const auto own = comm_with({.chunk_bytes = 512, .chunks_in_flight = 2});
  constexpr std::size_t kBytes = 100'000;
  auto failing = mpi::start(*own, [](Comm& inner) {
    inner.irecv(left_of(inner), 1);
    inner.isend(right_of(inner), pattern(kBytes, 1), 2);
    inner.isend(right_of(inner), pattern(kBytes, 1), 2);
    throw std::logic_error("with open requests");
  });
  auto after = mpi::start(*own, [](Comm& inner) {
    return is_pattern(exchange(inner, right_of(inner), pattern(kBytes, 7), left_of(inner)), kBytes,
                      7);
  });
  CHECK_THROWS_AS(failing.wait(), std::logic_error);
  CHECK(after.wait());
}

TEST_CASE("what a rank sent before its operation failed arrives whole") {
  constexpr std::size_t kBytes = 300'000;
  auto own = comm_with({.chunk_bytes = 512, .chunks_in_flight = 2});
  auto operation = mpi::start(*own, [](Comm& inner) {
    if (inner.rank() > 0) return is_pattern(receive(inner, 0, 3), kBytes, 5);
    for (int to = 1; to < inner.size(); ++to) {
      inner.isend(to, pattern(kBytes, 5), 3);
      inner.isend(to, pattern(kBytes, 6), 3);  // is never received
    }
    throw std::logic_error("after sending");
  });
  if (comm().rank() == 0) {
    CHECK_THROWS_AS(operation.wait(), std::logic_error);
    own.reset();  // with most chunks still to be sent
    // Only the library works for this rank now.
    for (int from = 1; from < comm().size(); ++from) receive(comm(), from);
  } else {
    CHECK(operation.wait());
    send(comm(), 0, Message{});
    // A message is in flight, so the Comm is never freed.
    static auto* const kept = new std::vector<std::unique_ptr<Comm>>;
    kept->push_back(std::move(own));
  }
}

TEST_CASE("ranks may differ in the chunks in flight") {
  const auto in_flight = static_cast<std::size_t>(1 + 10 * comm().rank());
  const auto own = comm_with({.chunk_bytes = 100, .chunks_in_flight = in_flight});
  CHECK(is_pattern(exchange(*own, right_of(*own), pattern(50'000, 1), left_of(*own)), 50'000, 1));
}

TEST_CASE("chunk sizes that differ are an error on all ranks, which can go on") {
  if (comm().size() == 1) return;
  Transfer transfer{.chunk_bytes = 512};
  if (comm().rank() == 0) transfer.chunk_bytes = Transfer::kWhole;
  CHECK_THROWS_WITH(comm_with(transfer), Contains("from 512 to whole") && Contains(kVariable));
  if (comm().rank() == 0) transfer.chunk_bytes = 1024;
  CHECK_THROWS_AS(comm_with(transfer), TransferError);
  barrier(*comm_with({.chunk_bytes = 2048}));
}

TEST_CASE("a chunk size is a number of bytes in its range, or whole") {
  CHECK(mpi::parse_chunk_bytes("64") == 64);
  CHECK(mpi::parse_chunk_bytes("16384") == 16384);
  CHECK(mpi::parse_chunk_bytes("1073741824") == Transfer::kMostBytes);
  CHECK(mpi::parse_chunk_bytes("whole") == Transfer::kWhole);
  for (const char* const text :
       {"", " ", "0", "63", "-1", "+64", "64 ", " 64", "64k", "1e6", "0x40", "1073741825",
        "99999999999999999999999", "Whole", "none"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(mpi::parse_chunk_bytes(text),
                      Contains("64") && Contains("1073741824") && Contains("'whole'"));
  }
  CHECK_THROWS_WITH(mpi::parse_chunk_bytes("\x1b[2J"), Contains("'?[2J'"));
  for (const std::size_t bytes : {std::size_t{64}, std::size_t{60'000}, Transfer::kWhole}) {
    CHECK(mpi::parse_chunk_bytes(mpi::chunk_bytes_text(bytes)) == bytes);
  }
}

TEST_CASE("the environment gives the chunk size") {
  {
    const ChunkBytesAre set("512");
    CHECK(mpi::transfer_from_environment().chunk_bytes == 512);
  }
  {
    const ChunkBytesAre unset(nullptr);
    CHECK_FALSE(mpi::transfer_from_environment().in_chunks());
  }
  const ChunkBytesAre wrong("16KiB");
  CHECK_THROWS_WITH(mpi::transfer_from_environment(), Contains(kVariable) && Contains("'16KiB'"));
}

namespace {

sparlab_status creation_with(const char* chunk_bytes) {
  const ChunkBytesAre set(chunk_bytes);
  sparlab_operation* op = nullptr;
  const sparlab_status status =
      sparlab_create(MPI_COMM_WORLD, "dense_ring", SPARLAB_F32, SPARLAB_U32, 1000, &op);
  CHECK((op != nullptr) == (status == SPARLAB_OK));
  sparlab_free(&op);
  return status;
}

}  // namespace

TEST_CASE("operations are created with the chunk size of the environment") {
  CHECK(creation_with("512") == SPARLAB_OK);
  CHECK(creation_with("whole") == SPARLAB_OK);
  CHECK(creation_with("1") == SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains(kVariable) && Contains("'1'"));
  if (comm().size() == 1) return;
  const bool first = comm().rank() == 0;
  CHECK(creation_with(first ? "512" : "1024") == SPARLAB_MISMATCH);
  CHECK_THAT(sparlab_last_error(), Contains("from 512 to 1024"));
  CHECK(creation_with(first ? "1" : "1024") == SPARLAB_MISMATCH);
  CHECK(creation_with(first ? "1" : nullptr) == SPARLAB_MISMATCH);
  CHECK_THAT(sparlab_last_error(), Contains("'1'"));
  CHECK(creation_with("512") == SPARLAB_OK);
}
