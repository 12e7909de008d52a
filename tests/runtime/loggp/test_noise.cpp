#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Delays;
using loggp::Machine;

namespace {

constexpr Delays kSeven{.kind = Delays::Kind::normal, .typical = 7, .spread = 0};

Machine hockney() { return Machine::hockney(/*alpha_s=*/10, /*beta_s_per_byte=*/2); }

/// Each message takes 7 longer.
Machine with_sevens() {
  Machine machine = hockney();
  machine.noise.message = kSeven;
  return machine;
}

std::vector<double> exchange_in_pairs(const Machine& machine, int ranks) {
  return loggp::run(machine, ranks,
                    [](Comm& comm) {
                      const int peer = comm.rank() ^ 1;
                      exchange(comm, peer, of_bytes(4), peer);
                    })
      .finish_s;
}

}  // namespace

TEST_CASE("quantiles are those of the distributions") {
  const Delays uniform{Delays::Kind::uniform, 3, 0};
  CHECK(uniform.quantile(0.25) == Approx(1.5));
  const Delays exponential{Delays::Kind::exponential, 3, 0};
  CHECK(exponential.quantile(0.5) == Approx(3 * std::log(2)));
  const Delays lognormal{Delays::Kind::lognormal, 3, 6};
  CHECK(lognormal.quantile(0.5) == Approx(3));
  CHECK(lognormal.quantile(0.9) == Approx(6));
  CHECK(lognormal.quantile(0.1) == Approx(1.5));
  const Delays normal{Delays::Kind::normal, 100, 2};  // 0 is out of reach
  CHECK(normal.quantile(0.975) == Approx(100 + 2 * 1.959963984540054));
  CHECK(normal.quantile(0.001) == Approx(100 - 2 * 3.090232306167813));
  const Delays half{Delays::Kind::normal, 0, 1};
  CHECK(half.quantile(0.5) == Approx(0.674489750196082));
  CHECK(half.quantile(1e-12) >= 0);
  CHECK(half.quantile(1 - 0x1p-53) == Approx(8.29).epsilon(0.01));
}

TEST_CASE("a rank that starts late delays those that wait for it") {
  Machine machine = hockney();
  machine.noise.start_by_rank = {0, 5};  // no delay of other ranks
  const auto result = loggp::run(machine, 4, [](Comm& comm) {
    CHECK(comm.now() == (comm.rank() == 1 ? 5 : 0));
    const int peer = comm.rank() ^ 1;
    exchange(comm, peer, of_bytes(4), peer);
  });
  CHECK(result.finish_s == std::vector<double>{23, 23, 18, 18});
  CHECK(result.start_s == std::vector<double>{0, 5, 0, 0});
  CHECK(result.makespan_s() == 23);
}

TEST_CASE("the time of a run is that of the slowest rank from its own start") {
  Machine machine = hockney();
  machine.noise.start_by_rank = {100, 100};
  const auto result = loggp::run(machine, 2, [](Comm& comm) {
    exchange(comm, 1 - comm.rank(), of_bytes(4), 1 - comm.rank());
  });
  CHECK(result.finish_s == std::vector<double>{118, 118});
  CHECK(result.makespan_s() == 18);
}

TEST_CASE("the delay of a message uses no port") {
  const auto result = loggp::run(with_sevens(), 4, [](Comm& comm) {
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int to = 1; to < comm.size(); ++to) sends.push_back(comm.isend(to, of_bytes(1)));
      wait_all(comm, sends);
    } else {
      receive(comm, 0);
    }
  });
  CHECK(result.finish_s == std::vector<double>{36, 12 + 7, 24 + 7, 36 + 7});
}

TEST_CASE("a relative delay is a multiple of the time of the message alone") {
  Machine machine = with_sevens();
  machine.noise.message.typical = 0.5;
  machine.noise.relative = true;
  CHECK(exchange_in_pairs(machine, 2) == std::vector<double>{27, 27});
  Machine log_gp = Machine::log_gp(/*latency_s=*/100, /*overhead_s=*/0, /*gap_s=*/0,
                                   /*gap_s_per_byte=*/2);
  log_gp.noise = machine.noise;
  CHECK(exchange_in_pairs(log_gp, 2) == std::vector<double>{162, 162});
}

