#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"

using namespace sparlab::runtime;
using loggp::Machine;

namespace {

const Machine kHockney = Machine::hockney(10, 2, {1, 0, 0, 0});

Machine with_handshake_from(double bytes) {
  Machine machine = Machine::log_gp(100, 1, 2, 1, {1, 0, 0, 0});
  machine.handshake_bytes = bytes;
  return machine;
}

}  // namespace

TEST_CASE("messages of one source and tag match receives in order") {
  const bool receives_first = GENERATE(true, false);
  loggp::run(kHockney, 2, [&](Comm& comm) {
    const int count = 20;
    std::vector<Request> requests;
    if (comm.rank() == 0) {
      for (int i = 0; i < count; ++i) requests.push_back(comm.isend(1, of_value(i)));
      if (!receives_first) requests.push_back(comm.isend(1, of_value(count), 9));
      wait_all(comm, requests);
      return;
    }
    if (!receives_first) receive(comm, 0, 9);
    for (int i = 0; i < count; ++i) requests.push_back(comm.irecv(0));
    for (int i = count; i-- > 0;) {
      CHECK(value_of(comm.wait(requests[static_cast<std::size_t>(i)])) == i);
    }
  });
}

TEST_CASE("messages match by source and tag, whatever the order of the receives") {
  const int ranks = 20;
  const int tags = 3;
  loggp::run(kHockney, ranks, [&](Comm& comm) {
    if (comm.rank() != 0) {
      for (int tag = 0; tag < tags; ++tag) send(comm, 0, of_value(10 * comm.rank() + tag), tag);
      return;
    }
    for (int tag = tags; tag-- > 0;) {
      for (int from = ranks; from-- > 1;) {
        CHECK(value_of(receive(comm, from, tag)) == 10 * from + tag);
      }
    }
  });
}

TEST_CASE("a message that needs a handshake is not overtaken by a later one") {
  const auto sizes = GENERATE(std::vector<double>{1, 1000, 1}, std::vector<double>{1000, 1, 1000},
                              std::vector<double>{500, 1000, 1});
  loggp::run(with_handshake_from(100), 2, [&](Comm& comm) {
    std::vector<Request> requests;
    if (comm.rank() == 0) {
      for (const double size : sizes) requests.push_back(comm.isend(1, Message::token({}, size)));
      wait_all(comm, requests);
      return;
    }
    comm.charge({WorkKind::merge, 300});
    for (const double size : sizes) CHECK(receive(comm, 0).wire_bytes() == size);
  });
}

TEST_CASE("negative and large tags are tags like others") {
  loggp::run(kHockney, 2, [](Comm& comm) {
    for (const int tag : {-1, 0, 2147483647}) {
      CHECK(value_of(exchange(comm, 1 - comm.rank(), of_value(tag), 1 - comm.rank(), tag)) == tag);
    }
  });
}

TEST_CASE("real bytes arrive in the sender's own buffer") {
  const std::byte* sent = nullptr;
  loggp::run(kHockney, 2, [&](Comm& comm) {
    if (comm.rank() == 0) {
      Buffer buffer(100);
      std::memset(buffer.data(), 7, 100);
      sent = buffer.data();
      send(comm, 1, Message(std::move(buffer), 10, 50));
    } else {
      const Message message = receive(comm, 0);
      CHECK(message.is_real());
      CHECK(message.bytes().data() == sent + 10);
      CHECK(message.bytes().size() == 50);
      CHECK(message.buffer().unique());
    }
  });
}

TEST_CASE("weighted bytes keep their content and their price") {
  loggp::run(kHockney, 2, [](Comm& comm) {
    if (comm.rank() == 0) {
      Buffer buffer(3);
      std::memcpy(buffer.data(), "abc", 3);
      send(comm, 1, Message::weighted(std::move(buffer), 3, 45));
    } else {
      const Message message = receive(comm, 0);
      CHECK(std::memcmp(message.bytes().data(), "abc", 3) == 0);
      CHECK(message.bytes().size() == 3);
      CHECK(message.wire_bytes() == 45);
      CHECK(comm.now() == 100);
    }
  });
}

