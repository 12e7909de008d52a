#include "experiments/run/mpi_worker/steady_processors.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

/// Processors below one cache differ from each other by less than this factor, and from others by
/// more.
constexpr double kSameDistance = 2.5;

/// A core whose other thread computes takes 1.6 times as long. A clock that varies does less.
constexpr double kSameSpeed = 1.4;

/// Waiting sleeps, so that the processors are free to be moved.
constexpr std::chrono::milliseconds kPause(5);

}  // namespace

// A few microseconds of additions that fill all units of a core; the least of three, because
// interrupts lengthen some. No compiler may shorten them.
double work_of_core_s(runtime::Comm& comm) {
  constexpr int kTurns = 4000;
  double least_s = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < 3; ++repetition) {
    const double start_s = comm.now();
    unsigned long a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
      asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
      a += 1, b += 3, c += 5, d += 7, e += 9, f += 11, g += 13, h += 15;
    }
    asm volatile("" ::"r"(a + b + c + d + e + f + g + h));
    least_s = std::min(least_s, comm.now() - start_s);
  }
  return least_s;
}

SteadyProcessors::SteadyProcessors(runtime::Comm& comm, ProcessorProbe probe, Usual usual,
                                   std::optional<double> known_round_trip_s, double patience_s)
    : comm_(comm),
      probe_(std::move(probe)),
      is_shortest_(usual == Usual::shortest || !known_round_trip_s),
      usual_round_trip_s_(known_round_trip_s.value_or(0)),
      patience_s_(patience_s) {
  is_told_ = runtime::max_over_ranks(comm_, probe_.round_trip_s()) > 0;
  usual_before_ = are_as_usual();
  first_usual_round_trip_s_ = usual_round_trip_s_;
  last_call_s_ = comm_.now();
}

bool SteadyProcessors::have_come_together() const {
  return first_usual_round_trip_s_ > kSameDistance * usual_round_trip_s_;
}

bool SteadyProcessors::are_as_usual() {
  if (!is_told_) return true;
  const double round_trip_s = runtime::max_over_ranks(comm_, probe_.round_trip_s());
  round_trips_s_.push_back(round_trip_s);
  const double seconds = runtime::max_over_ranks(comm_, probe_.work_s());
  learn(round_trip_s, seconds);
  return round_trip_s <= kSameDistance * usual_round_trip_s_ &&
         round_trip_s * kSameDistance >= usual_round_trip_s_ &&
         seconds <= kSameSpeed * least_work_s_;
}

void SteadyProcessors::learn(double round_trip_s, double work_s) {
  // Until now, cores did not run at full speed. Two threads of one core are near each other, but
  // slow, and say nothing about cores.
  if (is_shortest_ && work_s * kSameSpeed < least_work_s_) usual_round_trip_s_ = 0;
  if (least_work_s_ == 0 || work_s < least_work_s_) least_work_s_ = work_s;
  if (!is_shortest_ || work_s > kSameSpeed * least_work_s_) return;
  if (usual_round_trip_s_ == 0 || round_trip_s < usual_round_trip_s_)
    usual_round_trip_s_ = round_trip_s;
}

bool SteadyProcessors::become_usual(double since_s) {
  const auto lost_s = [&] { return runtime::max_over_ranks(comm_, comm_.now() - since_s); };
  bool usual = are_as_usual();
  while (!usual && lost_s() < patience_s_) {
    std::this_thread::sleep_for(kPause);
    round_trips_s_.pop_back();
    usual = are_as_usual();
  }
  patience_s_ -= lost_s();
  return usual;
}

void SteadyProcessors::begin() {
  if (!is_told_) return;
  usual_before_ = become_usual(comm_.now());
  last_call_s_ = comm_.now();
  take_seen();
}

bool SteadyProcessors::have_stayed() {
  if (!is_told_) return true;
  bool usual = are_as_usual();
  const bool stayed = usual && usual_before_;
  bool is_repeated = false;
  if (!stayed && patience_s_ > 0) {
    round_trips_s_.pop_back();
    usual = become_usual(last_call_s_);
    is_repeated = usual;
  }
  usual_before_ = usual;
  last_call_s_ = comm_.now();
  if (is_repeated) return false;
  ++measurements_;
  if (!stayed) ++moved_;
  return true;
}

SteadyProcessors::Seen SteadyProcessors::take_seen() {
  Seen seen;
  if (!round_trips_s_.empty()) seen.round_trip_s = model::median(round_trips_s_);
  if (measurements_ > 0) seen.moved = static_cast<double>(moved_) / measurements_;
  round_trips_s_.clear();
  measurements_ = 0;
  moved_ = 0;
  return seen;
}

}  // namespace sparlab::experiments::run::mpi
