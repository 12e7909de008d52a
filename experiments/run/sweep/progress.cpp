#include "experiments/run/sweep/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>
#include <utility>

#include "base/system/environment.hpp"
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

double Progress::Work::left_s(double running_s) const {
  return pace() * std::max(0.0, predicted_s - done_s - running_s) / at_a_time;
}

Progress::Progress(std::ostream& stream, bool terminal, Describe describe)
    : stream_(stream), terminal_(terminal), describe_(std::move(describe)) {}

void Progress::add(const Point& point, double predicted_s, unsigned at_a_time) {
  ++points_;
  Work& work = work_[static_cast<std::size_t>(point.engine)];
  work.predicted_s += predicted_s;
  work.at_a_time = at_a_time;
}

void Progress::started(const Point& point, double predicted_s, Clock::time_point now) {
  running_.insert_or_assign(&point, Running{now, predicted_s});
}

double Progress::ended(const Point& point, Clock::time_point now) {
  const auto found = running_.find(&point);
  if (found == running_.end()) return 0;
  const double ran_s = seconds_between(found->second.begin, now);
  running_.erase(found);
  return ran_s;
}

void Progress::finished(const Point& point, double predicted_s, double ran_s) {
  ++done_;
  Work& work = work_[static_cast<std::size_t>(point.engine)];
  work.done_s += predicted_s;
  work.ran_s += ran_s;
}

double Progress::left_s(Clock::time_point now) const {
  double left_s = 0;
  for (std::size_t engine = 0; engine < work_.size(); ++engine) {
    double running_s = 0;
    for (const auto& [point, running] : running_)
      if (static_cast<std::size_t>(point->engine) == engine)
        running_s += std::min(running.predicted_s,
                              seconds_between(running.begin, now) / work_[engine].pace());
    left_s += work_[engine].left_s(running_s);
  }
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

std::string Progress::line(std::size_t columns, Clock::time_point now) const {
  const double left_s = this->left_s(now);
  double all_s = 0;
  for (const Work& work : work_) all_s += work.left_s(-work.done_s);
  std::string text = fmt::format("{}/{} points, {} passed, {} left", done_, points_,
                                 duration(seconds_between(begin_, now)), duration(left_s));
  const auto longest = std::ranges::min_element(
      running_, {}, [](const auto& running) { return running.second.begin; });
  if (longest != running_.end())
    text +=
        fmt::format("; longest now {}: {}", duration(seconds_between(longest->second.begin, now)),
                    base::printable(describe_(*longest->first)));
  // Names are more useful than the bar.
  const std::string whole = fmt::format(
      "sparlab: {} {}", bar(all_s > 0 ? std::clamp(1 - left_s / all_s, 0.0, 1.0) : 0), text);
  return whole.size() < columns ? whole : base::both_ends(text, columns - 1);
}

void Progress::show() {
  if (terminal_) base::write_control_sequence(stream_, kClearLine);
  stream_ << line(kNoColumns) << '\n' << std::flush;
}

void Progress::print() {
  printed_ = Clock::now();
  if (terminal_) {
    base::write_control_sequence(stream_, kClearLine);
    stream_ << line(base::terminal_columns()) << std::flush;
  } else {
    stream_ << line(kNoColumns) << '\n' << std::flush;
  }
}

}  // namespace sparlab::experiments::run
