#include "runtime/comm.hpp"

#include "runtime/await_all.hpp"

namespace sparlab::runtime {

void send(Comm& comm, int to, Message message, int tag) {
  Request request = comm.isend(to, std::move(message), tag);
  comm.wait(request);
}

Message receive(Comm& comm, int from, int tag) {
  Request request = comm.irecv(from, tag);
  return comm.wait(request);
}

Message exchange(Comm& comm, int to, Message message, int from, int tag) {
  Request incoming = comm.irecv(from, tag);
  Request outgoing = comm.isend(to, std::move(message), tag);
  Message received = comm.wait(incoming);
  comm.wait(outgoing);
  return received;
}

std::vector<Message> wait_all(Comm& comm, std::span<Request> requests) {
  await_all(comm, requests);
  std::vector<Message> messages;
  messages.reserve(requests.size());
  for (Request& request : requests) messages.push_back(comm.wait(request));
  return messages;
}

void barrier(Comm& comm, int tag) {
  const int ranks = comm.size();
  for (int distance = 1; distance < ranks; distance *= 2) {
    const int to = (comm.rank() + distance) % ranks;
    const int from = (comm.rank() - distance + ranks) % ranks;
    exchange(comm, to, Message{}, from, tag);
  }
}

}  // namespace sparlab::runtime
