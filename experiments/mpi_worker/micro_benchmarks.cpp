#include "experiments/mpi_worker/micro_benchmarks.hpp"

#include <deque>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::mpi {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::Request;

/// Messages of a stream that may be on their way at once.
constexpr std::size_t kWindow = 4;

/// At most kWindow requests, completed in the order in which they were started.
class Window {
 public:
  explicit Window(Comm& comm) : comm_(comm) {}

  void add(Request request) {
    if (pending_.size() == kWindow) complete_first();
    pending_.push_back(std::move(request));
  }

  void complete() {
    while (!pending_.empty()) complete_first();
  }

 private:
  void complete_first() {
    comm_.wait(pending_.front());
    pending_.pop_front();
  }

  Comm& comm_;
  std::deque<Request> pending_;
};

void ping_pong(Comm& comm, const Message& message, int rounds) {
  if (comm.rank() > 1) return;
  for (int round = 0; round < rounds; ++round) {
    if (comm.rank() == 0) send(comm, 1, message);
    receive(comm, 1 - comm.rank());
    if (comm.rank() == 1) send(comm, 0, message);
  }
}

void stream(Comm& comm, const Message& message, int rounds) {
  if (comm.rank() > 1) return;
  Window window(comm);
  for (int round = 0; round < rounds; ++round)
    window.add(comm.rank() == 0 ? comm.isend(1, message) : comm.irecv(0));
  window.complete();
  if (comm.rank() == 0) {
    receive(comm, 1);
  } else {
    send(comm, 0, {});
  }
}

void exchanges(Comm& comm, const Message& message, int rounds) {
  int distance = 1;
  for (int round = 0; round < rounds; ++round) {
    // Ranks whose partner does not exist sit this round out, as in a collective.
    const int partner = comm.rank() ^ distance;
    if (partner < comm.size()) exchange(comm, partner, message, partner);
    distance = 2 * distance < comm.size() ? 2 * distance : 1;
  }
}

void ring(Comm& comm, const Message& message, int rounds) {
  const int ranks = comm.size();
  const int to = (comm.rank() + 1) % ranks;
  const int from = (comm.rank() + ranks - 1) % ranks;
  for (int round = 0; round < rounds; ++round) exchange(comm, to, message, from);
}

void incast(Comm& comm, const Message& message, int rounds) {
  if (comm.rank() != 0) {
    Window window(comm);
    for (int round = 0; round < rounds; ++round) window.add(comm.isend(0, message));
    return window.complete();
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<Request> requests;
    for (int from = 1; from < comm.size(); ++from) requests.push_back(comm.irecv(from));
    wait_all(comm, requests);
  }
}

void all_to_all(Comm& comm, const Message& message, int rounds) {
  const int ranks = comm.size();
  for (int round = 0; round < rounds; ++round) {
    std::vector<Request> requests;
    for (int distance = 1; distance < ranks; ++distance)
      requests.push_back(comm.irecv((comm.rank() + ranks - distance) % ranks));
    for (int distance = 1; distance < ranks; ++distance)
      requests.push_back(comm.isend((comm.rank() + distance) % ranks, message));
    wait_all(comm, requests);
  }
}

void run(Comm& comm, Benchmark benchmark, const Message& message, int rounds) {
  switch (benchmark) {
    case Benchmark::ping_pong:
      return ping_pong(comm, message, rounds);
    case Benchmark::stream:
      return stream(comm, message, rounds);
    case Benchmark::exchange:
    case Benchmark::after_barrier:
      return exchanges(comm, message, rounds);
    case Benchmark::ring:
      return ring(comm, message, rounds);
    case Benchmark::incast:
      return incast(comm, message, rounds);
    case Benchmark::all_to_all:
      return all_to_all(comm, message, rounds);
  }
}

}  // namespace

double run_train(Comm& comm, Benchmark benchmark, const Message& message, int rounds) {
  SPARLAB_EXPECTS(comm.size() >= 2);
  SPARLAB_EXPECTS(rounds >= 1);
  barrier(comm, runtime::kMeasureTag);
  const double start_s = comm.now();
  run(comm, benchmark, message, rounds);
  return runtime::max_over_ranks(comm, comm.now() - start_s);
}

}  // namespace sparlab::experiments::mpi
