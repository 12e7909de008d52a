#include <algorithm>
#include <exception>

#include "base/system/whole_file.hpp"
#include "cli/verb.hpp"
#include "machines/calibration/chunks.hpp"
#include "machines/calibration/local_platform.hpp"
#include "machines/calibration/measure.hpp"

namespace sparlab::cli {
namespace {

/// A section of a file: into a file of its own if one is named, otherwise on standard output.
int write_section(const std::string& text, const std::filesystem::path& output) {
  if (output.empty()) {
    std::cout << text;
  } else {
    base::write_whole_file(output, text);
    std::cout << output.string() << '\n';
  }
  return kSuccess;
}

void require_budget(double budget_s, double least_s, std::string_view measured) {
  if (budget_s >= least_s) return;
  throw base::ConfigError("command line", "--budget", fmt::format("{:.3g} s", budget_s),
                          fmt::format("at least {:.0f} s for {}", least_s, measured));
}

/// What is wrong with "60s", "2min" or "90" (seconds). Changes the text to seconds without a unit.
std::string time_error(std::string& text, double least_s, double most_s) {
  std::size_t digits = 0;
  double seconds = 0;
  try {
    seconds = std::stod(text, &digits);
  } catch (const std::exception&) {
    digits = 0;
  }
  const std::string unit = text.substr(digits);
  if (unit == "min") seconds *= 60;
  if (digits > 0 && (unit.empty() || unit == "s" || unit == "min") && seconds >= least_s &&
      seconds <= most_s) {
    text = fmt::format("{}", seconds);
    return {};
  }
  return fmt::format("{} is not a time from {} s to {} s; accepted: 60s, 2min, 90", text, least_s,
                     most_s);
}

}  // namespace

Run add_calibrate(Options& options) {
  const auto& what = options.add<std::string>(
      "what [kernels | chunks]",
      "kernels: measures kernels alone, and prints them; chunks: measures whether long messages "
      "travel faster in chunks, among the largest of --ranks",
      {one_of({"kernels", "chunks"})});
  const auto& output =
      add_output(options, "Platform file to write (default: the user's file of platform local)");
  const auto& launcher = options.add<std::string>(
      "--launcher LAUNCHER",
      "How the ranks that measure are started: local, testbed, or the path of a launcher file; "
      "needs --output unless it is local",
      {}, std::string(machines::kLocalLauncher));
  const auto& ranks = options.add<std::vector<int>>(
      "--ranks RANKS,...",
      "Numbers of ranks among which messages are measured; 2 is one of them (default: 2, 4, 8 as "
      "far as there are processors, and time)",
      {comma_separated(), from_to(2, 1024)});
  const auto& budget_s = options.add<double>(
      "--budget TIME", "Time for the whole measurement, as in 60s or 2min",
      {shows_default(), checked([](std::string& text) { return time_error(text, 1, 86'400); })},
      60);
  const auto& wait_s = options.add<double>(
      "--wait TIME", "How long to wait for other programs that use the processors of this machine",
      {shows_default(), checked([](std::string& text) { return time_error(text, 0, 86'400); })},
      60);
  const auto& force = options.add<bool>(
      "--force", "Measure, and write the numbers, even if other programs use the processors");
  return [&] {
    const machines::Launcher found =
        machines::find_launcher(launcher, "command line", "--launcher");
    if (what == "kernels") return write_section(machines::calibrate_kernels(found, force), output);
    std::vector<int> numbers = ranks.empty() ? machines::ranks_to_measure(found) : ranks;
    if (what == "chunks") {
      require_budget(budget_s, machines::calibration::least_budget_for_chunks_s(), "chunk sizes");
      return write_section(
          machines::calibrate_chunks(found, *std::ranges::max_element(numbers), budget_s, force),
          output);
    }
    if (found.name != machines::kLocalLauncher && output.empty())
      throw base::ConfigError("command line", "--launcher", launcher,
                              "--output FILE with it, since platform local describes this machine");
    while (ranks.empty() && numbers.size() > 1 &&
           budget_s < machines::calibration::least_budget_s(numbers.size()))
      numbers.pop_back();
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (numbers.front() != 2)
      throw base::ConfigError("command line", "--ranks", fmt::format("{}", fmt::join(numbers, ",")),
                              "2 among them: all other numbers are compared with two ranks");
    require_budget(budget_s, machines::calibration::least_budget_s(numbers.size()),
                   fmt::format("{} numbers of ranks", numbers.size()));
    std::cout << machines::calibrate({output, found, numbers, budget_s, force, wait_s}).string()
              << '\n';
    return kSuccess;
  };
}

}  // namespace sparlab::cli
