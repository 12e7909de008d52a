#include <mpi.h>

#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/mpi/nonblocking.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using Catch::Matchers::Contains;
using conformance::same_bits;
using test::comm;

namespace {

using Stream = algos::SparseStream<float, std::uint32_t>;

/// Rank's input number `number`: `nnz` entries spread over 16 nnz indices, other ones on each rank.
Stream input_of(int rank, std::size_t nnz, std::size_t number) {
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  for (std::size_t i = 0; i < nnz; ++i) {
    const std::size_t offset = (i * 7 + static_cast<std::size_t>(rank) * 5 + number) % 16;
    indices.push_back(static_cast<std::uint32_t>(16 * i + offset));
    values.push_back(static_cast<float>((i + number) % 5) + 1.0F);
  }
  return Stream({0, 16 * nnz}, indices, values);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& info : algos::algorithms()) {
    if (!info.native) names.emplace_back(info.name);
  }
  return names;
}

/// The blocking call.
Stream allreduce(Comm& over, const std::string& name, const Stream& stream) {
  return algos::find_allreduce(name)(over, stream, {});
}

/// The same, nonblocking.
mpi::Pending<Stream> iallreduce(Comm& over, const std::string& name, const Stream& stream) {
  return mpi::start(over, [=](Comm& own) { return allreduce(own, name, stream); });
}

/// A Comm apart from the test program's: one that a failed operation may spoil.
std::unique_ptr<Comm> own_comm() {
  const MPI_Comm world = MPI_COMM_WORLD;
  return mpi::wrap(&world, test::world().transfer());
}

int left() { return (comm().rank() + comm().size() - 1) % comm().size(); }
int right() { return (comm().rank() + 1) % comm().size(); }

}  // namespace

TEST_CASE("nonblocking allreduces give the bits of blocking ones") {
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    for (const std::size_t nnz : {0U, 1U, 40U, 20000U}) {
      const Stream input = input_of(comm().rank(), nnz, nnz);
      const Stream blocking = allreduce(comm(), name, input);
      CHECK(same_bits(iallreduce(comm(), name, input).wait(), blocking));
    }
  }
}

TEST_CASE("operations in flight at once do not mix their messages", "[many]") {
  const auto names = all_names();
  constexpr std::size_t kInFlight = 4;
  for (std::size_t first = 0; first < names.size(); ++first) {
    CAPTURE(names[first]);
    std::vector<Stream> expected;
    std::vector<mpi::Pending<Stream>> sums;
    for (std::size_t i = 0; i < kInFlight; ++i) {
      const std::string& name = names[(first + i) % names.size()];
      const Stream input = input_of(comm().rank(), 10 + 700 * i, i);
      expected.push_back(allreduce(comm(), name, input));
      sums.push_back(iallreduce(comm(), name, input));
    }
    // Each rank waits in an order of its own.
    for (std::size_t i = 0; i < kInFlight; ++i) {
      const std::size_t at = (i + static_cast<std::size_t>(comm().rank())) % kInFlight;
      CHECK(same_bits(sums[at].wait(), expected[at]));
    }
  }
}

TEST_CASE("equal operations in flight get their own messages") {
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    std::vector<mpi::Pending<Stream>> sums;
    for (std::size_t i = 0; i < 20; ++i) {
      sums.push_back(iallreduce(comm(), name, input_of(comm().rank(), 50, i)));
    }
    while (!sums.empty()) {
      const std::size_t number = sums.size() - 1;
      const Stream sum = sums.back().wait();
      sums.pop_back();
      CHECK(same_bits(sum, allreduce(comm(), name, input_of(comm().rank(), 50, number))));
    }
  }
}

TEST_CASE("consecutive nonblocking calls of one reducer keep its state as blocking ones do") {
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    const auto blocking = algos::make_reducer(name, {});
    const auto nonblocking = algos::make_reducer(name, {});
    for (std::size_t call = 0; call < 4; ++call) {
      const Stream input = input_of(comm().rank(), 300, call);
      const Stream expected = blocking->reduce(comm(), input);
      auto sum = mpi::start(comm(), [&](Comm& own) { return nonblocking->reduce(own, input); });
      CHECK(same_bits(sum.wait(), expected));
    }
  }
}

