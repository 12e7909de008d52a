#include "runtime/mpi/nonblocking.hpp"

#include <exception>

#include "model/base/contract.hpp"
#include "runtime/fibers/progress.hpp"
#include "runtime/mpi/error.hpp"
#include "runtime/mpi/mpi_comm.hpp"
#include "runtime/mpi/operation_comm.hpp"

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
  if (mpi->tag_blocks().is_spoiled(block)) {
    refuse("the tags of an operation that failed cannot be used again", "start");
  }
  return *mpi;
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
