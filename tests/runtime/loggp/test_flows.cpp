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

/// A dragonfly, of whose chassis 64 ranks fill one, with links of any rate between its routers.
std::shared_ptr<const model::Topology> chassis(double green_bytes_per_s = 19.6e9) {
  model::Dragonfly dragonfly = loggp::topologies::daint(2, 16, 4, 1, 313.6e9);
  dragonfly.green.bytes_per_s = green_bytes_per_s;
  return make_topology(dragonfly);
}

/// 64 hosts in four groups, with wide links between them.
std::shared_ptr<const model::Topology> groups() {
  return make_topology(loggp::topologies::daint(4, 4, 2, 1, 313.6e9));
}

std::shared_ptr<const model::Topology> star64() {
  return loggp::topologies::star(64, 9.8e9, 150e-9);
}

}  // namespace

TEST_CASE("the flow model shares links fairly") {
  // Two messages to one receiver of a star.
  const auto topology = loggp::topologies::star(3, 10, 1);
  const Program program = {{{Step::Kind::send, 2, 100}},
                           {{Step::Kind::send, 2, 50}},
                           {{Step::Kind::receive, 0}, {Step::Kind::receive, 1}}};
  // 50 bytes of either at 5 B/s, then 50 at 10 B/s.
  CHECK(makespan_s(*topology, program, {}) == Approx(2 + 10 + 5));
}

TEST_CASE("the flow model shares a link by the inverse of latencies") {
  // To host 0 of a mesh, from its neighbour by 3 links and from the last host by 4.
  const auto topology =
      model::make_topology(model::Torus{{{3, false}}, {"node", 12, 1}, {"torus", 12, 1}});
  const Program program = {
      {{Step::Kind::receive, 2}}, {{Step::Kind::send, 0, 4000}}, {{Step::Kind::send, 0, 600}}};
  // They begin 3 and 4 after being sent. Rates 4/7 and 3/7 of 12 B/s.
  CHECK(makespan_s(*topology, program, {}) == Approx(4 + 600 / (12 * 3.0 / 7)));
}

TEST_CASE("a split whose senders are paced by their overhead takes the time of the flows",
          "[arithmetic]") {
  for (const double bytes : {160.0, 10'000.0}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(star64(), split(64, bytes), kDaint)) < 0.005);
    CHECK(std::abs(error_of(chassis(), split(64, bytes), kDaint)) < 0.005);
    CHECK(std::abs(error_of(groups(), split(64, bytes), kDaint)) < 0.005);
  }
}

TEST_CASE("a ring takes the time of the flows", "[arithmetic]") {
  for (const double bytes : {1000.0, 1e6}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(star64(), ring(64, bytes), kDaint)) < 0.001);
    CHECK(std::abs(error_of(chassis(), ring(64, bytes), kDaint)) < 0.001);
    CHECK(std::abs(error_of(groups(), ring(64, bytes), kDaint)) < 0.001);
  }
}

TEST_CASE("a split that saturates links takes nearly the time of the flows", "[arithmetic]") {
  const auto saturated = chassis(0.6e9);
  const double error = error_of(saturated, split(32, 10'000), kDaint);
  INFO(error);
  CHECK(std::abs(error) < 0.03);
}

TEST_CASE("a split that is sent all at once takes nearly the time of the flows", "[arithmetic]") {
  CHECK(std::abs(error_of(star64(), split(32, 10'000), {})) < 0.1);
  CHECK(std::abs(error_of(chassis(), split(32, 10'000), {})) < 0.1);
}

TEST_CASE("recursive doubling takes nearly the time of the flows", "[arithmetic]") {
  for (const double bytes : {1000.0, 1e5}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(star64(), recursive_doubling(64, bytes), kDaint)) < 0.04);
    CHECK(std::abs(error_of(chassis(), recursive_doubling(64, bytes), kDaint)) < 0.04);
  }
}

TEST_CASE("recursive doubling on oversubscribed links takes the time of the flows",
          "[arithmetic]") {
  for (const double bytes : {1e4, 1e5}) {
    CAPTURE(bytes);
    CHECK(std::abs(error_of(chassis(2.45e9), recursive_doubling(64, bytes), kDaint)) < 0.005);
  }
}