TEST_CASE("test alone completes an operation") {
  const Stream input = input_of(comm().rank(), 500, 3);
  auto sum = iallreduce(comm(), "ssar_recursive_double", input);
  while (!sum.test()) std::this_thread::yield();
  CHECK(sum.test());
  CHECK(same_bits(sum.wait(), allreduce(comm(), "ssar_recursive_double", input)));
}

TEST_CASE("test does not wait for a peer that has not started") {
  if (comm().size() == 1) return;
  const Stream input = input_of(comm().rank(), 500, 3);
  if (comm().rank() == 0) {
    for (int rank = 1; rank < comm().size(); ++rank) receive(comm(), rank);
    CHECK(iallreduce(comm(), "dense_ring", input).wait().count() > 0);
  } else {
    auto sum = iallreduce(comm(), "dense_ring", input);
    for (int i = 0; i < 10; ++i) CHECK_FALSE(sum.test());
    send(comm(), 0, Message{});
    CHECK(sum.wait().count() > 0);
  }
}

TEST_CASE("blocking collectives go on between start and wait") {
  const auto other = own_comm();
  const std::string in_flight = "ssar_split_allgather";
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    const Stream input = input_of(comm().rank(), 900, 1);
    const Stream expected = allreduce(comm(), in_flight, input);
    auto sum = iallreduce(comm(), in_flight, input);
    const Stream on_same = allreduce(comm(), name, input);
    const Stream on_other = allreduce(*other, name, input);
    CHECK(same_bits(on_same, on_other));
    CHECK(same_bits(sum.wait(), expected));
  }
}

TEST_CASE("whoever blocks in a Comm advances what its peers wait for") {
  const Stream input = input_of(comm().rank(), 3000, 1);
  auto sum = iallreduce(comm(), "dense_ring", input);
  // Rank 0 sends only after the allreduce, which needs the ranks that wait for that message.
  if (comm().rank() == 0) {
    const Stream received = sum.wait();
    for (int to = 1; to < comm().size(); ++to) send(comm(), to, test::number(7));
    CHECK(same_bits(received, allreduce(comm(), "dense_ring", input)));
  } else {
    CHECK(test::value_of(receive(comm(), 0)) == 7);
    CHECK(same_bits(sum.wait(), allreduce(comm(), "dense_ring", input)));
  }
}

TEST_CASE("wait_any inside an operation finds whatever comes first") {
  auto sum = mpi::start(comm(), [](Comm& own) {
    std::vector<Request> requests;
    for (int from = 0; from < own.size(); ++from) requests.push_back(own.irecv(from));
    for (int to = 0; to < own.size(); ++to) {
      requests.push_back(own.isend(to, test::number(own.rank())));
    }
    std::int64_t total = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const std::size_t ready = own.wait_any(requests);
      const Message message = own.wait(requests[ready]);
      if (!message.bytes().empty()) total += test::value_of(message);
    }
    return total;
  });
  CHECK(sum.wait() == comm().size() * (comm().size() - 1) / 2);
}

TEST_CASE("operations without a result run, too") {
  std::int64_t passed = -1;
  auto operation = mpi::start(comm(), [&](Comm& own) {
    passed = test::value_of(exchange(own, right(), test::number(own.rank()), left()));
  });
  operation.wait();
  CHECK(passed == left());
}

TEST_CASE("hundreds of operations in flight complete") {
  std::deque<mpi::Pending<std::int64_t>> started;
  constexpr std::int64_t kOperations = 300;
  for (std::int64_t i = 0; i < kOperations; ++i) {
    started.push_back(mpi::start(comm(), [=](Comm& own) {
      return test::value_of(exchange(own, right(), test::number(1000 * own.rank() + i), left()));
    }));
  }
  for (std::int64_t i = 0; i < kOperations; ++i) {
    CHECK(started.front().wait() == 1000 * left() + i);
    started.pop_front();
  }
}

