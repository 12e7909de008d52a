#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>

namespace sparlab::experiments {

/// Shows the progress of a run. On a terminal it is one line that is updated in place, with
/// done/total, the remaining time (weighted by predicted cost) and the current point; otherwise a
/// plain line at most every 30 s.
class Progress {
 public:
  Progress(std::ostream& stream, bool terminal, std::size_t points, double predicted_s);

  void started(const std::string& point);
  void finished(double predicted_s);
  /// Called often; prints only when an update is due.
  void tick();
  /// Prints a message on a separate line.
  void message(const std::string& text);
  /// Clears the progress line.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  std::string line() const;
  void print();

  std::ostream& stream_;
  bool terminal_;
  std::size_t points_;
  std::size_t done_ = 0;
  double predicted_s_;
  double done_s_ = 0;
  std::string current_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point printed_ = Clock::now();
};

}  // namespace sparlab::experiments
