// The links of `loggp` against an exact model of flows that share them.

#include <random>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/loggp/flow_oracle.hpp"
#include "tests/runtime/loggp/topologies.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using loggp::flow_oracle::Overheads;
using loggp::flow_oracle::Program;
using loggp::flow_oracle::Step;

namespace {

constexpr Overheads kDaint = {0.4e-6, 0.1e-9};

/// The bytes of messages, which vary by 10 % around a mean.
class Sizes {
 public:
  explicit Sizes(double mean) : size_(0.9 * mean, 1.1 * mean) {}
  double next() { return size_(random_); }

 private:
  std::mt19937 random_{1};
  std::uniform_real_distribution<double> size_;
};

/// Every rank sends to all others, beginning with the next one, then receives.
Program split(int ranks, double bytes) {
  Sizes sizes(bytes);
  Program program(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    auto& steps = program[static_cast<std::size_t>(rank)];
    for (int step = 1; step < ranks; ++step)
      steps.push_back({Step::Kind::send, (rank + step) % ranks, sizes.next()});
    for (int step = 1; step < ranks; ++step)
      steps.push_back({Step::Kind::receive, (rank - step + ranks) % ranks});
  }
  return program;
}

Program ring(int ranks, double bytes) {
  Sizes sizes(bytes);
  Program program(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    for (int step = 1; step < ranks; ++step) {
      auto& steps = program[static_cast<std::size_t>(rank)];
      steps.push_back({Step::Kind::send, (rank + 1) % ranks, sizes.next()});
      steps.push_back({Step::Kind::receive, (rank - 1 + ranks) % ranks});
    }
  }
  return program;
}

/// Messages double in every round.
Program recursive_doubling(int ranks, double bytes) {
  Sizes sizes(bytes);
  Program program(static_cast<std::size_t>(ranks));
  for (int distance = 1; distance < ranks; distance *= 2) {
    for (int rank = 0; rank < ranks; ++rank) {
      auto& steps = program[static_cast<std::size_t>(rank)];
      steps.push_back({Step::Kind::send, rank ^ distance, distance * sizes.next()});
      steps.push_back({Step::Kind::receive, rank ^ distance});
    }
  }
  return program;
}

/// The time on the links over that of the flows, minus 1.
double error_of(const std::shared_ptr<const model::Topology>& topology, const Program& program,
                Overheads overheads) {
  const auto machine =
      loggp::topologies::machine(topology, overheads.per_message_s, overheads.per_byte_s);
  const double links_s = loggp::run(machine, static_cast<int>(program.size()), [&](Comm& comm) {
                           loggp::flow_oracle::run(comm, program);
                         }).makespan_s();
  return links_s / makespan_s(*topology, program, overheads) - 1;
}

/// 64 hosts of the dragonfly of piz-daint, with wide or narrow links between groups.
std::shared_ptr<const model::Topology> wide() {
  return make_topology(loggp::topologies::daint(4, 4, 2, 1, 313.6e9));
}
std::shared_ptr<const model::Topology> narrow() {
  return make_topology(loggp::topologies::daint(4, 4, 2, 2, 4.7e9));
}

std::shared_ptr<const model::Topology> star64() {
  return loggp::topologies::star(64, 9.8e9, 150e-9);
}

}  // namespace

TEST_CASE("the flow model shares a link by the inverse of latencies") {
  // Two messages to one receiver, of 1 s and 4 x 1 s latency: a star, so equal ones share equally.
  const auto topology = loggp::topologies::star(3, 10, 1);
  const Program program = {{{Step::Kind::send, 2, 100}},
                           {{Step::Kind::send, 2, 50}},
                           {{Step::Kind::receive, 0}, {Step::Kind::receive, 1}}};
  // 50 bytes of either at 5 B/s, then 50 at 10 B/s.
  CHECK(makespan_s(*topology, program, {}) == Approx(2 + 10 + 5));
}

TEST_CASE("a split whose senders are paced by their overhead takes the time of the flows") {
  for (const double bytes : {160.0, 1000.0, 10'000.0}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(star64(), split(64, bytes), kDaint)) < 0.005);
    CHECK(std::abs(error_of(wide(), split(64, bytes), kDaint)) < 0.005);
  }
}

TEST_CASE("a ring takes the time of the flows") {
  for (const double bytes : {1000.0, 1e6}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(star64(), ring(64, bytes), kDaint)) < 0.001);
    CHECK(std::abs(error_of(wide(), ring(64, bytes), kDaint)) < 0.001);
  }
}

TEST_CASE("a split that saturates the links between groups takes nearly the time of the flows") {
  for (const double bytes : {1000.0, 10'000.0}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(narrow(), split(64, bytes), kDaint)) < 0.03);
  }
}

TEST_CASE("a split that is sent all at once takes nearly the time of the flows") {
  CHECK(std::abs(error_of(star64(), split(64, 10'000), {})) < 0.1);
  CHECK(std::abs(error_of(wide(), split(64, 10'000), {})) < 0.1);
}

TEST_CASE("recursive doubling takes nearly the time of the flows") {
  for (const double bytes : {1000.0, 1e5}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(star64(), recursive_doubling(64, bytes), kDaint)) < 0.04);
    CHECK(std::abs(error_of(wide(), recursive_doubling(64, bytes), kDaint)) < 0.04);
    CHECK(std::abs(error_of(narrow(), recursive_doubling(64, bytes), kDaint)) < 0.04);
  }
}
