#include "runtime/mpi/operation_comm.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "runtime/mpi/error.hpp"

namespace sparlab::runtime::mpi {

OperationComm::OperationComm(MpiComm& parent, fibers::Coroutine& coroutine)
    : parent_(parent), coroutine_(coroutine), block_(parent.tag_blocks().take()) {}

Request OperationComm::isend(int to, Message message, int tag) {
  Request request = parent_.isend_in(block_, to, std::move(message), tag);
  ++open_;
  return request;
}

Request OperationComm::irecv(int from, int tag) { return irecv_into({}, from, tag); }

Request OperationComm::irecv_into(Message place, int from, int tag) {
  Request request = parent_.irecv_in(block_, from, tag, std::move(place));
  ++open_;
  return request;
}

Message OperationComm::wait(Request& request) {
  while (!parent_.ready(request)) suspend();
  --open_;
  return parent_.wait(request);
}

std::size_t OperationComm::wait_any(std::span<Request> requests) {
  std::optional<std::size_t> found;
  while (!(found = parent_.any_ready(requests))) suspend();
  return *found;
}

void OperationComm::finish() {
  if (open_ > 0) {
    refuse(fmt::format("it returned without waiting for {} requests", open_),
           "nonblocking operation");
  }
  parent_.tag_blocks().give_back(block_);
}

void OperationComm::give_up() {
  parent_.abandon(block_);
  parent_.tag_blocks().spoil(block_);
}

void OperationComm::suspend() {
  if (!cancelled_) coroutine_.suspend();
  if (cancelled_) throw Cancelled{};
}

}  // namespace sparlab::runtime::mpi
