#include <cstring>
#include <stdexcept>
#include <vector>

#include "model/base/contract.hpp"
#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using runtime::Comm;
using runtime::Message;
using runtime::of_value;
using runtime::Request;
using runtime::value_of;

namespace {

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("tags keep messages apart") {
  const auto received = values_of(simple_star(2), 2, [](Comm& comm, std::vector<double>& values) {
    if (comm.rank() == 0) {
      runtime::send(comm, 1, of_value(7), 7);
      runtime::send(comm, 1, of_value(-3), -3);
      return;
    }
    for (const int tag : {-3, 7}) values.push_back(value_of(runtime::receive(comm, 0, tag)));
  });
  CHECK(received == std::vector<double>{-3, 7});
}

TEST_CASE("messages to oneself keep their order by tag") {
  const auto received = values_of(simple_star(1), 1, [](Comm& comm, std::vector<double>& values) {
    Request early = comm.irecv(0, 1);
    for (const int value : {10, 11, 12}) runtime::send(comm, 0, of_value(value), 1);
    runtime::send(comm, 0, of_value(20), 2);
    values.push_back(value_of(runtime::receive(comm, 0, 2)));
    values.push_back(value_of(comm.wait(early)));
    values.push_back(value_of(runtime::receive(comm, 0, 1)));
    values.push_back(value_of(runtime::receive(comm, 0, 1)));
  });
  CHECK(received == std::vector<double>{20, 10, 11, 12});
}

TEST_CASE("wait_any finds the request that completed first") {
  const double work_s = GENERATE(0.0, 1.0);  // waits for it, or asks when all are complete
  CAPTURE(work_s);
  const auto order = numbers_in_child([&] {
    std::vector<double> positions;
    Platform platform = simple_star(3);
    platform.rates.fill(1);
    run(platform, 3, [&](Comm& comm) {
      if (comm.rank() > 0) return runtime::send(comm, 0, of_value(comm.rank(), 1e6 / comm.rank()));
      comm.charge({runtime::WorkKind::merge, work_s});
      std::vector<Request> requests;
      requests.push_back(comm.irecv(1));
      requests.push_back(comm.irecv(2));
      for (int i = 0; i < 2; ++i) {
        const std::size_t position = comm.wait_any(requests);
        positions.push_back(static_cast<double>(position));
        const double before_s = comm.now();
        positions.push_back(value_of(comm.wait(requests[position])));
        if (comm.now() != before_s) throw std::runtime_error("wait blocked after wait_any");
      }
    });
    return positions;
  });
  CHECK(order == std::vector<double>{1, 2, 0, 1});
}

TEST_CASE("wait_any returns at once for a message to oneself") {
  const auto found = values_of(simple_star(2), 2, [](Comm& comm, std::vector<double>& positions) {
    if (comm.rank() == 1) return runtime::send(comm, 0, of_value(1));
    std::vector<Request> requests;
    requests.push_back(comm.irecv(1));
    requests.push_back(comm.irecv(0));
    requests.push_back(comm.isend(0, of_value(0)));
    comm.wait(requests[2]);
    positions.push_back(static_cast<double>(comm.wait_any(requests)));
    positions.push_back(comm.now());
    runtime::wait_all(comm, std::span(requests).first(2));
  });
  CHECK(found == std::vector<double>{1, 0});
}

TEST_CASE("many channels at once stay apart") {
  constexpr int kRanks = 9;
  const auto result = numbers_in_child([] {
    double wrong = 0;
    double messages = 0;
    const RunResult done = run(simple_star(kRanks), kRanks, [&](Comm& comm) {
      for (int round = 0; round < 3; ++round) {
        std::vector<Request> requests;
        for (int peer = 0; peer < kRanks; ++peer) {
          for (int tag = 0; tag < 2; ++tag) requests.push_back(comm.irecv(peer, tag));
        }
        for (int peer = 0; peer < kRanks; ++peer) {
          for (int tag = 0; tag < 2; ++tag) {
            requests.push_back(
                comm.isend(peer, of_value(1000 * tag + 100 * round + comm.rank()), tag));
          }
        }
        const auto received = runtime::wait_all(comm, requests);
        for (int peer = 0; peer < kRanks; ++peer) {
          for (int tag = 0; tag < 2; ++tag) {
            const auto& message = received[static_cast<std::size_t>(2 * peer + tag)];
            if (value_of(message) != 1000 * tag + 100 * round + peer) wrong += 1;
          }
        }
      }
    });
    messages = static_cast<double>(done.messages);
    return std::vector<double>{wrong, messages, done.bytes};
  });
  CHECK(result[0] == 0);
  CHECK(result[1] == 3 * 2 * kRanks * kRanks);  // with those to oneself
  CHECK(result[2] == sizeof(int) * result[1]);
}

TEST_CASE("the current rank is known after every blocking call") {
  const auto wrong = numbers_in_child([] {
    double count = 0;
    Platform platform = simple_star(5);
    platform.overhead_s = 1e-6;
    run(platform, 5, [&](Comm& comm) {
      const auto check = [&] { count += model::current_rank != comm.rank() ? 1 : 0; };
      check();
      for (int i = 0; i < 3; ++i) {
        std::vector<Request> requests;
        requests.push_back(comm.irecv((comm.rank() + 4) % 5));
        check();
        requests.push_back(comm.isend((comm.rank() + 1) % 5, of_value(i)));
        check();
        comm.wait_any(requests);
        check();
        runtime::wait_all(comm, requests);
        check();
        comm.charge({runtime::WorkKind::merge, 1});
        comm.now();
        check();
      }
    });
    return std::vector<double>{count, static_cast<double>(model::current_rank)};
  });
  CHECK(wrong == std::vector<double>{0, -1});
}

TEST_CASE("the effective network settings are returned") {
  const std::string config = in_child([] {
    Platform platform = simple_star(1);
    platform.config["network/crosstraffic"] = "1";
    std::string text;
    for (const auto& [key, value] : run(platform, 1, [](Comm&) {}).config) {
      text += key + "=" + value + "\n";
    }
    return text;
  });
  CHECK_THAT(config, Contains("network/model=CM02\n"));
  CHECK_THAT(config, Contains("network/crosstraffic=1\n"));
  CHECK_THAT(config, Contains("network/TCP-gamma=0\n"));
  CHECK_THAT(config, Contains("network/latency-factor=1"));
  CHECK_THAT(config, Contains("network/bandwidth-factor=1"));
}

TEST_CASE("many ranks may send their first message to one rank at the same instant") {
  constexpr int kRanks = 33;
  const auto received =
      values_of(simple_star(kRanks), kRanks, [](Comm& comm, std::vector<double>& values) {
        if (comm.rank() > 0) return runtime::send(comm, 0, of_value(comm.rank()));
        comm.charge({runtime::WorkKind::merge, 1e3});
        for (int from = 1; from < kRanks; ++from) {
          values.push_back(value_of(runtime::receive(comm, from)));
        }
      });
  REQUIRE(received.size() == kRanks - 1);
  for (int from = 1; from < kRanks; ++from) {
    CHECK(received[static_cast<std::size_t>(from - 1)] == from);
  }
}
