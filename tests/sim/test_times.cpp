#include <algorithm>
#include <functional>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using runtime::Comm;
using runtime::Message;
using runtime::of_bytes;
using runtime::Request;
using runtime::WorkKind;

namespace {

/// When a message of each size has arrived, sent from rank `from` to rank `to` at time 0.
double one_message_s(const Platform& platform, int from, int to, double bytes) {
  return numbers_in_child([&] {
    double arrival_s = 0;
    run(platform, std::max(from, to) + 1, [&](Comm& comm) {
      if (comm.rank() == from) runtime::send(comm, to, of_bytes(bytes));
      if (comm.rank() == to) {
        runtime::receive(comm, from);
        arrival_s = comm.now();
      }
    });
    return std::vector<double>{arrival_s};
  })[0];
}

}  // namespace

TEST_CASE("a message takes exactly latency plus bytes over bandwidth") {
  const Platform platform = simple_star(2);
  CHECK(one_message_s(platform, 0, 1, 1) == Approx(1.0001e-6).epsilon(1e-9));
  CHECK(one_message_s(platform, 0, 1, 1e3) == Approx(1.1e-6).epsilon(1e-9));
  CHECK(one_message_s(platform, 0, 1, 1e5) == Approx(11e-6).epsilon(1e-9));
  CHECK(one_message_s(platform, 0, 1, 1e7) == Approx(1001e-6).epsilon(1e-9));
}

TEST_CASE("fractions of a byte count") {
  CHECK(one_message_s(simple_star(2), 0, 1, 1000.5) == Approx(1.10005e-6).epsilon(1e-9));
}

TEST_CASE("an empty message takes the latency and one byte") {
  CHECK(one_message_s(simple_star(2), 0, 1, 0) == Approx(1.0001e-6).epsilon(1e-9));
}

TEST_CASE("the directions of a half-duplex link share its capacity, on each topology") {
  for (Platform platform : {simple_star(2), daint_network()}) {
    const auto exchange_s = [&] {
      return finish_times(platform, 2, [](Comm& comm) {
        const int other = 1 - comm.rank();
        runtime::exchange(comm, other, of_bytes(1e7), other);
      })[0];
    };
    const double alone_s = one_message_s(platform, 0, 1, 1e7);
    CHECK(exchange_s() == Approx(alone_s).epsilon(1e-3));
    platform.duplex = 1.5;
    CHECK(one_message_s(platform, 0, 1, 1e7) == Approx(alone_s).epsilon(1e-3));
    CHECK(exchange_s() == Approx(1.5 * alone_s).epsilon(2e-3));
  }
}

TEST_CASE("an exchange takes longer by the size of its messages") {
  // Latency 1 us, 0.1 ns/B.
  Platform platform = simple_star(2);
  platform.stream = {{0, 1e-6, 1e-10}};
  platform.slowdowns.exchange = {{1e4, 3}, {1e5, 1}, {1e6, 1.5}, {1e7, 1.2}};
  const auto exchange_s = [&](double bytes) {
    return finish_times(platform, 2, [=](Comm& comm) {
      const int other = 1 - comm.rank();
      runtime::exchange(comm, other, of_bytes(bytes), other);
    })[0];
  };
  for (const auto& [bytes, factor] : platform.slowdowns.exchange) {
    const double alone_s = 1e-6 + 1e-10 * bytes;
    CAPTURE(bytes);
    CHECK(one_message_s(platform, 0, 1, bytes) == Approx(alone_s).epsilon(1e-6));
    CHECK(exchange_s(bytes) == Approx(factor * alone_s).epsilon(0.01));
  }
}

