#include "machines/calibration/quiet_wait.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>
#include <thread>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/system/processor_time.hpp"
#include "machines/calibration/doubts.hpp"

namespace sparlab::machines::calibration {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

std::optional<OtherLoad> load_now() {
  constexpr std::chrono::milliseconds kLook(500);
  const std::vector<unsigned> processors = base::usable_processor_numbers();
  const Clock::time_point begin = Clock::now();
  const double before_s = base::user_seconds(processors);
  std::this_thread::sleep_for(kLook);
  const double used = (base::user_seconds(processors) - before_s) / seconds_since(begin);
  if (processors.empty() || !std::isfinite(used)) return std::nullopt;
  return OtherLoad{std::max(0.0, used), static_cast<double>(processors.size())};
}

void wait_for_quiet(double most_s, std::ostream& messages,
                    const std::function<std::optional<OtherLoad>()>& load) {
  const Clock::time_point begin = Clock::now();
  for (bool told = false;; told = true) {
    const std::optional<OtherLoad> now = load();
    if (!now || is_quiet(*now)) return;
    if (seconds_since(begin) >= most_s)
      throw base::EnvironmentError(
          fmt::format("{}, after waiting {:.0f} s; end them, wait longer with --wait, or measure "
                      "beside them with --force",
                      describe(*now), most_s));
    if (!told)
      messages << fmt::format("sparlab: {}; waiting for at most {:.0f} s until they use less\n",
                              describe(*now), most_s)
               << std::flush;
  }
}

}  // namespace sparlab::machines::calibration
