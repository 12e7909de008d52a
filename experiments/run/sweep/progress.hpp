#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>

#include "experiments/spec/points/point.hpp"

namespace sparlab::experiments::run {

/// Shows the progress of a run: a bar, done/total, the time passed and left, and the point that has
/// run longest. On a terminal it is one line that is updated in place; otherwise a plain line at
/// most every 30 s.
///
/// The time left is predicted before the first point has ended. It weighs the points that remain by
/// their predicted time, and by how much longer than predicted the points of the same engine took
/// so far.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  using Describe = std::function<std::string(const Point&)>;

  Progress(std::ostream& stream, bool terminal, Describe describe);

  /// A point that will run, `at_a_time` of its engine at once.
  void add(const Point& point, double predicted_s, unsigned at_a_time);

  /// The point must exist until it has ended.
  void started(const Point& point, double predicted_s, Clock::time_point now = Clock::now());
  /// A point that has started no longer runs. Returns for how long it ran; 0 if it never started.
  double ended(const Point& point, Clock::time_point now = Clock::now());
  /// No point runs any more; those that were stopped have not ended.
  void all_stopped() { running_.clear(); }
  /// The record of a point is stored, or the point has failed.
  void finished(const Point& point, double predicted_s, double ran_s);

  /// Called often; prints only when an update is due.
  void tick();
  /// Prints the line now, whatever is due.
  void show();
  /// Prints a message on a separate line.
  void message(const std::string& text);
  /// Clears the progress line.
  void close();

  /// The time that the remaining points will take, those that run included.
  double left_s(Clock::time_point now = Clock::now()) const;
  /// A line wider than `columns` loses its bar; if it is still wider, its middle.
  std::string line(std::size_t columns, Clock::time_point now = Clock::now()) const;
  static constexpr std::size_t kNoColumns = 10'000;  ///< of a file

 private:
  /// The points of one engine.
  struct Work {
    double predicted_s = 0;  ///< of all
    double done_s = 0;       ///< of this, that of points that are done
    double ran_s = 0;        ///< what these took
    unsigned at_a_time = 1;

    double pace() const;
    /// `running_s` of the predicted time has passed in points that run.
    double left_s(double running_s) const;
  };
  struct Running {
    Clock::time_point begin;
    double predicted_s = 0;
  };
  void print();

  std::ostream& stream_;
  bool terminal_;
  Describe describe_;
  std::size_t points_ = 0;
  std::size_t done_ = 0;
  std::array<Work, kEngines.size()> work_;
  std::map<const Point*, Running> running_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point printed_ = Clock::now();
};

}  // namespace sparlab::experiments::run