TEST_CASE("messages to several ranks at once take longer by the curve of an all-to-all") {
  Platform platform = simple_star(4);
  platform.stream = {{0, 1e-6, 1e-10}};
  platform.slowdowns.exchange = {{1, 1.25}};
  platform.slowdowns.all_to_all = {{1, 1.75}};
  const auto finish_s = [&](const std::function<void(Comm&)>& body) {
    const auto each_s = finish_times(platform, 4, body);
    return *std::max_element(each_s.begin(), each_s.end());
  };
  const double message_s = 1e-10 * 1e7;
  CHECK(finish_s([](Comm& comm) {
          for (const int distance : {1, 2})
            runtime::exchange(comm, comm.rank() ^ distance, of_bytes(1e7), comm.rank() ^ distance);
        }) == Approx(2 * 1.25 * message_s).epsilon(0.01));
  // The first of the messages does not know of the others.
  const double together_s = finish_s([](Comm& comm) {
    std::vector<runtime::Request> requests;
    for (int step = 1; step < 4; ++step) {
      requests.push_back(comm.irecv((comm.rank() + step) % 4));
      requests.push_back(comm.isend((comm.rank() + 4 - step) % 4, of_bytes(1e7)));
    }
    runtime::wait_all(comm, requests);
  });
  CHECK(together_s > 3 * 1.5 * message_s);
  CHECK(together_s < 3 * 1.76 * message_s);
}

TEST_CASE("after pauses, messages arrive before their last byte has passed the links") {
  Platform platform = simple_star(4);
  platform.stream = {{0, 1e-6, 1e-10}};
  // A message of 10 kB takes 2 us in a stream, and a bucket is worth 2 us.
  platform.slowdowns.tree = {{1e4, 0.5}, {3e4, 0.5}, {9e4, 0.8}};
  platform.slowdowns.exchange = {{1e4, 0.75}};
  const auto finish_s = [&](int ranks, const std::function<void(Comm&)>& body) {
    const auto each_s = finish_times(platform, ranks, body);
    return *std::max_element(each_s.begin(), each_s.end());
  };
  // From rank to rank.
  CHECK(finish_s(4, [](Comm& comm) {
          if (comm.rank() > 0) runtime::receive(comm, comm.rank() - 1);
          if (comm.rank() < 3) runtime::send(comm, comm.rank() + 1, of_bytes(1e4));
        }) == Approx(3e-6));
  // There and back.
  CHECK(finish_s(2, [](Comm& comm) {
          if (comm.rank() == 1) runtime::receive(comm, 0);
          runtime::send(comm, 1 - comm.rank(), of_bytes(1e4));
          if (comm.rank() == 0) runtime::receive(comm, 1);
        }) == Approx(2e-6));
  // Without pauses, the bucket is empty after two messages.
  CHECK(finish_s(2, [](Comm& comm) {
          for (int i = 0; i < 5; ++i)
            if (comm.rank() == 0)
              runtime::send(comm, 1, of_bytes(1e4));
            else
              runtime::receive(comm, 0);
        }) == Approx(5 * 2e-6 - 2e-6).epsilon(0.02));
  // Both directions at once.
  CHECK(finish_s(2, [](Comm& comm) {
          runtime::exchange(comm, 1 - comm.rank(), of_bytes(1e4), 1 - comm.rank());
        }) == Approx(1.5e-6));
}

TEST_CASE("after a pause, a message does not overtake an earlier one of its port") {
  Platform platform = simple_star(2);
  platform.rates = {1e-6, 0, 0, 0};
  platform.stream = {{0, 1e-6, 1e-10}};
  // A bucket is worth 2 us.
  platform.slowdowns.tree = {{1e4, 0.5}, {9e4, 0.8}};
  const auto arrival_s = values_of(platform, 2, [&](Comm& comm, std::vector<double>& at_s) {
    if (comm.rank() == 0) {
      // Until 9 us a message of the other direction is on its way: this one passes the links.
      Request first = comm.isend(1, of_bytes(1e5), 1);
      comm.charge({WorkKind::merge, 9.5});
      // It waits until 11 us for the first one. Alone, it would arrive at 10.8 us.
      Request second = comm.isend(1, of_bytes(1e4), 2);
      runtime::receive(comm, 1);
      comm.wait(first);
      comm.wait(second);
    } else {
      Request sent = comm.isend(0, of_bytes(8e4));
      for (const int tag : {1, 2}) {
        Request received = comm.irecv(0, tag);
        comm.wait(received);
        at_s.push_back(comm.now());
      }
      comm.wait(sent);
    }
  });
  CHECK(arrival_s[0] == Approx(11e-6));
  CHECK(arrival_s[1] == Approx(12e-6));
}

