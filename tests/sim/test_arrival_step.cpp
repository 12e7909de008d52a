/// Messages that end together where very many are on their way.

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/arrival_step.hpp"
#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using runtime::Comm;
using runtime::of_bytes;

namespace {

constexpr int kRanks = 24;

/// All messages are on their way at once, and hardly two of them end at the same time.
void all_to_all(Comm& comm) {
  const int ranks = comm.size();
  std::vector<runtime::Request> requests;
  for (int step = 1; step < ranks; ++step)
    requests.push_back(comm.irecv((comm.rank() + ranks - step) % ranks));
  for (int step = 1; step < ranks; ++step) {
    const double bytes = 1e5 * (1 + 0.01 * ((7 * comm.rank() + 3 * step) % 101));
    requests.push_back(comm.isend((comm.rank() + step) % ranks, of_bytes(bytes)));
  }
  runtime::wait_all(comm, requests);
}

struct Outcome {
  std::vector<double> finish_s;
  double step_s = 0;
  double precision_s = 0;  ///< of the record
};

Outcome outcome(std::size_t many_messages) {
  std::vector<double> numbers = numbers_in_child([&] {
    const RunResult result =
        run(simple_star(kRanks), kRanks, all_to_all, {.many_messages = many_messages});
    std::vector<double> all = result.finish_s;
    all.push_back(result.arrival_step_s);
    all.push_back(std::stod(result.config.at("surf/precision")));
    return all;
  });
  Outcome read;
  read.precision_s = numbers.back();
  numbers.pop_back();
  read.step_s = numbers.back();
  numbers.pop_back();
  read.finish_s = numbers;
  return read;
}

}  // namespace

TEST_CASE("where many messages are on their way, ranks end at most a hundredth earlier") {
  const Outcome exact = outcome(std::numeric_limits<std::size_t>::max());
  const Outcome stepped = outcome(64);
  CHECK(exact.step_s == 0);
  CHECK(stepped.step_s > 0);
  CHECK(stepped.step_s < ArrivalStep::kPart * 1.25 * exact.finish_s.front());
  CHECK(stepped.finish_s != exact.finish_s);
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    CAPTURE(rank);
    CHECK(stepped.finish_s[rank] == Approx(exact.finish_s[rank]).epsilon(0.015));
  }
}

TEST_CASE("where fewer messages are on their way, all times are exact") {
  const Outcome exact = outcome(std::numeric_limits<std::size_t>::max());
  const Outcome few = outcome(kRanks * kRanks);
  CHECK(few.step_s == 0);
  CHECK(few.finish_s == exact.finish_s);
}

TEST_CASE("the precision of SimGrid is that of the platform again after a run with steps") {
  CHECK(outcome(64).precision_s == outcome(kRanks * kRanks).precision_s);
}

TEST_CASE("long messages that begin set the step before one of them ends") {
  const auto numbers = numbers_in_child([] {
    Simulator simulator(simple_star(2), 2);  // defines the precision
    ArrivalStep step(100);
    for (int message = 0; message < 1000; ++message) step.begin(0, 1);
    std::vector<double> all{step.longest_s()};
    for (const double now_s : {0.5, 0.501, 0.502, 0.503, 0.6}) all.push_back(step.begin(now_s, 0));
    step.finish();
    return all;
  });
  const double step_s = numbers[0];
  CHECK(step_s > 0.5 * ArrivalStep::kPart);
  CHECK(step_s <= ArrivalStep::kPart);
  // Steps are counted from the first message after a pause.
  CHECK(numbers[1] == 0.5);
  for (const std::size_t later : {2, 3, 4}) CHECK(numbers[later] == 0.5 + step_s);
  CHECK(numbers[5] == 0.6);
}
