#include <stdexcept>
#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/runtime/messages.hpp"
#include "tests/sim/in_child.hpp"
#include "tests/sim/platforms.hpp"

using namespace sparlab;
using namespace sparlab::sim;
using Catch::Matchers::Contains;
using runtime::Comm;
using runtime::Message;
using runtime::of_value;
using runtime::Request;

namespace {

std::string error_of(const Platform& platform, int ranks, const std::function<void(Comm&)>& body) {
  return comm_error_in_child([&] { run(platform, ranks, body); });
}

}  // namespace

TEST_CASE("a stall names who waits for whom") {
  const std::string error = error_of(simple_star(3), 3, [](Comm& comm) {
    if (comm.rank() == 0) runtime::receive(comm, 1, 5);
    if (comm.rank() == 1) runtime::receive(comm, 2, 6);
  });
  CHECK_THAT(error, Contains("stalled"));
  CHECK_THAT(error, Contains("rank 0 waits for a message from rank 1 (tag 5)"));
  CHECK_THAT(error, Contains("rank 1 waits for a message from rank 2 (tag 6, which has returned)"));
}

TEST_CASE("a stall in wait_any names all that could have ended it") {
  const std::string error = error_of(simple_star(3), 3, [](Comm& comm) {
    if (comm.rank() != 0) return;
    std::vector<Request> requests;
    requests.push_back(comm.irecv(1, 3));
    requests.push_back(comm.irecv(2, 4));
    comm.wait_any(requests);
  });
  CHECK_THAT(error, Contains("from rank 1 (tag 3, which has returned) or a message from rank 2"));
}

TEST_CASE("a stall of many ranks names the first and counts the others") {
  const std::string error = error_of(simple_star(20), 20, [](Comm& comm) {
    runtime::receive(comm, (comm.rank() + 1) % comm.size());
  });
  CHECK_THAT(error, Contains("rank 7 waits for a message from rank 8 (tag 0); 12 more ranks wait"));
}

TEST_CASE("waiting for a message to oneself that was not sent is a stall") {
  const std::string error =
      error_of(simple_star(1), 1, [](Comm& comm) { runtime::receive(comm, 0, 9); });
  CHECK_THAT(error, Contains("rank 0 waits for a message from rank 0, itself (tag 9)"));
}

TEST_CASE("a rank that returns with a pending request is an error") {
  const std::string error = error_of(simple_star(2), 2, [](Comm& comm) {
    if (comm.rank() == 0) return runtime::send(comm, 1, of_value(1), 2);
    comm.irecv(0, 2);
  });
  CHECK_THAT(error,
             Contains("rank 1 returned without waiting for its receive from rank 0 (tag 2)"));
}

TEST_CASE("a message that is never received is an error") {
  const std::string error = error_of(simple_star(2), 2, [](Comm& comm) {
    if (comm.rank() == 0) runtime::send(comm, 1, of_value(1), 4);
  });
  CHECK_THAT(error, Contains("rank 1 never received 1 message(s) from rank 0 (tag 4)"));
}

TEST_CASE("fewer hosts than ranks is an error") {
  const std::string error = error_of(simple_star(8), 9, [](Comm&) {});
  CHECK_THAT(error, Contains("8 hosts, fewer than the 9 ranks"));
}

TEST_CASE("a dragonfly that cannot be built is an error") {
  model::Dragonfly dragonfly = daint_topology();
  dragonfly.groups = 18;  // each router of the first chassis has a cable to one other group
  Platform platform = daint_network();
  platform.topology = dragonfly;
  CHECK_THAT(error_of(platform, 2, [](Comm&) {}), Contains("platform daint: groups: "));
}

TEST_CASE("settings that SimGrid does not know are errors") {
  Platform platform = simple_star(2);
  platform.config["network/modle"] = "CM02";
  CHECK_THAT(error_of(platform, 2, [](Comm&) {}), Contains("network/modle"));
  platform = simple_star(2);
  platform.config["network/model"] = "CM03";
  CHECK_THAT(error_of(platform, 2, [](Comm&) {}), Contains("CM03"));
}

TEST_CASE("a second simulation in one process is an error") {
  const std::string error = comm_error_in_child([] {
    run(simple_star(2), 2, [](Comm&) {});
    run(simple_star(2), 2, [](Comm&) {});
  });
  CHECK_THAT(error, Contains("one simulation per process"));
}

TEST_CASE("an exception that leaves a rank ends the run and is rethrown") {
  const std::string message = in_child([]() -> std::string {
    try {
      run(simple_star(3), 3, [](Comm& comm) {
        if (comm.rank() == 1) {
          comm.charge({runtime::WorkKind::merge, 1});
          throw std::invalid_argument("thrown by rank 1");
        }
        runtime::receive(comm, 1);
      });
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "not rethrown";
  });
  CHECK(message == "thrown by rank 1");
}