TEST_CASE("more operations than blocks of tags run one after the other") {
  for (int i = 0; i < 5000; ++i) {
    auto passed = mpi::start(comm(), [=](Comm& own) {
      return test::value_of(exchange(own, right(), test::number(i), left()));
    });
    REQUIRE(passed.wait() == i);
  }
}

TEST_CASE("what an operation throws comes out of its wait") {
  const auto own = own_comm();
  auto at_once = mpi::start(*own, [](Comm&) -> int { throw std::runtime_error("at once"); });
  CHECK(at_once.test());
  CHECK_THROWS_WITH(at_once.wait(), "at once");

  auto later = mpi::start(*own, [](Comm& inner) -> int {
    barrier(inner);
    throw std::runtime_error("after the barrier");
  });
  CHECK_THROWS_WITH(later.wait(), "after the barrier");

  auto tag = mpi::start(*own, [](Comm& inner) { receive(inner, 0, 1 << 30); });
  CHECK_THROWS_WITH(tag.wait(), Contains("tag 1073741824"));
}

TEST_CASE("a failed operation leaves the others and its Comm alone") {
  const auto own = own_comm();
  const std::string name = "ssar_split_allgather";
  const Stream input = input_of(comm().rank(), 800, 2);
  auto before = iallreduce(*own, name, input);
  auto failing = mpi::start(*own, [](Comm& inner) {
    inner.irecv(left(), 1);
    inner.isend(right(), test::number(1), 2);
    barrier(inner);
    throw std::logic_error("with open requests");
  });
  auto after = iallreduce(*own, name, input);
  CHECK_THROWS_AS(failing.wait(), std::logic_error);
  const Stream expected = allreduce(*own, name, input);
  CHECK(same_bits(before.wait(), expected));
  CHECK(same_bits(after.wait(), expected));
}

TEST_CASE("an operation that leaves requests open is an error") {
  const auto own = own_comm();
  auto forgetful = mpi::start(*own, [](Comm& inner) { inner.irecv(left()); });
  CHECK_THROWS_WITH(forgetful.wait(), Contains("1 request"));
}

TEST_CASE("an exception that passes a pending operation unwinds it") {
  const auto own = own_comm();
  const auto held = std::make_shared<int>(1);
  const auto leave = [&] {
    auto never = mpi::start(*own, [held](Comm& inner) {
      const auto copy = held;
      receive(inner, left());
      return *copy;
    });
    CHECK(held.use_count() > 2);
    throw std::runtime_error("out of here");
  };
  CHECK_THROWS_WITH(leave(), "out of here");
  CHECK(held.use_count() == 1);
  barrier(*own);
}

TEST_CASE("exceptions handled inside an operation keep to its own stack") {
  auto caught = mpi::start(comm(), [](Comm& own) {
    try {
      throw std::runtime_error("inside");
    } catch (const std::runtime_error& error) {
      barrier(own);  // others run while this handler is open
      return std::string(error.what());
    }
  });
  try {
    throw std::runtime_error("outside");
  } catch (const std::runtime_error& error) {
    CHECK(caught.wait() == "inside");
    CHECK(std::string(error.what()) == "outside");
  }
}

TEST_CASE("only a Comm of engine mpi starts operations") {
  class Other final : public Comm {
   public:
    int rank() const override { return 0; }
    int size() const override { return 1; }
    double now() const override { return 0; }
    Request isend(int, Message, int) override { return {}; }
    Request irecv(int, int) override { return {}; }
    Message wait(Request&) override { return {}; }
    std::size_t wait_any(std::span<Request>) override { return 0; }
    void charge(Work) override {}
  };
  Other other;
  CHECK_THROWS_WITH(mpi::start(other, [](Comm&) {}), Contains("engine mpi"));
}
