#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "experiments/run/mpi_worker/micro_benchmarks.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/measure.hpp"
#include "tests/catch.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

constexpr double kAlpha_s = 1e-5;
constexpr double kBeta_s = 1e-8;

/// The time of a message of 1000 B on the machine of these tests.
constexpr double kMessage_s = kAlpha_s + 1000 * kBeta_s;

/// A message is 1000 B long. The result is that of every rank.
std::vector<double> trains(
    Benchmark benchmark, int ranks, int rounds,
    const runtime::loggp::Machine& machine = runtime::loggp::Machine::hockney(kAlpha_s, kBeta_s)) {
  std::vector<double> seconds(static_cast<std::size_t>(ranks));
  runtime::loggp::run(machine, ranks, [&](runtime::Comm& comm) {
    const runtime::Message message(runtime::Buffer(1000), 0, 1000);
    seconds[static_cast<std::size_t>(comm.rank())] = run_train(comm, benchmark, message, rounds);
  });
  return seconds;
}

/// Remembers where the bytes of sent messages are.
class SentFrom final : public runtime::Comm {
 public:
  explicit SentFrom(runtime::Comm& inner) : inner_(inner) {}

  std::vector<const std::byte*> places;  ///< of messages that are not empty or from the barrier

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    if (tag != runtime::kMeasureTag) {
      CHECK(std::ranges::all_of(message.bytes(), [](std::byte b) { return b == std::byte{7}; }));
      places.push_back(message.bytes().data());
    }
    return inner_.isend(to, std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override { return inner_.irecv(from, tag); }
  runtime::Message wait(runtime::Request& request) override { return inner_.wait(request); }
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    return inner_.wait_any(requests);
  }
  void charge(runtime::Work work) override { inner_.charge(work); }

 private:
  runtime::Comm& inner_;
};

double train(Benchmark benchmark, int ranks, int rounds) {
  return trains(benchmark, ranks, rounds).front();
}

}  // namespace

TEST_CASE("a train takes the time of the messages through the busiest port") {
  CHECK(train(Benchmark::ping_pong, 2, 10) == Approx(20 * kMessage_s));
  CHECK(train(Benchmark::stream, 2, 10) == Approx(10 * kMessage_s + kAlpha_s));
  CHECK(train(Benchmark::after_barrier, 4, 1) == Approx(kMessage_s));
  for (const int ranks : {2, 4, 8}) {
    CAPTURE(ranks);
    CHECK(train(Benchmark::exchange, ranks, 6) == Approx(6 * kMessage_s));
    CHECK(train(Benchmark::ring, ranks, 6) == Approx(6 * kMessage_s));
    CHECK(train(Benchmark::incast, ranks, 3) == Approx(3 * (ranks - 1) * kMessage_s));
    CHECK(train(Benchmark::all_to_all, ranks, 3) == Approx(3 * (ranks - 1) * kMessage_s));
  }
}

TEST_CASE("every rank gets the same time, for any number of ranks") {
  for (const Benchmark benchmark : {Benchmark::ping_pong, Benchmark::stream, Benchmark::exchange,
                                    Benchmark::ring, Benchmark::incast, Benchmark::all_to_all}) {
    for (const int ranks : {2, 3, 5, 7}) {
      const auto seconds = trains(benchmark, ranks, 4);
      CAPTURE(machines::calibration::name_of(benchmark), ranks);
      CHECK(seconds == std::vector<double>(seconds.size(), seconds.front()));
      CHECK(seconds.front() > 0);
    }
  }
}

TEST_CASE("no message is sent twice, since a cache of its receiver may have it") {
  for (const Benchmark benchmark :
       {Benchmark::ping_pong, Benchmark::exchange, Benchmark::ring, Benchmark::all_to_all}) {
    CAPTURE(machines::calibration::name_of(benchmark));
    const auto machine = runtime::loggp::Machine::hockney(kAlpha_s, kBeta_s);
    runtime::loggp::run(machine, 2, [&](runtime::Comm& comm) {
      SentFrom sent(comm);
      runtime::Buffer buffer(1000);
      std::memset(buffer.data(), 7, 1000);
      run_train(sent, benchmark, runtime::Message(std::move(buffer), 0, 1000), 4);
      std::ranges::sort(sent.places);
      CHECK(sent.places.size() == 4);
      CHECK(std::ranges::adjacent_find(sent.places) == sent.places.end());
    });
  }
}

TEST_CASE("no pattern needs buffered sends") {
  for (const Benchmark benchmark : {Benchmark::ping_pong, Benchmark::stream, Benchmark::exchange,
                                    Benchmark::ring, Benchmark::incast, Benchmark::all_to_all})
    for (const int ranks : {2, 3, 4})
      CHECK(trains(benchmark, ranks, 5, runtime::loggp::Machine::synchronous()).front() > 0);
}

}  // namespace sparlab::experiments::run::mpi