TEST_CASE("messages from one rank to another pass the links one after the other") {
  // Latency 1 us; each message takes 10 us on the link.
  const auto arrivals_s = [](Platform platform, int receivers) {
    platform.rates = {1e-6, 0, 0, 0};
    return numbers_in_child([&] {
      std::vector<double> at_s(3);
      run(platform, receivers + 1, [&](Comm& comm) {
        const auto receiver_of = [&](int message) { return 1 + message % receivers; };
        std::vector<Request> requests;
        if (comm.rank() == 0) {
          for (const int message : {0, 1, 2}) {
            requests.push_back(comm.isend(receiver_of(message), of_bytes(1e5), message));
            comm.charge({WorkKind::merge, message == 0 ? 2.0 : 18.5});
          }
          runtime::wait_all(comm, requests);
          return;
        }
        for (const int message : {0, 1, 2}) {
          if (receiver_of(message) != comm.rank()) continue;
          Request received = comm.irecv(0, message);
          comm.wait(received);
          at_s[static_cast<std::size_t>(message)] = comm.now();
        }
      });
      return at_s;
    });
  };
  Platform platform = simple_star(4);
  // Sent at 0, 2 and 20.5 us. The second one has its latency behind it when the link is free, and
  // the third one half of it.
  const std::vector<double> in_turn_s = arrivals_s(platform, 1);
  CHECK(in_turn_s[0] == Approx(11e-6).epsilon(1e-9));
  CHECK(in_turn_s[1] == Approx(21e-6).epsilon(1e-9));
  CHECK(in_turn_s[2] == Approx(31.5e-6).epsilon(1e-9));
  // Messages to several ranks share the link of their sender: the first one has 8 of 10 us left.
  const std::vector<double> shared_s = arrivals_s(platform, 2);
  CHECK(shared_s[0] == Approx(19e-6).epsilon(1e-9));
  CHECK(shared_s[1] == Approx(21e-6).epsilon(1e-9));
  // A model that keeps its latencies keeps its shares.
  platform.config["network/latency-factor"] = "1.5";
  const std::vector<double> kept_s = arrivals_s(platform, 1);
  CHECK(kept_s[0] == Approx(19.5e-6).epsilon(1e-6));
  CHECK(kept_s[1] == Approx(21.5e-6).epsilon(1e-6));
}

TEST_CASE("both directions of a link have the full bandwidth") {
  const auto finish_s = finish_times(simple_star(2), 2, [](Comm& comm) {
    const int other = 1 - comm.rank();
    runtime::exchange(comm, other, of_bytes(1e7), other);
  });
  CHECK(finish_s[0] == Approx(1001e-6).epsilon(1e-9));
  CHECK(finish_s[1] == Approx(1001e-6).epsilon(1e-9));
}

TEST_CASE("overhead occupies the sender before and the receiver after the message") {
  Platform platform = simple_star(2);
  platform.overhead_s = 2e-6;
  platform.overhead_s_per_byte = 1e-9;
  CHECK(one_message_s(platform, 0, 1, 1e3) == Approx(1.1e-6 + 2 * 3e-6).epsilon(1e-9));

  platform.rendezvous_bytes = 1e3;
  platform.larger_overhead = {{1e3, 10e-6, 0}};
  CHECK(one_message_s(platform, 0, 1, 1e3) == Approx(1.1e-6 + 2 * 10e-6).epsilon(1e-9));
  CHECK(one_message_s(platform, 0, 1, 500) == Approx(1.05e-6 + 2 * 2.5e-6).epsilon(1e-9));
}

TEST_CASE("messages sent together pay the latency once and the overhead each") {
  Platform platform = simple_star(2);
  platform.overhead_s = 1e-6;
  const auto arrival_s = values_of(platform, 2, [&](Comm& comm, std::vector<double>& at) {
    std::vector<Request> requests;
    for (int i = 0; i < 3; ++i) {
      requests.push_back(comm.rank() == 0 ? comm.isend(1, of_bytes(1e3)) : comm.irecv(0));
    }
    for (Request& request : requests) {
      comm.wait(request);
      if (comm.rank() == 1) at.push_back(comm.now());
    }
  });
  // Sent at 1, 2, 3 us; each is under way for 1.1 us and received in 1 us.
  CHECK(arrival_s[0] == Approx(3.1e-6).epsilon(1e-9));
  CHECK(arrival_s[1] == Approx(4.1e-6).epsilon(1e-9));
  CHECK(arrival_s[2] == Approx(5.1e-6).epsilon(1e-9));
}

