#include "experiments/run/mpi_worker/micro_benchmarks.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using runtime::Buffer;
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

Message copy_of(const Message& message) {
  const std::size_t size = message.bytes().size();
  Buffer buffer(size);
  std::ranges::copy(message.bytes(), buffer.data());
  return Message::weighted(std::move(buffer), size, message.wire_bytes());
}

/// Copies of a message, each for one send: an algorithm sends what it has just written, and that
/// takes longer than to send the same bytes again, which the receiver's cache already has.
class Written {
 public:
  Written(const Message& message, std::size_t sends) {
    for (std::size_t i = 0; i < sends; ++i) messages_.push_back(copy_of(message));
  }
  Message next() { return std::move(messages_[sent_++]); }

 private:
  std::vector<Message> messages_;
  std::size_t sent_ = 0;
};

/// Places of received messages, in turns. Only this rank has touched them: a block that was sent is
/// still in the cache of its receiver, and filling it again takes twice as long. Algorithms keep
/// what they send, and receive where they received in the call before.
class Places {
 public:
  Places(const Message& message, std::size_t count) : places_(count) {
    for (Message& place : places_) place = copy_of(message);
  }
  Request irecv(Comm& comm, int from) {
    return irecv_into(comm, places_[received_++ % places_.size()], from);
  }

 private:
  std::vector<Message> places_;
  std::size_t received_ = 0;
};

void ping_pong(Comm& comm, Written& messages, Places& places, int rounds) {
  if (comm.rank() > 1) return;
  for (int round = 0; round < rounds; ++round) {
    if (comm.rank() == 0) send(comm, 1, messages.next());
    Request received = places.irecv(comm, 1 - comm.rank());
    comm.wait(received);
    if (comm.rank() == 1) send(comm, 0, messages.next());
  }
}

void stream(Comm& comm, Written& messages, Places& places, int rounds) {
  if (comm.rank() > 1) return;
  Window window(comm);
  for (int round = 0; round < rounds; ++round)
    window.add(comm.rank() == 0 ? comm.isend(1, messages.next()) : places.irecv(comm, 0));
  window.complete();
  if (comm.rank() == 0) {
    receive(comm, 1);
  } else {
    send(comm, 0, {});
  }
}

/// As runtime::exchange, with the place of what is received.
void exchange_placed(Comm& comm, int to, Message message, Places& places, int from) {
  Request received = places.irecv(comm, from);
  Request sent = comm.isend(to, std::move(message));
  comm.wait(received);
  comm.wait(sent);
}

void exchanges(Comm& comm, Written& messages, Places& places, int rounds) {
  int distance = 1;
  for (int round = 0; round < rounds; ++round) {
    // Ranks whose partner does not exist sit this round out, as in a collective.
    const int partner = comm.rank() ^ distance;
    if (partner < comm.size()) exchange_placed(comm, partner, messages.next(), places, partner);
    distance = 2 * distance < comm.size() ? 2 * distance : 1;
  }
}

void ring(Comm& comm, Written& messages, Places& places, int rounds) {
  const int ranks = comm.size();
  const int to = (comm.rank() + 1) % ranks;
  const int from = (comm.rank() + ranks - 1) % ranks;
  for (int round = 0; round < rounds; ++round)
    exchange_placed(comm, to, messages.next(), places, from);
}

void incast(Comm& comm, Written& messages, int rounds) {
  if (comm.rank() != 0) {
    Window window(comm);
    for (int round = 0; round < rounds; ++round) window.add(comm.isend(0, messages.next()));
    return window.complete();
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<Request> requests;
    for (int from = 1; from < comm.size(); ++from) requests.push_back(comm.irecv(from));
    wait_all(comm, requests);
  }
}

void all_to_all(Comm& comm, Written& messages, int rounds) {
  const int ranks = comm.size();
  for (int round = 0; round < rounds; ++round) {
    std::vector<Request> requests;
    for (int distance = 1; distance < ranks; ++distance)
      requests.push_back(comm.irecv((comm.rank() + ranks - distance) % ranks));
    for (int distance = 1; distance < ranks; ++distance)
      requests.push_back(comm.isend((comm.rank() + distance) % ranks, messages.next()));
    wait_all(comm, requests);
  }
}

void run(Comm& comm, Benchmark benchmark, Written& messages, Places& places, int rounds) {
  switch (benchmark) {
    case Benchmark::ping_pong:
      return ping_pong(comm, messages, places, rounds);
    case Benchmark::stream:
      return stream(comm, messages, places, rounds);
    case Benchmark::exchange:
    case Benchmark::after_barrier:
      return exchanges(comm, messages, places, rounds);
    case Benchmark::ring:
      return ring(comm, messages, places, rounds);
    case Benchmark::incast:
      return incast(comm, messages, rounds);
    case Benchmark::all_to_all:
      return all_to_all(comm, messages, rounds);
  }
}

}  // namespace

double run_train(Comm& comm, Benchmark benchmark, const Message& message, int rounds) {
  SPARLAB_EXPECTS(comm.size() >= 2);
  SPARLAB_EXPECTS(rounds >= 1);
  const int sends = benchmark == Benchmark::all_to_all ? rounds * (comm.size() - 1) : rounds;
  // Only as many blocks as are needed: what an algorithm exchanges may fit into a cache.
  Places places(message, benchmark == Benchmark::stream ? kWindow : 1);
  Written messages(message, static_cast<std::size_t>(sends));
  if (benchmark == Benchmark::incast || benchmark == Benchmark::all_to_all) {
    // The block in which a rank receives first was in use before, as in a repeated allreduce.
    const Written before(message, 1);
  }
  barrier(comm, runtime::kMeasureTag);
  const double start_s = comm.now();
  run(comm, benchmark, messages, places, rounds);
  return runtime::max_over_ranks(comm, comm.now() - start_s);
}

}  // namespace sparlab::experiments::run::mpi