TEST_CASE("wait_any names the request that ends first") {
  loggp::run(kHockney, 3, [](Comm& comm) {
    if (comm.rank() != 0) {
      comm.charge({WorkKind::merge, comm.rank() == 1 ? 50.0 : 5.0});
      send(comm, 0, of_value(comm.rank()));
      return;
    }
    std::vector<Request> requests;
    requests.emplace_back();  // not pending
    requests.push_back(comm.irecv(1));
    requests.push_back(comm.irecv(2));
    REQUIRE(comm.wait_any(requests) == 2);
    CHECK(comm.now() == 5 + 18);
    CHECK(value_of(comm.wait(requests[2])) == 2);
    CHECK(comm.wait_any(requests) == 1);
    CHECK(comm.now() == 50 + 18);
    CHECK(value_of(comm.wait(requests[1])) == 1);
  });
}

TEST_CASE("wait_any sees a receive that ends before a send") {
  loggp::run(kHockney, 2, [](Comm& comm) {
    if (comm.rank() == 1) {
      comm.charge({WorkKind::merge, 1});
      send(comm, 0, Message{});
      receive(comm, 0);
      return;
    }
    std::vector<Request> requests;
    requests.push_back(comm.isend(1, Message::token({}, 100)));  // ends at 210
    requests.push_back(comm.irecv(1));                           // ends at 11
    CHECK(comm.wait_any(requests) == 1);
    CHECK(comm.now() == 11);
    comm.wait(requests[1]);
    CHECK(comm.wait_any(requests) == 0);
    CHECK(comm.now() == 210);
    comm.wait(requests[0]);
  });
}

TEST_CASE("wait_any sees a handshake send that ends first") {
  loggp::run(with_handshake_from(50), 2, [](Comm& comm) {
    if (comm.rank() == 1) {
      receive(comm, 0);
      comm.charge({WorkKind::merge, 10000});
      send(comm, 0, Message{});
      return;
    }
    std::vector<Request> requests;
    requests.push_back(comm.irecv(1));
    requests.push_back(comm.isend(1, Message::token({}, 50)));
    CHECK(comm.wait_any(requests) == 1);
    CHECK(comm.now() == 1 + 200 + 50);
    wait_all(comm, requests);
  });
}

TEST_CASE("runs are identical, bit for bit") {
  const Machine machine = GENERATE(Machine::hockney(1e-6, 1e-9, {1e-9, 0, 0, 0}),
                                   Machine::log_gp(1e-6, 1e-7, 3e-7, 1e-9, {1e-9, 0, 0, 0}),
                                   Machine::synchronous(), with_handshake_from(50));
  const auto body = [](Comm& comm) {
    unsigned state = 12345U + static_cast<unsigned>(comm.rank());
    const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 16; };
    std::vector<Request> requests;
    for (int s = 1; s < comm.size(); ++s) {
      requests.push_back(comm.irecv((comm.rank() + comm.size() - s) % comm.size()));
      comm.charge({WorkKind::merge, static_cast<double>(next() % 100)});
      requests.push_back(comm.isend((comm.rank() + s) % comm.size(),
                                    Message::token({}, static_cast<double>(next() % 100))));
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const std::size_t done = comm.wait_any(requests);
      comm.wait(requests[done]);
      comm.charge({WorkKind::merge, static_cast<double>(done % 7)});
    }
  };
  const auto first = loggp::run(machine, 33, body);
  const auto second = loggp::run(machine, 33, body);
  CHECK(first.messages == 33 * 32);
  CHECK(first.finish_s == second.finish_s);
  CHECK(first.bytes == second.bytes);
}

TEST_CASE("twenty thousand ranks meet in a barrier and pass a token around") {
  const int ranks = 20000;
  const auto result = loggp::run(Machine::hockney(1, 0), ranks, [](Comm& comm) {
    barrier(comm);
    const int before = (comm.rank() + comm.size() - 1) % comm.size();
    const int after = (comm.rank() + 1) % comm.size();
    int sum = comm.rank() == 0 ? 0 : value_of(receive(comm, before));
    send(comm, after, of_value(sum + comm.rank() % 2));
    if (comm.rank() == 0) sum = value_of(receive(comm, before));
    if (comm.rank() == 0) CHECK(sum == ranks / 2);
  });
  CHECK(result.messages == 20000U + 15U * 20000U);
  CHECK(result.makespan_s() == 15 + 20000);
}
