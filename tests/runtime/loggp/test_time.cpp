#include <functional>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

void run_pair(const Machine& machine, const std::function<void(Comm&)>& first,
              const std::function<void(Comm&)>& second) {
  loggp::run(machine, 2, [&](Comm& comm) { comm.rank() == 0 ? first(comm) : second(comm); });
}

const Machine kHockney = Machine::hockney(/*alpha_s=*/10, /*beta_s_per_byte=*/2);
const Machine kLogGp = Machine::log_gp(/*latency_s=*/100, /*overhead_s=*/3, /*gap_s=*/5,
                                       /*gap_s_per_byte=*/2);

}  // namespace

TEST_CASE("a hockney message takes alpha + beta L at both ends") {
  run_pair(
      kHockney,
      [](Comm& comm) {
        send(comm, 1, of_bytes(4));
        CHECK(comm.now() == 18);
      },
      [](Comm& comm) {
        const Message message = receive(comm, 0);
        CHECK(message.wire_bytes() == 4);
        CHECK(comm.now() == 18);
      });
}

TEST_CASE("an exchange is full duplex") {
  const auto result = loggp::run(kHockney, 2, [](Comm& comm) {
    exchange(comm, 1 - comm.rank(), of_bytes(4), 1 - comm.rank());
  });
  CHECK(result.finish_s == std::vector<double>{18, 18});
  CHECK(result.messages == 2);
  CHECK(result.bytes == 8);
}

TEST_CASE("one rank's sends go through its port one after another") {
  const int ranks = 9;
  const auto result = loggp::run(kHockney, ranks, [](Comm& comm) {
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      for (int to = 1; to < comm.size(); ++to) sends.push_back(comm.isend(to, of_bytes(1)));
      CHECK(comm.now() == 0);
      wait_all(comm, sends);
      CHECK(comm.now() == 8 * 12);
    } else {
      receive(comm, 0);
      CHECK(comm.now() == comm.rank() * 12);
    }
  });
  CHECK(result.makespan_s() == 8 * 12);
}

TEST_CASE("messages to one rank queue at its receive port") {
  loggp::run(kHockney, 9, [](Comm& comm) {
    if (comm.rank() == 0) {
      for (int from = 1; from < comm.size(); ++from) {
        receive(comm, from);
        CHECK(comm.now() == from * 12);
      }
    } else {
      send(comm, 0, of_bytes(1));
      CHECK(comm.now() == 12);
    }
  });
}

TEST_CASE("the receive port serves messages in the order of their arrival") {
  const Machine machine = Machine::hockney(10, 2, {1, 0, 0, 0});
  loggp::run(machine, 3, [](Comm& comm) {
    if (comm.rank() == 0) {
      Request posted_first = comm.irecv(1);
      Request arrives_first = comm.irecv(2);
      comm.wait(posted_first);
      CHECK(comm.now() == 7 + 110 + 12);  // behind the long message that came at 7
      comm.wait(arrives_first);
      CHECK(comm.now() == 7 + 110 + 12);
    } else {
      const bool is_long = comm.rank() == 2;
      comm.charge({WorkKind::merge, is_long ? 7.0 : 8.0});
      send(comm, 0, of_bytes(is_long ? 50 : 1));
      CHECK(comm.now() == (is_long ? 7 + 110 : 8 + 12));
    }
  });
}

TEST_CASE("messages in flight share the latency of a loggp machine") {
  loggp::run(kLogGp, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      std::vector<Request> sends;
      sends.push_back(comm.isend(1, of_bytes(4)));
      CHECK(comm.now() == 3);
      sends.push_back(comm.isend(1, of_bytes(4)));
      CHECK(comm.now() == 6);
      comm.wait(sends[0]);
      CHECK(comm.now() == 3 + 8);
      comm.wait(sends[1]);
      CHECK(comm.now() == 3 + (8 + 5) + 8);  // the gap follows the first, not the last
    } else {
      receive(comm, 0);
      CHECK(comm.now() == 3 + 100 + 8 + 3);
      receive(comm, 0);
      CHECK(comm.now() == 3 + (8 + 5) + 100 + 8 + 3);
    }
  });
}

