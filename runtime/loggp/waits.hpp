#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/comm.hpp"
#include "runtime/loggp/expected.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// How ranks wait for requests and end them.
class Waits {
 public:
  Waits(World& world, Scheduler& scheduler, ExpectedMessages& expected)
      : world_(world), scheduler_(scheduler), expected_(expected) {}

  Message wait(int rank, Request& request);
  std::size_t wait_any(int rank, std::span<const Request> requests);
  void await_all(int rank, std::span<const Request> requests);

  /// The completion of an entry of the rank has become known. Returns the rank if it can continue.
  int wake_if_awaited(int rank, std::uint32_t entry);

  /// Hands a received message to its rank, at the rank's clock. `inside`: it comes from its host.
  Message receive(int rank, std::uint32_t payload, bool inside);

 private:
  Message complete(int rank, Request& request);
  double completion_s(const Request& request) const;
  std::uint32_t last_open(std::span<const Request> requests, std::uint32_t* count) const;
  int one_of_all_done(int rank);

  World& world_;
  Scheduler& scheduler_;
  ExpectedMessages& expected_;
};

}  // namespace sparlab::runtime::loggp