TEST_CASE("local work advances the clock by its rate") {
  Platform platform = simple_star(1);
  platform.rates = {1e-9, 2e-9, 3e-9, 4e-9};
  const auto result = numbers_in_child([&] {
    double at_s = 0;
    auto finish_s = run(platform, 1, [&](Comm& comm) {
                      comm.charge({WorkKind::merge, 1000});
                      comm.charge({WorkKind::scatter, 1000});
                      comm.charge({WorkKind::dense_sum, 1000});
                      at_s = comm.now();
                      comm.charge({WorkKind::copy, 1000});
                    }).finish_s;
    finish_s.push_back(at_s);
    return finish_s;
  });
  CHECK(result[0] == Approx(10e-6).epsilon(1e-9));
  CHECK(result[1] == Approx(6e-6).epsilon(1e-9));
}

TEST_CASE("a message moves while its receiver is still at work") {
  Platform platform = simple_star(2);
  platform.rates = {1e-9, 0, 0, 0};
  const auto finish_s = finish_times(platform, 2, [](Comm& comm) {
    if (comm.rank() == 0) return runtime::send(comm, 1, of_bytes(1e5));
    comm.charge({WorkKind::merge, 50e3});
    runtime::receive(comm, 0);
  });
  CHECK(finish_s[0] == Approx(11e-6).epsilon(1e-9));
  CHECK(finish_s[1] == Approx(50e-6).epsilon(1e-9));
}

TEST_CASE("a message arrives late at a receiver that works for less than it travels") {
  Platform platform = simple_star(2);
  platform.rates = {1e-9, 0, 0, 0};
  const auto finish_s = finish_times(platform, 2, [](Comm& comm) {
    if (comm.rank() == 0) return runtime::send(comm, 1, of_bytes(1e5));
    comm.charge({WorkKind::merge, 5e3});
    runtime::receive(comm, 0);
  });
  CHECK(finish_s[1] == Approx(11e-6).epsilon(1e-9));
}

TEST_CASE("a message to oneself is delivered at once and pays its overheads, as in loggp") {
  const auto body = [](Comm& comm) {
    runtime::exchange(comm, 0, of_bytes(1e3), 0);
    runtime::send(comm, 0, of_bytes(1e9));
    runtime::receive(comm, 0);
  };
  Platform platform = simple_star(1);
  platform.overhead_s = 1;
  platform.overhead_s_per_byte = 1e-3;
  platform.rendezvous_bytes = 1e6;
  platform.larger_overhead = {{1e6, 8, 0}};
  const auto result = numbers_in_child([&] {
    const RunResult run_result = run(platform, 1, body);
    return std::vector<double>{run_result.finish_s[0], static_cast<double>(run_result.messages),
                               run_result.bytes};
  });
  CHECK(result == std::vector<double>{20, 2, 1e9 + 1e3});

  auto machine = runtime::loggp::Machine::log_gp(0.5e-6, 1, 0, 1e-10);
  machine.overhead_s_per_byte = 1e-3;
  machine.larger_overhead = platform.larger_overhead;
  const auto on_loggp = runtime::loggp::run(machine, 1, body);
  CHECK(on_loggp.finish_s[0] == result[0]);
  CHECK(static_cast<double>(on_loggp.messages) == result[1]);
  CHECK(on_loggp.bytes == result[2]);
}

TEST_CASE("two flows into one host share its link") {
  const auto finish_s = finish_times(simple_star(3), 3, [](Comm& comm) {
    if (comm.rank() > 0) return runtime::send(comm, 0, of_bytes(1e7));
    std::vector<Request> requests;
    requests.push_back(comm.irecv(1));
    requests.push_back(comm.irecv(2));
    runtime::wait_all(comm, requests);
  });
  CHECK(finish_s[0] == Approx(2001e-6).epsilon(1e-9));
}