TEST_CASE("overhead is paid by both CPUs and follows the segments of message size") {
  Machine machine = kLogGp;
  machine.overhead_s_per_byte = 0.5;
  machine.larger = {{100, 40, 2}};
  machine.larger_overhead = {{100, 7, 0}};
  loggp::run(machine, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      Request small = comm.isend(1, of_bytes(99));
      CHECK(comm.now() == 3 + 49.5);
      Request large = comm.isend(1, of_bytes(100));
      CHECK(comm.now() == 3 + 49.5 + 7);
      comm.wait(small);
      CHECK(comm.now() == 52.5 + 198);
      comm.wait(large);
      CHECK(comm.now() == 52.5 + (198 + 5) + (40 + 200));
    } else {
      receive(comm, 0);
      CHECK(comm.now() == 52.5 + 100 + 198 + 52.5);
      receive(comm, 0);
      CHECK(comm.now() == 52.5 + (198 + 5) + 100 + (40 + 200) + 7);
    }
  });
}

TEST_CASE("alpha and beta are those of the segment of the size") {
  Machine machine = kHockney;
  machine.larger = {{100, 70, 2}, {200, 5, 3}};
  const auto time_of = [&](double bytes) {
    return loggp::run(machine, 2,
                      [bytes](Comm& comm) {
                        comm.rank() == 0 ? send(comm, 1, of_bytes(bytes)) : void(receive(comm, 0));
                      })
        .makespan_s();
  };
  CHECK(time_of(99) == 10 + 198);
  CHECK(time_of(100) == 70 + 200);
  CHECK(time_of(199) == 70 + 398);
  CHECK(time_of(200) == 5 + 600);
}

TEST_CASE("ports that share a capacity slow messages down while both are busy") {
  Machine machine = kHockney;
  machine.slowdowns.exchange = {{1, 1.5}};
  const auto finish_of = [&](int ranks, const std::function<void(Comm&)>& body) {
    return loggp::run(machine, ranks, body).makespan_s();
  };
  CHECK(finish_of(2, [](Comm& comm) {
          comm.rank() == 0 ? send(comm, 1, of_bytes(100)) : void(receive(comm, 0));
        }) == 210);
  CHECK(finish_of(2, [](Comm& comm) {
          exchange(comm, 1 - comm.rank(), of_bytes(100), 1 - comm.rank());
        }) == 1.5 * 210);
  // A ring: every port is busy all the time.
  CHECK(finish_of(3, [](Comm& comm) {
          for (int step = 0; step < 4; ++step)
            exchange(comm, (comm.rank() + 1) % 3, of_bytes(100), (comm.rank() + 2) % 3);
        }) == 4 * 1.5 * 210);
  // All sends at once: the last message arrives when both ports have carried everything.
  CHECK(finish_of(4, [](Comm& comm) {
          std::vector<Request> requests;
          for (int step = 1; step < 4; ++step) {
            requests.push_back(comm.irecv((comm.rank() + step) % 4));
            requests.push_back(comm.isend((comm.rank() + 4 - step) % 4, of_bytes(100)));
          }
          wait_all(comm, requests);
        }) == 3 * 1.5 * 210);
  // The first half of the message passes while rank 0 sends nothing.
  CHECK(finish_of(2, [](Comm& comm) {
          Request received = comm.irecv(1 - comm.rank());
          if (comm.rank() == 0) comm.charge({WorkKind::merge, 105});
          Request sent = comm.isend(1 - comm.rank(), of_bytes(100));
          comm.wait(received);
          comm.wait(sent);
        }) >= 210 + 105);
}

TEST_CASE("messages of different peers slow each other down as in a ring") {
  Machine machine = kHockney;
  machine.slowdowns = {.exchange = {{1, 2}}, .ring = {{1, 1.25}}, .all_to_all = {}, .tree = {}};
  const auto shift = [](Comm& comm) {
    const int size = comm.size();
    exchange(comm, (comm.rank() + 1) % size, of_bytes(100), (comm.rank() + size - 1) % size);
  };
  CHECK(loggp::run(machine, 2, shift).makespan_s() == 2 * 210);
  CHECK(loggp::run(machine, 3, shift).makespan_s() == 1.25 * 210);
}

TEST_CASE("a rank that sends to several others at once has the slow-down of an all-to-all") {
  Machine machine = kHockney;
  machine.slowdowns = {
      .exchange = {{1, 2}}, .ring = {{1, 1.25}}, .all_to_all = {{1, 1.5}}, .tree = {}};
  const auto all_to_all = [](Comm& comm) {
    std::vector<Request> requests;
    for (int step = 1; step < 4; ++step) {
      requests.push_back(comm.irecv((comm.rank() + step) % 4));
      requests.push_back(comm.isend((comm.rank() + 4 - step) % 4, of_bytes(100)));
    }
    wait_all(comm, requests);
  };
  CHECK(loggp::run(machine, 4, all_to_all).makespan_s() == 3 * 1.5 * 210);
  // One after the other: exchanges with different ranks, and steps of a ring.
  CHECK(loggp::run(machine, 4, [](Comm& comm) {
          for (const int distance : {1, 2, 1})
            exchange(comm, comm.rank() ^ distance, of_bytes(100), comm.rank() ^ distance);
        }).makespan_s() == 3 * 2 * 210);
  CHECK(loggp::run(machine, 3, [](Comm& comm) {
          for (int step = 0; step < 3; ++step)
            exchange(comm, (comm.rank() + 1) % 3, of_bytes(100), (comm.rank() + 2) % 3);
        }).makespan_s() == 3 * 1.25 * 210);
}

