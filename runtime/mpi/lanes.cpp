#include "runtime/mpi/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <list>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/mpi/calls.hpp"
#include "runtime/mpi/mpi_comm.hpp"
#include "runtime/mpi/nonblocking.hpp"

namespace sparlab::runtime::mpi {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// What the lanes of a rank wait for. A lane that has returned sleeps forever.
struct Sleepers {
  explicit Sleepers(int lanes)
      : until_s(static_cast<std::size_t>(lanes), -kForever),
        woken(static_cast<std::size_t>(lanes), false) {}

  std::vector<double> until_s;  ///< by lane; of one that is awake, -kForever
  std::vector<bool> woken;
};

class OperationLane final : public LaneComm, public PlacedReceives {
 public:
  OperationLane(Comm& own, Sleepers& sleepers, int lane)
      : own_(own),
        suspendable_(dynamic_cast<Suspendable&>(own)),
        sleepers_(sleepers),
        lane_(lane) {}

  int rank() const override { return own_.rank(); }
  int size() const override { return own_.size(); }
  int lane() const override { return lane_; }
  double now() const override { return own_.now(); }
  void charge(Work) override {}
  bool works_by_itself() const override { return true; }
  Request isend(int to, Message message, int tag) override {
    return own_.isend(to, std::move(message), tag);
  }
  Request irecv(int from, int tag) override { return own_.irecv(from, tag); }
  Request irecv_into(Message place, int from, int tag) override {
    return runtime::irecv_into(own_, std::move(place), from, tag);
  }
  Message wait(Request& request) override { return own_.wait(request); }
  std::size_t wait_any(std::span<Request> requests) override { return own_.wait_any(requests); }

  void sleep_until(double time_s) override {
    while (now() < time_s) rest(time_s);
    until_s() = -kForever;
  }
  void occupy_until(double time_s) override { sleep_thread_until(time_s); }
  void await_wake() override {
    do rest(kForever);
    while (!woken());
    woken() = false;
    until_s() = -kForever;
  }
  void wake(int lane) override {
    sleepers_.woken[static_cast<std::size_t>(lane)] = true;
    sleepers_.until_s[static_cast<std::size_t>(lane)] = -kForever;
  }
  /// To be called when the lane returns.
  void finish() { until_s() = kForever; }

 private:
  double& until_s() { return sleepers_.until_s[static_cast<std::size_t>(lane_)]; }
  std::vector<bool>::reference woken() { return sleepers_.woken[static_cast<std::size_t>(lane_)]; }

  /// The system wakes a thread late, so the end is polled for.
  void sleep_thread_until(double time_s) const {
    constexpr double kLate_s = 100e-6;
    if (const double left_s = time_s - now(); left_s > kLate_s)
      std::this_thread::sleep_for(std::chrono::duration<double>(left_s - kLate_s));
    while (now() < time_s) std::this_thread::yield();
  }

  /// Returns when this lane may look again whether its time has come.
  void rest(double time_s) {
    until_s() = woken() && std::isinf(time_s) ? -kForever : time_s;
    const double first_s = *std::ranges::min_element(sleepers_.until_s);
    if (std::isfinite(first_s)) sleep_thread_until(first_s);
    if (first_s != time_s || std::isinf(first_s)) suspendable_.suspend();
  }

  Comm& own_;
  Suspendable& suspendable_;
  Sleepers& sleepers_;
  int lane_;
};

MpiComm& with_blocks(Comm& comm, int lanes) {
  auto* const mpi = dynamic_cast<MpiComm*>(&comm);
  if (mpi == nullptr) refuse("the Comm is not one of engine mpi", "run_lanes");
  const int most = mpi->tag_blocks().operations();
  if (lanes > most)
    refuse(fmt::format("{} lanes; the tags of this MPI library suffice for {}", lanes, most),
           "run_lanes");
  return *mpi;
}

}  // namespace

void run_lanes(Comm& comm, int lanes, const std::function<void(LaneComm&)>& body) {
  MpiComm& mpi = with_blocks(comm, lanes);
  Sleepers sleepers(lanes);
  std::list<Operation> running;
  for (int lane = 0; lane < lanes; ++lane)
    running.emplace_back(comm, [&sleepers, &body, lane](Comm& own) {
      OperationLane of_lane(own, sleepers, lane);
      body(of_lane);
      of_lane.finish();
    });
  // Each is looked at in turn: one that has failed ends those that wait for it.
  for (unsigned empty_polls = 0; !running.empty(); mpi.pause(empty_polls))
    std::erase_if(running, [](Operation& operation) {
      if (!operation.test()) return false;
      operation.wait();
      return true;
    });
}

}  // namespace sparlab::runtime::mpi
