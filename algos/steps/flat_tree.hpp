#pragma once

#include <utility>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// Receives one message from each of the ranks first, first + 1, ..., last - 1, in this order.
inline std::vector<runtime::Message> receive_from(runtime::Comm& comm, int first, int last) {
  std::vector<runtime::Request> receives;
  for (int from = first; from < last; ++from) receives.push_back(comm.irecv(from));
  return wait_all(comm, receives);
}

/// Sends the same message to each of these ranks.
inline void send_to_all(runtime::Comm& comm, int first, int last, const runtime::Message& message) {
  std::vector<runtime::Request> sends;
  for (int to = first; to < last; ++to) sends.push_back(comm.isend(to, message));
  wait_all(comm, sends);
}

}  // namespace sparlab::algos