TEST_CASE("messages of several ranks share a receive port") {
  // Rank 0 receives from all others, which send so many bytes at such times.
  struct Sent {
    double at_s;
    double bytes;
  };
  const auto received_s = [](Machine machine, const std::vector<Sent>& sent) {
    machine.receiving_shared = true;
    machine.rates = {1, 1, 1, 1, 1};
    std::vector<double> times(sent.size());
    const auto result = loggp::run(machine, static_cast<int>(sent.size()) + 1, [&](Comm& comm) {
      if (comm.rank() > 0) {
        const Sent& own = sent[static_cast<std::size_t>(comm.rank() - 1)];
        comm.charge({WorkKind::merge, own.at_s});
        return send(comm, 0, of_bytes(own.bytes));
      }
      std::vector<Request> requests;
      for (int from = 1; from < comm.size(); ++from) requests.push_back(comm.irecv(from));
      for (std::size_t i = 0; i < sent.size(); ++i) {
        const std::size_t first = comm.wait_any(requests);
        comm.wait(requests[first]);
        times[first] = comm.now();
      }
    });
    CHECK(result.messages == sent.size());
    return times;
  };
  CHECK(received_s(kHockney, {{0, 100}}) == std::vector<double>{210});
  CHECK(received_s(kHockney, {{0, 100}, {0, 100}}) == std::vector<double>{420, 420});
  CHECK(received_s(kHockney, {{0, 100}, {0, 300}}) == std::vector<double>{420, 820});
  CHECK(received_s(kHockney, {{0, 100}, {105, 100}}) == std::vector<double>{315, 420});
  CHECK(received_s(kHockney, {{0, 100}, {500, 100}}) == std::vector<double>{210, 710});
  // The port carries no more than in turn, also where pauses make messages faster.
  Machine bucket = kHockney;
  bucket.slowdowns.tree = {{1, 0.5}};
  CHECK(received_s(bucket, {{0, 100}, {0, 100}}) == std::vector<double>{210, 315});
}

TEST_CASE("where one rank sends to each port, shared ports take as long as in turn") {
  const auto ring_s = [](bool shared) {
    Machine machine = kHockney;
    machine.receiving_shared = shared;
    machine.slowdowns.exchange = {{1, 1.25}};
    machine.slowdowns.tree = {{1000, 0.5}, {100000, 1}};
    return loggp::run(machine, 5,
                      [](Comm& comm) {
                        for (int step = 0; step < 8; ++step)
                          exchange(comm, (comm.rank() + 1) % 5, of_bytes(1000 + comm.rank()),
                                   (comm.rank() + 4) % 5);
                      })
        .makespan_s();
  };
  CHECK(ring_s(true) == Approx(ring_s(false)).epsilon(0.002));
  CHECK(ring_s(true) == Approx(8 * 1.25 * 2015).epsilon(0.01));
}

TEST_CASE("messages that share a receive port are slowed down by what leaves meanwhile") {
  Machine machine = kHockney;
  machine.receiving_shared = true;
  machine.slowdowns.exchange = {{1, 1.5}};
  CHECK(loggp::run(machine, 3, [](Comm& comm) {
          if (comm.rank() == 2) return send(comm, 0, of_bytes(100));
          Request received = comm.irecv(1 - comm.rank());
          Request third = comm.rank() == 0 ? comm.irecv(2) : Request();
          Request sent = comm.isend(1 - comm.rank(), of_bytes(100));
          comm.wait(received);
          comm.wait(sent);
          if (comm.rank() == 0) comm.wait(third);
        }).makespan_s() == 2 * 210 + 105);
}

