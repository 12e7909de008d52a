// Messages that pass the links of a topology.

#include <limits>
#include <numeric>

#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/loggp/topologies.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using loggp::Machine;
using loggp::Routing;
using loggp::topologies::daint;
using loggp::topologies::machine;
using loggp::topologies::star;

namespace {

/// The time of one message between two hosts.
double message_s(const Machine& machine, int from, int to, double bytes) {
  return loggp::run(machine, std::max(from, to) + 1,
                    [&](Comm& comm) {
                      if (comm.rank() == from) send(comm, to, of_bytes(bytes), 0);
                      if (comm.rank() == to) receive(comm, from, 0);
                    })
      .finish_s[static_cast<std::size_t>(to)];
}

/// Overheads, latencies, and the bytes on the slowest link.
double alone_s(const Machine& machine, std::uint32_t from, std::uint32_t to, double bytes) {
  const model::Topology& topology = *machine.topology;
  model::Route route;
  topology.append_route(from, to, route);
  double latency_s = 0;
  double slowest = 1e300;
  for (const std::uint32_t link : route) {
    const model::LinkClass& of = topology.classes()[topology.class_of(link)];
    latency_s += of.latency_s;
    slowest = std::min(slowest, of.bytes_per_s);
  }
  return 2 * (machine.overhead_s + machine.overhead_s_per_byte * bytes) + latency_s +
         bytes / slowest;
}

/// Each rank sends numbered messages of changing sizes to all others, which check their order.
void send_series(Comm& comm, int count) {
  std::vector<Request> sends;
  for (int i = 0; i < count; ++i) {
    for (int step = 1; step < comm.size(); ++step) {
      const int to = (comm.rank() + step) % comm.size();
      sends.push_back(comm.isend(to, of_value(i, 1000.0 * ((7 * i + step) % 20)), 3));
    }
  }
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    for (int from = 0; from < comm.size(); ++from)
      if (from != comm.rank() && value_of(receive(comm, from, 3)) != i) ++wrong;
  CHECK(wrong == 0);
  wait_all(comm, sends);
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("a message alone takes its overheads, latencies and the slowest link") {
  const model::LinkClass fast{"fast", 4e9, 2e-7};
  const model::LinkClass slow{"slow", 1e9, 1e-7};
  const std::vector<model::TopologyDescription> kinds = {
      model::Star{64, fast}, model::FatTree{{{4, 1, 1, fast}, {4, 2, 1, slow}, {4, 2, 2, fast}}},
      model::Torus{{{4, true}, {16, false}}, fast, slow}, daint(4, 4, 2, 3, 4.7e9),
      model::DragonflyPlus{.groups = 4,
                           .leaves_per_group = 4,
                           .spines_per_group = 2,
                           .nodes_per_leaf = 4,
                           .global_ports = 8,
                           .node = fast,
                           .leaf = slow,
                           .global = fast}};
  for (const model::TopologyDescription& kind : kinds) {
    CAPTURE(kind.index());
    const Machine network = machine(model::make_topology(kind), 1e-6, 1e-10);
    for (const int to : {1, 2, 5, 21, 63}) {
      for (const double bytes : {0.0, 1.0, 1e6}) {
        const double expected_s = alone_s(network, 0, static_cast<std::uint32_t>(to), bytes);
        CHECK(message_s(network, 0, to, bytes) == Approx(expected_s).epsilon(1e-12));
        CHECK(message_s(network, to, 0, bytes) == Approx(expected_s).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("messages to one receiver pass its link one after the other") {
  const Machine network = machine(star(9, 2, 1));
  const auto result = loggp::run(network, 9, [](Comm& comm) {
    if (comm.rank() != 0) return send(comm, 0, of_bytes(10), 0);
    for (int from = 1; from < comm.size(); ++from) receive(comm, from, 0);
  });
  CHECK(result.makespan_s() == Approx(2 + 8 * 5));
  CHECK(result.messages == 8);
  CHECK(result.bytes == 80);
  CHECK(result.finish_s[3] == 5);  // when its bytes have left
}

TEST_CASE("a rank sends and receives one message at a time, with the gap between two") {
  Machine network = machine(star(3, 2, 1));
  network.gap_s = 7;
  const auto from_one = loggp::run(network, 3, [](Comm& comm) {
    if (comm.rank() != 0) {
      receive(comm, 0, 0);
      return;
    }
    std::vector<Request> sends;
    for (const int to : {1, 2}) sends.push_back(comm.isend(to, of_bytes(10), 0));
    wait_all(comm, sends);
  });
  CHECK(from_one.finish_s == std::vector<double>{5 + 7 + 5, 7, 5 + 7 + 5 + 2});
  const auto to_one = loggp::run(network, 3, [](Comm& comm) {
    if (comm.rank() != 0) return send(comm, 0, of_bytes(10), 0);
    for (const int from : {1, 2}) receive(comm, from, 0);
  });
  CHECK(to_one.finish_s[0] == 2 + 5 + 7 + 5);
}

TEST_CASE("messages that meet only on a link between groups queue there") {
  // One blue cable, slower than the links of hosts.
  const auto topology = model::make_topology(daint(2, 2, 2, 1, 1e9));
  const Machine network = machine(topology);
  const auto result = loggp::run(network, 16, [](Comm& comm) {
    if (comm.rank() < 8)
      send(comm, comm.rank() + 8, of_bytes(1e6), 0);
    else
      receive(comm, comm.rank() - 8, 0);
  });
  CHECK(result.makespan_s() == Approx(8e-3).epsilon(0.001));
}

TEST_CASE("where switches are linked, a send ends when its message arrives, unless it is short") {
  const Machine eager = machine(model::make_topology(daint(2, 2, 2, 1, 1e9)));
  Machine handshakes = eager;
  handshakes.handshake_bytes = 0;
  Machine half_duplex = eager;
  half_duplex.node_duplex = 2;
  for (const Machine& network : {eager, handshakes, half_duplex}) {
    for (const double bytes : {256.0, 257.0, 1e6}) {
      CAPTURE(network.handshake_bytes, network.node_duplex, bytes);
      const auto finish_s = loggp::run(network, 9, [&](Comm& comm) {
                              if (comm.rank() == 0) send(comm, 8, of_bytes(bytes), 0);
                              if (comm.rank() == 8) receive(comm, 0, 0);
                            }).finish_s;
      if (bytes > 256)
        CHECK(finish_s[0] == finish_s[8]);
      else
        CHECK(finish_s[0] < finish_s[8]);
    }
  }
}

TEST_CASE("messages of a pair stay in order on every routing and with handshakes") {
  const auto topology = model::make_topology(daint(4, 2, 2, 3, 4.7e9));
  for (const Routing routing : {Routing::minimal, Routing::valiant, Routing::adaptive}) {
    for (const double handshake_bytes : {std::numeric_limits<double>::infinity(), 8000.0, 0.0}) {
      CAPTURE(static_cast<int>(routing), handshake_bytes);
      Machine network = machine(topology, 1e-7);
      network.routing = routing;
      network.handshake_bytes = handshake_bytes;
      const auto body = [](Comm& comm) { send_series(comm, 6); };
      const auto result = loggp::run(network, 32, body);
      CHECK(result.messages == 6 * 32 * 31);
      CHECK(loggp::run(network, 32, body).finish_s == result.finish_s);
    }
  }
}

TEST_CASE("a handshake's message enters the network when its receive is posted") {
  Machine network = machine(star(2, 2, 1), 0);
  network.rates[static_cast<std::size_t>(WorkKind::merge)] = 1;
  network.handshake_bytes = 100;
  const auto late = [&](double bytes) {
    return loggp::run(network, 2,
                      [&](Comm& comm) {
                        if (comm.rank() == 0) return send(comm, 1, of_bytes(bytes), 0);
                        comm.charge({WorkKind::merge, 1000});
                        receive(comm, 0, 0);
                      })
        .finish_s;
  };
  CHECK(late(90) == std::vector<double>{45, 1000});
  CHECK(late(100) == std::vector<double>{1050, 1052});
  network.latency_s = 3;  // of the answer; the request came earlier
  CHECK(late(100) == std::vector<double>{1053, 1055});
}

TEST_CASE("a valiant message passes two links between groups, if it leaves its group") {
  const auto topology = model::make_topology(daint(4, 2, 2, 3, 4.7e9));
  Machine network = machine(topology);
  network.routing = Routing::valiant;
  const auto blue_bytes = [&](int from, int to) {
    const auto result = loggp::run(network, 32,
                                   [&](Comm& comm) {
                                     if (comm.rank() == from) send(comm, to, of_bytes(1000), 0);
                                     if (comm.rank() == to) receive(comm, from, 0);
                                   },
                                   {.counts_traffic = true});
    double bytes = 0;
    for (std::uint32_t link = 0; link < topology->links(); ++link)
      if (topology->is_global(link)) bytes += result.traffic->bytes[link];
    return bytes;
  };
  CHECK(blue_bytes(0, 31) == 2000);
  CHECK(blue_bytes(0, 7) == 0);
}

TEST_CASE("the bytes of all links are those of the messages times their hops") {
  const auto topology = model::make_topology(daint(4, 2, 2, 3, 4.7e9));
  const auto result = loggp::run(machine(topology), 32, [](Comm& comm) { send_series(comm, 2); },
                                 {.counts_traffic = true});
  double expected = 0;
  double between = 0;
  for (int from = 0; from < 32; ++from) {
    for (int step = 1; step < 32; ++step) {
      const auto to = static_cast<std::uint32_t>((from + step) % 32);
      model::Route route;
      topology->append_route(static_cast<std::uint32_t>(from), to, route);
      for (int i = 0; i < 2; ++i) {
        const double bytes = 1000.0 * ((7 * i + step) % 20);
        expected += bytes * static_cast<double>(route.size());
        if (from / 8 == 1 && to / 8 == 2) between += bytes;
      }
    }
  }
  REQUIRE(result.traffic);
  CHECK(sum(result.traffic->bytes) == Approx(expected).epsilon(1e-12));
  CHECK(sum(result.traffic->group_bytes) == Approx(result.bytes).epsilon(1e-12));
  CHECK(result.traffic->group_bytes[1 * 4 + 2] == Approx(between).epsilon(1e-12));
  CHECK_FALSE(loggp::run(machine(topology), 1, [](Comm&) {}).traffic);
}

TEST_CASE("ranks of a host share its link, and their messages to each other do not pass it") {
  Machine network = machine(star(2, 2, 1));
  network.placement = {.hosts = 2, .ranks_per_host = 4};
  network.inside = {{0, 100, 0.5}};
  const auto result = loggp::run(network, 8,
                                 [](Comm& comm) {
                                   if (comm.rank() < 4)
                                     send(comm, comm.rank() + 4, of_bytes(10), 0);
                                   else
                                     receive(comm, comm.rank() - 4, 0);
                                 },
                                 {.counts_traffic = true});
  CHECK(result.makespan_s() == Approx(4 * 5 + 2));
  CHECK(sum(result.traffic->bytes) == 2 * 40);
  const auto inside = loggp::run(network, 2,
                                 [](Comm& comm) {
                                   if (comm.rank() == 0) return send(comm, 1, of_bytes(10), 0);
                                   receive(comm, 0, 0);
                                 },
                                 {.counts_traffic = true});
  CHECK(inside.makespan_s() == 105);
  CHECK(sum(inside.traffic->bytes) == 0);
}

TEST_CASE("the placement of ranks decides which links their messages pass") {
  Machine network = machine(model::make_topology(daint(2, 2, 2, 1, 1e9)));
  network.placement = {.kind = model::Placement::Kind::listed,
                       .hosts = 16,
                       .ranks_per_host = 1,
                       .listed = {0, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};
  Machine block = network;
  block.placement = {};
  CHECK(message_s(network, 0, 1, 1000) == message_s(block, 0, 15, 1000));
  CHECK(message_s(network, 0, 2, 1000) == message_s(block, 0, 1, 1000));
}

TEST_CASE("the two directions of a host's cable share it where it is half duplex") {
  Machine network = machine(star(2, 2, 1));
  const auto exchange_s = [&] {
    return loggp::run(
               network, 2,
               [](Comm& comm) { exchange(comm, 1 - comm.rank(), of_bytes(1000), 1 - comm.rank()); })
        .makespan_s();
  };
  CHECK(exchange_s() == Approx(502));
  network.node_duplex = 2;
  CHECK(exchange_s() == Approx(1002).epsilon(0.002));
  network.node_duplex = 1.5;
  CHECK(exchange_s() == Approx(752).epsilon(0.002));
  CHECK(message_s(network, 0, 1, 1000) == 502);
}

TEST_CASE("delays of messages come on top of the links") {
  Machine network = machine(star(2, 2, 1));
  network.noise.message = {loggp::Delays::Kind::uniform, 10, 0};
  const double late_s = message_s(network, 0, 1, 10) - 7;
  CHECK(late_s > 0);
  CHECK(late_s <= 20);
}

TEST_CASE("routes longer than a trip stores are passed completely") {
  const auto topology =
      model::make_topology(model::Torus{{{40, false}, {3, true}}, {"node", 2, 1}, {"torus", 4, 1}});
  const Machine network = machine(topology);
  CHECK(message_s(network, 0, 39, 10) == 39 + 2 + 5);
  CHECK(message_s(network, 119, 0, 10) == 39 + 1 + 2 + 5);
}
