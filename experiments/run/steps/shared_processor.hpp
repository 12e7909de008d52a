#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "experiments/run/steps/step_plan.hpp"
#include "runtime/comm.hpp"
#include "runtime/lanes.hpp"

namespace sparlab::experiments::run::steps {

/// The processor of a rank, on which it computes (lane 0) and its exchanges work (the other lanes).
struct Processor {
  bool computing = false;
  double work_free_s = 0;    ///< when the local work of exchanges so far is done
  double interrupted_s = 0;  ///< all local work of exchanges so far
};

/// What lane 0 of a rank does.
class ComputingLane {
 public:
  ComputingLane(runtime::LaneComm& comm, Processor& processor, workloads::Progress progress,
                int lanes)
      : comm_(comm),
        processor_(processor),
        calls_(progress == workloads::Progress::calls),
        lanes_(lanes) {}

  /// Computes for so long, without the work of exchanges that interrupts it.
  void compute(double seconds) {
    processor_.computing = true;
    if (calls_) {
      comm_.occupy_until(comm_.now() + seconds);
      seconds = 0;
    }
    while (seconds > 0) {
      const double before_s = processor_.interrupted_s;
      comm_.sleep_until(comm_.now() + seconds);
      seconds = processor_.interrupted_s - before_s;
    }
    processor_.computing = false;
  }

  /// Lets exchanges begin or go on. Where they advance in calls only, returns when they all wait
  /// for messages.
  void let_exchanges_advance() {
    for (int lane = 1; lane < lanes_; ++lane) comm_.wake(lane);
    if (!calls_) return;
    double worked_s = 0;
    do {
      worked_s = processor_.interrupted_s;
      yield();
      if (processor_.work_free_s > comm_.now()) comm_.sleep_until(processor_.work_free_s);
    } while (processor_.interrupted_s > worked_s);
  }

 private:
  /// Returns after the other lanes have done what they do at this time.
  void yield() {
    comm_.wake(0);
    comm_.await_wake();
  }

  runtime::LaneComm& comm_;
  Processor& processor_;
  bool calls_;
  int lanes_;
};

/// The Comm of an exchange whose local work takes the rank's processor. With
/// workloads::Progress::calls, it also sends, and notices what it has received, only while the rank
/// does not compute. Local work is what is charged; on a real engine, all that the exchange does
/// while it does not wait. Overheads of simulated messages delay the exchange, but take no
/// processor.
class ProcessorComm final : public runtime::Comm, public runtime::PlacedReceives {
 public:
  ProcessorComm(runtime::LaneComm& lane, Processor& processor, workloads::Progress progress)
      : lane_(lane),
        processor_(processor),
        calls_(progress == workloads::Progress::calls),
        timed_(lane.works_by_itself()) {}

  /// Before the exchange: waits until it may advance.
  void begin() {
    acquire();
    begin_s_ = lane_.now();
  }
  /// After it.
  void end() { stop_work(); }

  int rank() const override { return lane_.rank(); }
  int size() const override { return lane_.size(); }
  double now() const override { return lane_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    acquire();
    return lane_.isend(to, std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override { return lane_.irecv(from, tag); }
  runtime::Request irecv_into(runtime::Message place, int from, int tag) override {
    return runtime::irecv_into(lane_, std::move(place), from, tag);
  }
  runtime::Message wait(runtime::Request& request) override {
    stop_work();
    runtime::Message message = lane_.wait(request);
    begin();
    return message;
  }
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    stop_work();
    const std::size_t first = lane_.wait_any(requests);
    begin();
    return first;
  }
  void charge(runtime::Work work) override {
    if (timed_) return;
    work_when_free([&] {
      lane_.charge(work);
      return lane_.now();
    });
  }
  /// Work of so many seconds. Contract: the engine is simulated.
  void work_for(double seconds) {
    work_when_free([&] { return lane_.now() + seconds; });
  }

 private:
  /// Does work, which returns when it ends, as soon as the processor is free.
  template <class DoWork>
  void work_when_free(DoWork work) {
    lane_.sleep_until(lane_.now());
    for (acquire(); processor_.work_free_s > lane_.now(); acquire())
      lane_.sleep_until(processor_.work_free_s);
    const double begin_s = lane_.now();
    processor_.work_free_s = work();
    processor_.interrupted_s += processor_.work_free_s - begin_s;
    lane_.sleep_until(processor_.work_free_s);
  }

  /// Waits until exchanges may advance.
  void acquire() {
    if (!calls_) return;
    lane_.sleep_until(lane_.now());
    while (processor_.computing) lane_.await_wake();
  }

  void stop_work() {
    if (!timed_) return;
    processor_.work_free_s = lane_.now();
    processor_.interrupted_s += processor_.work_free_s - begin_s_;
  }

  runtime::LaneComm& lane_;
  Processor& processor_;
  bool calls_;
  bool timed_;
  double begin_s_ = 0;  ///< of the work that is being done
};

}  // namespace sparlab::experiments::run::steps