TEST_CASE("after a pause, a message has passed before its ports are ready for the next one") {
  Machine machine = kHockney;
  machine.slowdowns.tree = {{1, 0.5}};
  const auto finish_of = [&](int ranks, const std::function<void(Comm&)>& body) {
    return loggp::run(machine, ranks, body).makespan_s();
  };
  // From rank to rank: all ports pause.
  CHECK(finish_of(3, [](Comm& comm) {
          if (comm.rank() > 0) receive(comm, comm.rank() - 1);
          if (comm.rank() < 2) send(comm, comm.rank() + 1, of_bytes(100));
        }) == 105 + 105);
  // Two messages through one port: the second one waits until the port is ready.
  CHECK(finish_of(3, [](Comm& comm) {
          if (comm.rank() > 0) return void(receive(comm, 0));
          Request first = comm.isend(1, of_bytes(100));
          Request second = comm.isend(2, of_bytes(100));
          comm.wait(first);
          comm.wait(second);
        }) == 210 + 105);
  // Tokens that suffice for two messages: both pass, and the third one waits for its tokens.
  machine.slowdowns.tree = {{100, 0.5}, {300, 1 - 210.0 / 610}, {1000, 1 - 210.0 / 2010}};
  CHECK(finish_of(4, [](Comm& comm) {
          if (comm.rank() > 0) return void(receive(comm, 0));
          std::vector<Request> sends;
          for (int to = 1; to < 4; ++to) sends.push_back(comm.isend(to, of_bytes(100)));
          wait_all(comm, sends);
        }) == Approx(3 * 210 - 210));
  CHECK(finish_of(2, [](Comm& comm) {
          for (int i = 0; i < 5; ++i)
            if (comm.rank() == 0)
              send(comm, 1, of_bytes(100));
            else
              receive(comm, 0);
        }) == Approx(5 * 210 - 210));
  // Exchanges that are slower than a stream find no tokens, and those that are faster do.
  const auto exchanges = [](int rounds) {
    return [rounds](Comm& comm) {
      for (int i = 0; i < rounds; ++i)
        exchange(comm, 1 - comm.rank(), of_bytes(100), 1 - comm.rank());
    };
  };
  machine.slowdowns.exchange = {{1, 2}};
  CHECK(finish_of(2, exchanges(20)) == Approx(20 * 2 * 210));
  machine.slowdowns.exchange = {{1, 0.75}};
  CHECK(finish_of(2, exchanges(2)) == Approx(2 * 0.75 * 210));
  CHECK(finish_of(2, exchanges(20)) == Approx(20 * 210 - 0.75 * 210));
  machine.slowdowns.exchange.clear();
  machine.slowdowns.tree = {{1, 0.5}};
  // Back and forth: what a rank received does not disturb its answer.
  CHECK(finish_of(2, [](Comm& comm) {
          if (comm.rank() == 1) receive(comm, 0);
          send(comm, 1 - comm.rank(), of_bytes(100));
          if (comm.rank() == 0) receive(comm, 1);
        }) == 105 + 105);
  // No port pauses.
  CHECK(finish_of(2, [](Comm& comm) {
          exchange(comm, 1 - comm.rank(), of_bytes(100), 1 - comm.rank());
        }) == 210);
}

TEST_CASE("charged work costs its rate and moves only the rank's own clock") {
  const auto result = loggp::run(Machine::hockney(10, 2, {2, 3, 5, 0.5}), 2, [](Comm& comm) {
    if (comm.rank() == 1) return;
    comm.charge({WorkKind::merge, 1});
    CHECK(comm.now() == 2);
    comm.charge({WorkKind::scatter, 1});
    CHECK(comm.now() == 2 + 3);
    comm.charge({WorkKind::dense_sum, 1});
    CHECK(comm.now() == 2 + 3 + 5);
    comm.charge({WorkKind::copy, 4});
    CHECK(comm.now() == 2 + 3 + 5 + 2);
  });
  CHECK(result.finish_s == std::vector<double>{12, 0});
}

TEST_CASE("a message to oneself is delivered at once and leaves the ports free") {
  const auto result = loggp::run(kHockney, 1, [](Comm& comm) {
    const Message message = exchange(comm, 0, of_bytes(1000), 0);
    CHECK(message.wire_bytes() == 1000);
    CHECK(comm.now() == 0);
  });
  CHECK(result.messages == 1);
  CHECK(result.bytes == 1000);
}

TEST_CASE("the receive port rests for a gap between messages of different ranks") {
  const Machine machine = Machine::log_gp(/*latency_s=*/100, 0, /*gap_s=*/5, /*G=*/2);
  const auto result = loggp::run(machine, 3, [](Comm& comm) {
    if (comm.rank() > 0) return send(comm, 0, of_bytes(10));
    receive(comm, 1);
    CHECK(comm.now() == 100 + 20);
    receive(comm, 2);
    CHECK(comm.now() == 100 + 20 + 5 + 20);
  });
  CHECK(result.finish_s == std::vector<double>{145, 20, 20});
}
