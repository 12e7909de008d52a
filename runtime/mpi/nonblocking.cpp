#include "runtime/mpi/nonblocking.hpp"

#include <fmt/format.h>

#include <exception>
#include <optional>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/fibers/coroutine.hpp"
#include "runtime/mpi/calls.hpp"
#include "runtime/mpi/mpi_comm.hpp"

namespace sparlab::runtime::mpi {
namespace {

using fibers::Coroutine;
using fibers::Progress;

/// The engine's own Comm with room for one more operation.
MpiComm& with_free_block(Comm& comm) {
  SPARLAB_EXPECTS(!Progress::of_this_thread().inside());
  auto* const mpi = dynamic_cast<MpiComm*>(&comm);
  if (mpi == nullptr) refuse("the Comm is not one of engine mpi", "start");
  const int block = mpi->tag_blocks().next();
  for (unsigned empty_polls = 0; mpi->tag_blocks().is_taken(block);) mpi->pause(empty_polls);
  if (mpi->tag_blocks().is_spoiled(block))
    refuse("the tags of an operation that failed cannot be used again", "start");
  return *mpi;
}

/// Comm of one nonblocking operation. It sends on the communicator of another Comm with its own
/// tags. Where that Comm would block, this one suspends its coroutine.
class OperationComm final : public Comm, public PlacedReceives, public Suspendable {
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
  void suspend() override;

  /// To be called after the operation: returns the block of tags.
  /// Errors  CommError if a request was not waited for.
  void finish();
  /// To be called instead of `finish` after a failure: abandons pending requests and the block of
  /// tags.
  void give_up();
  /// Makes every wait throw Cancelled from now on.
  void cancel() { cancelled_ = true; }

 private:
  MpiComm& parent_;
  fibers::Coroutine& coroutine_;
  int block_;
  int open_ = 0;  ///< requests that were not waited for
  bool cancelled_ = false;
};

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
  if (is_finalized()) refuse("MPI_Finalize was called before the run had ended", "wait");
}

}  // namespace

class Operation::Impl {
 public:
  Impl(Comm& comm, std::function<void(Comm&)> body)
      : parent_(with_free_block(comm)),
        body_(std::move(body)),
        coroutine_(Progress::of_this_thread().take()),
        comm_(parent_, *coroutine_),
        exceptions_at_start_(std::uncaught_exceptions()) {
    Progress::of_this_thread().start(*coroutine_, [this] { run(); });
  }

  ~Impl() {
    const bool unwinding = std::uncaught_exceptions() > exceptions_at_start_;
    const bool was_waited_for = waited_for_;
    SPARLAB_EXPECTS(was_waited_for || unwinding);
    comm_.cancel();
    while (!coroutine_->finished()) Progress::of_this_thread().advance();
    Progress::of_this_thread().give_back(std::move(coroutine_));
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool test() {
    SPARLAB_EXPECTS(!waited_for_);
    SPARLAB_EXPECTS(!Progress::of_this_thread().inside());
    if (!coroutine_->finished()) Progress::of_this_thread().advance();
    return coroutine_->finished();
  }

  void wait() {
    for (unsigned empty_polls = 0; !test();) parent_.pause(empty_polls);
    waited_for_ = true;
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run() noexcept {
    try {
      body_(comm_);
      comm_.finish();
    } catch (const OperationComm::Cancelled&) {
      comm_.give_up();
    } catch (...) {
      failure_ = std::current_exception();
      comm_.give_up();
    }
  }

  MpiComm& parent_;
  std::function<void(Comm&)> body_;
  std::unique_ptr<Coroutine> coroutine_;
  OperationComm comm_;
  std::exception_ptr failure_;
  int exceptions_at_start_;
  bool waited_for_ = false;
};

Operation::Operation(Comm& comm, std::function<void(Comm&)> body)
    : impl_(std::make_unique<Impl>(comm, std::move(body))) {}

Operation::~Operation() = default;
Operation::Operation(Operation&&) noexcept = default;

bool Operation::test() {
  SPARLAB_EXPECTS(impl_ != nullptr);
  return impl_->test();
}

void Operation::wait() {
  SPARLAB_EXPECTS(impl_ != nullptr);
  impl_->wait();
}

}  // namespace sparlab::runtime::mpi
