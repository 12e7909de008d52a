#pragma once

#include "runtime/fibers/coroutine.hpp"
#include "runtime/mpi/mpi_comm.hpp"

namespace sparlab::runtime::mpi {

/// Comm of one nonblocking operation. It sends on the communicator of another Comm with its own
/// tags. Where that Comm would block, this one suspends its coroutine.
class OperationComm final : public Comm, public PlacedReceives {
 public:
  /// Thrown into the operation where it waits, after `cancel` was called.
  struct Cancelled {};

  /// Takes a block of tags from `parent`. Contract: the next block is free.
  OperationComm(MpiComm& parent, fibers::Coroutine& coroutine);

  int rank() const override { return parent_.rank(); }
  int size() const override { return parent_.size(); }
  double now() const override { return parent_.now(); }
  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override;
  Request irecv_into(Message place, int from, int tag) override;
  Message wait(Request& request) override;
  std::size_t wait_any(std::span<Request> requests) override;
  void charge(Work) override {}

  /// To be called after the operation: returns the block of tags.
  /// Errors  CommError if a request was not waited for.
  void finish();
  /// To be called instead of `finish` after a failure: abandons pending requests and the block of
  /// tags.
  void give_up();
  /// Makes every wait throw Cancelled from now on.
  void cancel() { cancelled_ = true; }

 private:
  void suspend();

  MpiComm& parent_;
  fibers::Coroutine& coroutine_;
  int block_;
  int open_ = 0;  ///< requests that were not waited for
  bool cancelled_ = false;
};

}  // namespace sparlab::runtime::mpi