TEST_CASE("the dragonfly has its near and far latencies") {
  const Platform platform = daint_network();
  const double byte_s = 1 / 9.8e9;
  const int group = 6 * 16 * 4;
  const auto links = [&](int from, int to) {
    return (one_message_s(platform, from, to, 1) - byte_s) / 150e-9;
  };
  CHECK(links(0, 1) == Approx(2).epsilon(1e-6));                         // same router
  CHECK(links(0, 4) == Approx(3).epsilon(1e-6));                         // same chassis
  CHECK(links(0, 5 * 64 + 4) == Approx(4).epsilon(1e-6));                // same group
  CHECK(links(0, group) >= 3 - 1e-6);                                    // other group, nearest
  CHECK(links(5 * 64 + 60, 14 * group - 1) == Approx(7).epsilon(1e-6));  // farthest
}

TEST_CASE("every link class of the dragonfly has its own bandwidth") {
  model::Dragonfly dragonfly = daint_topology();
  dragonfly.green.bytes_per_s = 4e9;
  dragonfly.blue.bytes_per_s = 1e9;
  Platform platform = daint_network();
  platform.topology = dragonfly;
  const int group = 6 * 16 * 4;
  CHECK(one_message_s(platform, 0, 1, 1e7) == Approx(1e7 / 9.8e9 + 0.3e-6).epsilon(1e-6));
  CHECK(one_message_s(platform, 0, 4, 1e7) == Approx(1e7 / 4e9 + 0.45e-6).epsilon(1e-6));
  CHECK(one_message_s(platform, 0, 14 * group - 1, 1e7) == Approx(1e7 / 1e9).epsilon(1e-3));
}

TEST_CASE("a rank that sends more messages than it holds back keeps their times") {
  constexpr int kMessages = 500;
  Platform platform = simple_star(2);
  platform.overhead_s = 1e-6;
  const auto times_s = numbers_in_child([&] {
    double after_sends_s = 0;
    auto finish_s =
        run(platform, 2, [&](Comm& comm) {
          std::vector<Request> requests;
          for (int i = 0; i < kMessages; ++i)
            requests.push_back(comm.rank() == 0 ? comm.isend(1, of_bytes(1e3)) : comm.irecv(0));
          if (comm.rank() == 0) after_sends_s = comm.now();
          runtime::wait_all(comm, requests);
        }).finish_s;
    finish_s.push_back(after_sends_s);
    return finish_s;
  });
  CHECK(times_s[2] == Approx(kMessages * 1e-6).epsilon(1e-9));
  CHECK(times_s[0] == Approx(kMessages * 1e-6 + 1.1e-6).epsilon(1e-9));
  CHECK(times_s[1] == Approx(kMessages * 1e-6 + 2.1e-6).epsilon(1e-9));
}

TEST_CASE("a near and a far flow into one host share its link evenly") {
  const Platform platform = daint_network();
  const int far = 14 * 384 + 383;
  const auto arrival_s = numbers_in_child([&] {
    std::vector<double> at_s;
    run(platform, far + 1, [&](Comm& comm) {
      if (comm.rank() == 1 || comm.rank() == far) return runtime::send(comm, 0, of_bytes(1e7));
      if (comm.rank() != 0) return;
      std::vector<Request> requests;
      for (const int from : {1, far}) requests.push_back(comm.irecv(from));
      for (int i = 0; i < 2; ++i) {
        comm.wait(requests[comm.wait_any(requests)]);
        at_s.push_back(comm.now());
      }
    });
    return at_s;
  });
  const double both_s = 2e7 / model::host_links(platform.topology).bytes_per_s;
  CHECK(arrival_s.at(0) == Approx(both_s).epsilon(1e-3));
  CHECK(arrival_s.at(1) == Approx(both_s).epsilon(1e-3));
}

TEST_CASE("routes of the dragonfly take the same time in both directions", "[arithmetic]") {
  const Platform platform = daint_network();
  for (const int other : {4, 100, 200, 383, 384 + 77, 5759})
    CHECK(one_message_s(platform, 0, other, 1e3) ==
          Approx(one_message_s(platform, other, 0, 1e3)).epsilon(1e-12));
}

TEST_CASE("other network models keep their own factors of latency") {
  Platform platform = simple_star(2);
  platform.config["network/latency-factor"] = "3";
  CHECK(one_message_s(platform, 0, 1, 1e5) == Approx(3e-6 + 10e-6).epsilon(1e-9));
  platform = simple_star(2);
  platform.config["network/model"] = "LV08";
  CHECK(one_message_s(platform, 0, 1, 1e5) == Approx(13.01e-6 + 10e-6 / 0.97).epsilon(1e-6));
}
