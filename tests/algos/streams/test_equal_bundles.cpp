#include <cstddef>
#include <cstdint>
#include <vector>

#include "algos/streams/counted_operations.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::CountedStream;

namespace {

constexpr std::uint64_t kUniverse = 1 << 20;

class Bundles {
 public:
  /// The streams of `count` parts from part `first` on, each the union of so many inputs.
  std::vector<CountedStream> parts(std::size_t first, std::size_t count,
                                   std::uint32_t ranks = 4) const {
    std::vector<CountedStream> streams;
    for (std::size_t part = first; part < first + count; ++part)
      streams.emplace_back(context_, algos::Range{part * 1024, (part + 1) * 1024}, ranks,
                           algos::Format::coo);
    return streams;
  }

  /// A message with these streams, as a rank sends it, and the work that it charges.
  runtime::Message sent(const std::vector<CountedStream>& streams,
                        double* seconds = nullptr) const {
    runtime::Message message;
    const auto machine = runtime::loggp::Machine::hockney(1, 1, {1, 1, 1, 1});
    const auto result = runtime::loggp::run(machine, 1, [&](runtime::Comm& comm) {
      message = algos::bundle(comm, streams, model::FormatSet::published());
    });
    if (seconds != nullptr) *seconds = result.makespan_s();
    return message;
  }

 private:
  model::UniformFillIn fill_in_{kUniverse, 1000};
  algos::CountedContext context_{&fill_in_, {}};
};

const std::byte* place(const runtime::Message& message) { return message.bytes().data(); }

}  // namespace

TEST_CASE("equal long bundles are one block of memory, and each is charged") {
  const Bundles bundles;
  const auto streams = bundles.parts(128, 64);
  double first_s = 0;
  double second_s = 0;
  const auto first = bundles.sent(streams, &first_s);
  const auto second = bundles.sent(bundles.parts(128, 64), &second_s);
  CHECK(place(first) == place(second));
  CHECK(first.wire_bytes() == second.wire_bytes());
  CHECK(first_s > 0);
  CHECK(second_s == first_s);
}

TEST_CASE("bundles that differ in a stream are two blocks of memory") {
  const Bundles bundles;
  auto streams = bundles.parts(0, 64);
  const auto first = bundles.sent(streams);
  streams.back() = bundles.parts(63, 1, 5).front();
  const auto second = bundles.sent(streams);
  CHECK(place(first) != place(second));
  const auto received = CountedStream::decode_bundle(second);
  REQUIRE(received.size() == streams.size());
  CHECK(received.back().stream.count() == streams.back().count());
  CHECK(CountedStream::decode_bundle(first).back().stream.count() < streams.back().count());
}

TEST_CASE("bundles of adjacent groups are shared at the same time") {
  const Bundles bundles;
  const auto of_first = bundles.sent(bundles.parts(0, 64));
  const auto of_second = bundles.sent(bundles.parts(64, 64));
  CHECK(place(of_first) != place(of_second));
  CHECK(place(bundles.sent(bundles.parts(0, 64))) == place(of_first));
  CHECK(place(bundles.sent(bundles.parts(64, 64))) == place(of_second));
}

TEST_CASE("short bundles are not kept") {
  const Bundles bundles;
  const auto first = bundles.sent(bundles.parts(0, 63));
  CHECK(place(first) != place(bundles.sent(bundles.parts(0, 63))));
}

TEST_CASE("a block of equal bundles outlives its replacement") {
  const Bundles bundles;
  const auto streams = bundles.parts(0, 64);
  const auto first = bundles.sent(streams);
  bundles.sent(bundles.parts(0, 64, 7));  // takes its place
  const auto received = CountedStream::decode_bundle(first);
  REQUIRE(received.size() == 64);
  CHECK(received.front().stream.count() == streams.front().count());
  CHECK(place(bundles.sent(streams)) != place(first));
}
