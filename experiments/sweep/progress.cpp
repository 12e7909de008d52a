#include "experiments/sweep/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string_view>

#include "experiments/text/printable.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Progress::Progress(std::ostream& stream, bool terminal, std::size_t points, double predicted_s)
    : stream_(stream), terminal_(terminal), points_(points), predicted_s_(predicted_s) {}

void Progress::started(const std::string& point) {
  current_ = printable(point);
  tick();
}

void Progress::finished(double predicted_s) {
  ++done_;
  done_s_ += predicted_s;
  tick();
}

void Progress::tick() {
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(30);
  if (Clock::now() - printed_ >= interval) print();
}

void Progress::message(const std::string& text) {
  if (terminal_) write_control_sequence(stream_, kClearLine);
  stream_ << printable(text) << '\n' << std::flush;
}

void Progress::close() {
  if (!terminal_) return;
  write_control_sequence(stream_, kClearLine);
  stream_ << std::flush;
}

std::string Progress::line() const {
  std::string text = fmt::format("sparlab: {}/{} points", done_, points_);
  if (done_s_ > 0) {
    const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
    // The first points are often cheap, and their pace says little about the rest. So the
    // prediction counts as if a twentieth of the run had already confirmed it.
    const double believed_s = predicted_s_ / 20;
    const double pace = (elapsed_s + believed_s) / (done_s_ + believed_s);
    const double left_s = pace * std::max(0.0, predicted_s_ - done_s_);
    text += fmt::format(", {} left", duration(left_s));
  }
  return text + ", " + current_;
}

void Progress::print() {
  printed_ = Clock::now();
  if (terminal_) {
    constexpr std::size_t kColumns = 100;
    write_control_sequence(stream_, kClearLine);
    stream_ << both_ends(line(), kColumns) << std::flush;
  } else {
    stream_ << line() << '\n' << std::flush;
  }
}

}  // namespace sparlab::experiments
