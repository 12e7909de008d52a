#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "inputs/fill_in/worker_supports.hpp"
#include "model/fill_in/union_forecast.hpp"

/// bench_fill_in [workers=32] [fit=16] [subsets=100] [batch=32] FILE...: how well some workers
/// predict the union of all. From the first `workers` workers of each file, the first `fit` and
/// then random subsets of that size are fitted. Prints the relative errors, how often they are
/// below 5 %, and how often the 95 % interval holds the union.
namespace {

using namespace sparlab;

struct Settings {
  std::uint64_t workers = 32, fit = 16, subsets = 100;
  inputs::WorkerChoice choice;
  std::vector<std::string> files;
};

bool read_setting(const std::string& argument, Settings& settings) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos) return false;
  const std::string name = argument.substr(0, equals);
  std::uint64_t* const target = name == "workers"   ? &settings.workers
                                : name == "fit"     ? &settings.fit
                                : name == "subsets" ? &settings.subsets
                                : name == "batch"   ? &settings.choice.batch
                                                    : nullptr;
  if (target == nullptr) return false;
  const char* const end = argument.data() + argument.size();
  const auto [rest, error] = std::from_chars(argument.data() + equals + 1, end, *target);
  return error == std::errc() && rest == end && *target >= 1;
}

struct Outcome {
  double error = 0;  ///< relative
  double half_width = 0;
  bool held = false;
};

class Recorded {
 public:
  Recorded(const model::RecordedSupports& supports, std::uint64_t workers)
      : supports_(supports),
        workers_(static_cast<std::size_t>(std::min<std::uint64_t>(workers, supports.ranks()))) {
    std::set<std::uint64_t> united;
    for (std::size_t worker = 0; worker < workers_; ++worker) {
      united.insert(supports_.rank(worker).begin(), supports_.rank(worker).end());
      entries_ += static_cast<double>(supports_.rank(worker).size());
    }
    union_ = static_cast<double>(united.size());
  }

  std::size_t workers() const { return workers_; }
  double mean_nnz() const { return entries_ / static_cast<double>(workers_); }
  double density_of_union() const { return union_ / static_cast<double>(supports_.universe()); }

  Outcome predicted_by(std::span<const std::size_t> some) const {
    std::vector<std::span<const std::uint64_t>> lists;
    for (const std::size_t worker : some) lists.push_back(supports_.rank(worker));
    const model::UnionForecast forecast{
        model::HolderTable(model::RecordedSupports(supports_.universe(), lists))};
    const auto [low, high] = forecast.interval(workers_);
    return {forecast.expected(workers_) / union_ - 1, (high - low) / 2 / union_,
            low <= union_ && union_ <= high};
  }

 private:
  const model::RecordedSupports& supports_;
  std::size_t workers_;
  double entries_ = 0;
  double union_ = 0;
};

void print_row(const std::string& file, const Settings& settings) {
  const auto read = inputs::read_worker_supports(file, settings.choice);
  const Recorded recorded(read.supports, settings.workers);
  if (recorded.workers() <= settings.fit) {
    fmt::print(stderr, "{}: {} workers; more than the {} to fit are needed\n", file,
               recorded.workers(), settings.fit);
    return;
  }
  std::vector<std::size_t> order(recorded.workers());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto first = recorded.predicted_by(std::span(order).first(settings.fit));
  std::mt19937_64 random(1);
  double sum = 0;
  double squares = 0;
  double widths = 0;
  double worst = 0;
  std::uint64_t within = 0;
  std::uint64_t held = 0;
  for (std::uint64_t i = 0; i < settings.subsets; ++i) {
    std::ranges::shuffle(order, random);
    const Outcome outcome = recorded.predicted_by(std::span(order).first(settings.fit));
    sum += outcome.error;
    squares += outcome.error * outcome.error;
    widths += outcome.half_width;
    if (std::abs(outcome.error) > std::abs(worst)) worst = outcome.error;
    within += std::abs(outcome.error) <= 0.05 ? 1 : 0;
    held += outcome.held ? 1 : 0;
  }
  const auto count = static_cast<double>(settings.subsets);
  const auto percent = [](double share) { return 100 * share; };
  fmt::print(
      "| {} | {} | {:.0f} | {:.1f} % | {:+.1f} %, {} | {:+.1f} % | {:.1f} % | {:+.1f} % | {:.0f} % "
      "| {:.0f} % | {:.1f} % |\n",
      file.substr(file.rfind('/') + 1), recorded.workers(), recorded.mean_nnz(),
      percent(recorded.density_of_union()), percent(first.error), first.held ? "held" : "not held",
      percent(sum / count), percent(std::sqrt(squares / count)), percent(worst),
      percent(static_cast<double>(within) / count), percent(static_cast<double>(held) / count),
      percent(widths / count));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  for (const std::string& argument : std::vector<std::string>(argv + 1, argv + argc)) {
    if (!read_setting(argument, settings)) settings.files.push_back(argument);
  }
  if (settings.files.empty() || settings.fit < model::UnionForecast::kLeastRanks) {
    fmt::print(
        stderr,
        "usage: bench_fill_in [workers=32] [fit=16] [subsets=100] [batch=32] FILE...; fit is "
        "at least {}\n",
        model::UnionForecast::kLeastRanks);
    return 2;
  }
  fmt::print(
      "| file | workers | k | union | first {} | mean | rms | worst | within 5 % | held | half "
      "width |\n",
      settings.fit);
  fmt::print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  try {
    for (const std::string& file : settings.files) print_row(file, settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
