#include "experiments/run/sweep/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>
#include <utility>

#include "base/text/printable.hpp"

namespace sparlab::experiments::run {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

double seconds_between(std::chrono::steady_clock::time_point first,
                       std::chrono::steady_clock::time_point last) {
  return std::chrono::duration<double>(last - first).count();
}

/// "[#####---------------]  25 %".
std::string bar(double share) {
  constexpr std::size_t kWidth = 20;
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kWidth));
  return fmt::format("[{}{}] {:3.0f} %", std::string(filled, '#'),
                     std::string(kWidth - filled, '-'), std::floor(100 * share));
}

}  // namespace

/// The first points are often cheap, and their pace says little about the rest. So the prediction
/// counts as if a twentieth of the work had already confirmed it.
double Progress::Work::pace() const {
  const double believed_s = predicted_s / 20;
  return done_s > 0 ? (ran_s + believed_s) / (done_s + believed_s) : 1;
}

double Progress::Work::left_s() const {
  return pace() * std::max(0.0, predicted_s - done_s) / at_a_time;
}

Progress::Progress(std::ostream& stream, bool terminal, Describe describe)
    : stream_(stream), terminal_(terminal), describe_(std::move(describe)) {}

void Progress::add(const Point& point, double predicted_s, unsigned at_a_time) {
  ++points_;
  Work& work = work_[static_cast<std::size_t>(point.engine)];
  work.predicted_s += predicted_s;
  work.at_a_time = at_a_time;
}

void Progress::started(const Point& point, Clock::time_point now) {
  running_.insert_or_assign(&point, now);
}

double Progress::ended(const Point& point, Clock::time_point now) {
  const auto found = running_.find(&point);
  if (found == running_.end()) return 0;
  const double ran_s = seconds_between(found->second, now);
  running_.erase(found);
  return ran_s;
}

void Progress::finished(const Point& point, double predicted_s, double ran_s) {
  ++done_;
  Work& work = work_[static_cast<std::size_t>(point.engine)];
  work.done_s += predicted_s;
  work.ran_s += ran_s;
}

double Progress::left_s() const {
  double left_s = 0;
  for (const Work& work : work_) left_s += work.left_s();
  return left_s;
}

void Progress::tick() {
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(30);
  if (Clock::now() - printed_ >= interval) print();
}

void Progress::message(const std::string& text) {
  if (terminal_) base::write_control_sequence(stream_, kClearLine);
  stream_ << base::printable(text) << '\n' << std::flush;
}

void Progress::close() {
  if (!terminal_) return;
  base::write_control_sequence(stream_, kClearLine);
  stream_ << std::flush;
}

std::string Progress::line(Clock::time_point now) const {
  const double passed_s = seconds_between(begin_, now);
  double done_s = 0;
  for (const Work& work : work_) done_s += work.pace() * work.done_s / work.at_a_time;
  const double all_s = done_s + left_s();
  std::string text =
      fmt::format("sparlab: {} {}/{} points, {} passed", bar(all_s > 0 ? done_s / all_s : 0), done_,
                  points_, duration(passed_s));
  if (done_ > 0) text += fmt::format(", {} left", duration(left_s()));
  const auto longest =
      std::ranges::min_element(running_, {}, [](const auto& running) { return running.second; });
  if (longest != running_.end())
    text += fmt::format("; longest now {}: {}", duration(seconds_between(longest->second, now)),
                        base::printable(describe_(*longest->first)));
  return text;
}

void Progress::show() {
  if (terminal_) base::write_control_sequence(stream_, kClearLine);
  stream_ << line() << '\n' << std::flush;
}

void Progress::print() {
  printed_ = Clock::now();
  if (terminal_) {
    constexpr std::size_t kColumns = 120;
    base::write_control_sequence(stream_, kClearLine);
    stream_ << base::both_ends(line(), kColumns) << std::flush;
  } else {
    stream_ << line() << '\n' << std::flush;
  }
}

}  // namespace sparlab::experiments::run
