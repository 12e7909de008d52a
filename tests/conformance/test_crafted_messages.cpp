#include <cstring>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/definition.hpp"
#include "tests/conformance/suite/streams.hpp"
#include "tests/conformance/variants.hpp"

using namespace sparlab;
using conformance::stream_of;
using runtime::Message;
using runtime::Request;
using Stream = conformance::FloatStream;

namespace {

/// Damages one of the messages that its rank sends.
class TamperingComm final : public runtime::Comm {
 public:
  TamperingComm(runtime::Comm& inner, std::mt19937& random, int victim)
      : inner_(inner), random_(random), victim_(victim) {}

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override {
    const bool chosen = victim_-- == 0;
    return inner_.isend(to, chosen ? damaged(message) : std::move(message), tag);
  }
  Request irecv(int from, int tag) override { return inner_.irecv(from, tag); }
  Message wait(Request& request) override { return inner_.wait(request); }
  std::size_t wait_any(std::span<Request> requests) override { return inner_.wait_any(requests); }
  void charge(runtime::Work work) override { inner_.charge(work); }

 private:
  /// A different length, or a few different bytes, mostly in headers.
  Message damaged(const Message& message) {
    const auto bytes = message.bytes();
    const std::size_t size = random_() % 4 == 0 ? random_() % (2 * bytes.size() + 1) : bytes.size();
    runtime::Buffer buffer(size);
    std::memset(buffer.data(), 0, size);
    std::memcpy(buffer.data(), bytes.data(), std::min(size, bytes.size()));
    for (std::size_t flips = random_() % 4; flips > 0 && size > 0; --flips) {
      const std::size_t end = random_() % 4 == 0 ? size : std::min<std::size_t>(size, 32);
      buffer.data()[random_() % end] = static_cast<std::byte>(random_() % 256);
    }
    return Message(std::move(buffer), 0, size);
  }

  runtime::Comm& inner_;
  std::mt19937& random_;
  int victim_;
};

/// All algorithms; RedSync's also with settings that send sparse messages, since by default it
/// reduces such short vectors densely; dense ones also as the codes of others do them.
std::vector<std::string> all_specs() {
  std::vector<std::string> specs;
  for (const auto& info : algos::algorithms()) specs.emplace_back(info.name);
  for (const auto& definition : conformance::redsync_definitions(8))
    specs.push_back(definition.spec);
  for (const std::string& spec : conformance::dense_codes()) specs.push_back(spec);
  return specs;
}

}  // namespace

TEST_CASE("damaged messages are refused or pass as data, whatever the algorithm") {
  int refused = 0;
  std::mt19937 random(4711);
  for (const int ranks : {2, 3, 4, 7}) {
    const auto scenarios = conformance::scenarios(ranks);
    for (const std::string& spec : all_specs()) {
      const auto allreduce = algos::find_allreduce(spec);
      if (allreduce == nullptr) continue;
      CAPTURE(spec);
      for (int trial = 0; trial < 150; ++trial) {
        const auto& scenario = scenarios[random() % scenarios.size()];
        if (!conformance::accepts(spec, scenario)) continue;
        const int liar = static_cast<int>(random() % 100) % ranks;
        const int victim = static_cast<int>(random() % 8);
        try {
          runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
            const auto input = stream_of(scenario.inputs[static_cast<std::size_t>(comm.rank())],
                                         scenario.universe);
            TamperingComm tampering(comm, random, comm.rank() == liar ? victim : -1);
            const auto formats = trial % 2 == 0
                                     ? model::FormatSet::published()
                                     : model::FormatSet::all().with(model::ValueCode::exponents);
            const Stream result = allreduce(tampering, input, {.formats = formats});
            CHECK(result.range() == algos::Range{0, scenario.universe});
          });
        } catch (const algos::WireError&) {
          ++refused;
        }
      }
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("a message or bundle that is cut anywhere within a stream is refused") {
  const Stream first = stream_of({{3, 80, 81}, {1, 2, 3}}, 100);
  const Stream second = stream_of({{5, 6}, {1, 2}}, 100);
  const std::vector<algos::Stream> streams{first, second};
  runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
    const Message whole = algos::bundle(comm, streams, model::FormatSet::published());
    REQUIRE(Stream::decode_bundle(whole).size() == 2);
    for (std::size_t size = 1; size < whole.bytes().size(); ++size) {
      const Message cut(whole.buffer(), 0, size);
      CAPTURE(size);
      if (size == first.wire_bytes()) {
        CHECK(Stream::decode_bundle(cut).size() == 1);
      } else {
        CHECK_THROWS_AS(Stream::decode_bundle(cut), algos::WireError);
        CHECK_THROWS_AS(Stream::decode(cut), algos::WireError);
      }
    }
  });
}

TEST_CASE("every algorithm reports different N on different ranks as an error") {
  for (const int ranks : {2, 3, 4, 5}) {
    for (const auto& info : algos::algorithms()) {
      const auto allreduce = algos::find_allreduce(info.name);
      if (allreduce == nullptr) continue;
      CAPTURE(info.name, ranks);
      CHECK_THROWS_WITH(runtime::loggp::run({}, ranks,
                                            [&](runtime::Comm& comm) {
                                              const std::uint64_t n = comm.rank() == 1 ? 90 : 100;
                                              allreduce(comm, stream_of({{3, 80}, {1, 2}}, n), {});
                                            }),
                        (Catch::Matchers::Contains("a stream over [") &&
                         Catch::Matchers::Contains("instead of one over [")) ||
                            Catch::Matchers::Contains("a part of a dense vector has") ||
                            Catch::Matchers::Contains("bytes instead of"));
    }
  }
}
