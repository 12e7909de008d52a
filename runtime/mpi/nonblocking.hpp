#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "runtime/comm.hpp"

namespace sparlab::runtime::mpi {

/// Blocking code over a Comm that runs while its rank does something else: `Pending` without a
/// result.
class Operation {
 public:
  Operation(Comm& comm, std::function<void(Comm&)> body);
  ~Operation();
  Operation(Operation&&) noexcept;
  Operation& operator=(Operation&&) = delete;

  bool test();
  void wait();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// An additional interface of the Comm of an operation.
class Suspendable {
 public:
  virtual ~Suspendable() = default;

  /// Returns after the thread has done something else, and the other operations have advanced.
  virtual void suspend() = 0;
};

/// A collective in flight that will give a Result.
///
/// Progress is made in `test` and `wait` of any operation of this thread, and wherever a Comm of
/// engine `mpi` blocks; MPI's own blocking calls advance nothing of ours.
template <class Result>
class Pending {
 public:
  template <class Body>
  Pending(Comm& comm, Body body)
      : result_(std::make_unique<std::optional<Result>>()),
        operation_(comm, [target = result_.get(), code = std::move(body)](Comm& own) mutable {
          target->emplace(code(own));
        }) {}

  /// Contract: waited for. While an exception is passing through, the operation is given up
  /// instead: its code is unwound, and its Comm cannot be used with the same peers any more.
  ~Pending() = default;
  Pending(Pending&&) noexcept = default;
  Pending& operator=(Pending&&) = delete;

  /// Advances all operations as far as possible without blocking; true once this one has finished,
  /// also if it failed. Contract: not waited for yet.
  bool test() { return operation_.test(); }

  /// Blocks until the operation has finished and returns its result, once.
  /// Errors  throws what the operation threw.
  Result wait() {
    operation_.wait();
    return std::move(**result_);
  }

 private:
  std::unique_ptr<std::optional<Result>> result_;  ///< where it is, however this object moves
  Operation operation_;
};

/// Starts `body(own)`, ordinary blocking code such as an allreduce, and returns where it would
/// block. `own` is a Comm over the ranks of `comm`, whose messages mix with those of no other
/// operation nor of `comm` itself. `comm`, an engine `mpi`'s, must outlive the operation.
///
///     auto sum = start(*comm, [=](Comm& own) { return allreduce(own, stream, {}); });
///     while (!sum.test()) compute();
///     use(sum.wait());
///
/// All ranks start operations on `comm` in the same order; they may wait in any order. Only the
/// messages of `body` are sent. At least 31 operations can be in flight at once, 4095 where tags
/// have 31 bits; beyond that `start` blocks until the oldest has finished.
/// Contract: not inside of another operation's body.
/// Errors  CommError if `comm` is not a Comm of engine `mpi`, or if the tags of an operation that
///         failed would be used again.
template <class Body>
auto start(Comm& comm, Body body) {
  using Result = std::invoke_result_t<Body&, Comm&>;
  if constexpr (std::is_void_v<Result>)
    return Operation(comm, std::move(body));
  else
    return Pending<Result>(comm, std::move(body));
}

}  // namespace sparlab::runtime::mpi