TEST_CASE("messages of a run may have one delay, which differs between runs") {
  Machine machine = hockney();
  machine.noise.message = {Delays::Kind::lognormal, 5, 20};
  const auto delays_of = [&](bool alike, std::uint64_t seed) {
    machine.noise.alike = alike;
    machine.noise.seed = seed;
    std::vector<double> delays = exchange_in_pairs(machine, 8);
    for (double& finish_s : delays) finish_s -= 18;
    return delays;
  };
  const std::vector<double> one = delays_of(true, 1);
  CHECK(one.front() > 0);
  for (const double delay : one) CHECK(delay == Approx(one.front()));
  CHECK(delays_of(true, 2).front() != Approx(one.front()));
  CHECK(delays_of(false, 1)[0] != Approx(delays_of(false, 1)[2]));
}

TEST_CASE("messages between two ranks arrive in order, whatever their delays") {
  Machine machine = hockney();
  machine.noise.message = {Delays::Kind::exponential, 1000, 0};
  loggp::run(machine, 2, [](Comm& comm) {
    constexpr int kMessages = 100;
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int i = 0; i < kMessages; ++i) sends.push_back(comm.isend(1, of_bytes(i)));
      wait_all(comm, sends);
    } else {
      for (int i = 0; i < kMessages; ++i) REQUIRE(receive(comm, 0).wire_bytes() == i);
    }
  });
}

TEST_CASE("messages to other ranks may overtake") {
  Machine machine = hockney();
  machine.noise.message = {Delays::Kind::exponential, 1000, 0};
  const auto result = loggp::run(machine, 64, [](Comm& comm) {
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int to = 1; to < comm.size(); ++to) sends.push_back(comm.isend(to, of_bytes(1)));
      wait_all(comm, sends);
    } else {
      receive(comm, 0);
    }
  });
  bool overtakes = false;
  double sum_s = 0;
  for (std::size_t rank = 1; rank < 64; ++rank) {
    const double delay_s = result.finish_s[rank] - 12 * static_cast<double>(rank);
    CHECK(delay_s >= 0);
    sum_s += delay_s;
    if (rank > 1) overtakes = overtakes || result.finish_s[rank] < result.finish_s[rank - 1];
  }
  CHECK(overtakes);
  CHECK(sum_s / 63 == Approx(1000).epsilon(0.5));
}

TEST_CASE("a seed determines a run") {
  Machine machine = hockney();
  machine.noise.message = {Delays::Kind::lognormal, 5, 20};
  machine.noise.start = {Delays::Kind::exponential, 3, 0};
  machine.noise.seed = 1;
  const auto first = exchange_in_pairs(machine, 8);
  CHECK(exchange_in_pairs(machine, 8) == first);
  machine.noise.seed = 2;
  CHECK(exchange_in_pairs(machine, 8) != first);
}

TEST_CASE("starts of many ranks have the mean of their distribution") {
  for (const auto kind : {Delays::Kind::uniform, Delays::Kind::exponential}) {
    loggp::Noise noise{.start = {kind, 3, 0}, .seed = 7};
    double sum_s = 0;
    for (int rank = 0; rank < 10000; ++rank) sum_s += noise.start_s(rank);
    CHECK(sum_s / 10000 == Approx(3).epsilon(0.05));
  }
}

TEST_CASE("messages inside a host have no delay") {
  Machine machine = with_sevens();
  machine.placement = {.hosts = 2, .ranks_per_host = 2};
  machine.inside = {{0, 1, 0.5}};
  CHECK(exchange_in_pairs(machine, 4) == std::vector<double>{3, 3, 3, 3});
  const auto across = loggp::run(machine, 4, [](Comm& comm) {
    if (comm.rank() == 0) send(comm, 2, of_bytes(4));
    if (comm.rank() == 2) receive(comm, 0);
  });
  CHECK(across.finish_s[2] == 25);
}
