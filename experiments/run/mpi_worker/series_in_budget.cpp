#include "experiments/run/mpi_worker/series_in_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "model/analysis/segments.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using machines::calibration::Benchmark;
using machines::calibration::Series;
using machines::calibration::TrainTimes;

/// Repetitions of a size that follow each other, as the calls of a program do.
constexpr int kBurst = 4;

/// Two bursts of each size: fewer repetitions give no interval of the median.
constexpr int kLeastBursts = 2;
constexpr std::size_t kMostRepetitions = 60;  // a multiple of kBurst

/// The first sample of a burst is not recorded, nor the next ones while they take this little time
/// in all.
constexpr int kSamplesOfBurst = 1 + kBurst;
constexpr int kMostUnrecorded = 3;
constexpr double kUnrecorded_s = 0.01;

/// In a turn, quick sizes have this many bursts, spread over the turn, and other sizes one.
constexpr std::size_t kPasses = 5;

/// A size is quick if a sample takes at most this part of a turn: all quick sizes together then
/// lengthen a turn by about half.
constexpr double kQuick = 1.0 / 1000;

/// The next power of two may take this much longer: twice the bytes, in another protocol.
constexpr double kGrowth = 2.5;

/// A series should reach this size, even with one size per octave.
constexpr double kWantedBytes = 256 << 10;

/// A train moves this many bytes through a port, but no more than kMostMessages messages.
constexpr double kTrainBytes = 256 << 10;
constexpr double kMostMessages = 64;

/// Small messages travel in trains that are at most this part of the budget of their series.
constexpr double kTrainsInBudget = 500;

/// A size of the series, and the seconds of one sample with all that belongs to it.
struct Size {
  machines::calibration::TrainTimes times;
  double cost_s = 0;
};

double cost_s(const std::vector<Size>& sizes) {
  double sum = 0;
  for (const Size& size : sizes) sum += size.cost_s;
  return sum;
}

class SeriesMeasurement {
 public:
  SeriesMeasurement(Benchmark benchmark, int ranks, double budget_s, const Stopwatch& stopwatch)
      : benchmark_(benchmark),
        ranks_(ranks),
        budget_s_(budget_s),
        stopwatch_(stopwatch),
        begin_s_(stopwatch.now_s()) {}

  Series run() {
    explore();
    if (needs_more_sizes())
      throw BudgetTooShort(fmt::format(
          "{:.2g} s are too short for {} among {} ranks: {} sizes of messages fit, and a fit needs "
          "{}, which take at least {:.2g} s",
          budget_s_, name_of(benchmark_), ranks_, sizes_.size(), model::kLeastSizes, needed_s()));
    if (repetitions_s(2) <= budget_s_) add_sizes_between();
    repeat();
    Series series{benchmark_, {}};
    for (Size& size : sizes_)
      if (!size.times.seconds.empty()) series.sizes.push_back(std::move(size.times));
    return series;
  }

 private:
  bool needs_more_sizes() const { return sizes_.size() < model::kLeastSizes; }
  double spent_s() const { return stopwatch_.now_s() - begin_s_; }

  /// The time of all repetitions, of exploring, and of further repetitions of quick sizes, for the
  /// sizes so far and one that takes `more_s`.
  double repetitions_s(double sizes_per_octave, double more_s = 0) const {
    constexpr double kSamples = kLeastBursts * kSamplesOfBurst + 2;
    return sizes_per_octave * kSamples * (cost_s(sizes_) + more_s);
  }

  /// The time of the sizes that a fit needs, if further ones take no longer than the last.
  double needed_s() const {
    const auto missing = static_cast<double>(model::kLeastSizes - sizes_.size());
    return repetitions_s(1, missing * sizes_.back().cost_s);
  }

  /// The first sample of a size opens connections, so these samples count for their cost only. A
  /// second one is taken where it is cheap, and for the sizes that a fit needs, because another
  /// program on the processors lengthens some. Where a train takes long, on slow networks or where
  /// ranks share processors, it becomes shorter.
  Size explored(double bytes) {
    int rounds = rounds_of(bytes);
    double cost_s = sample_cost_s(bytes, rounds);
    if (cost_s < budget_s_ / 100 || (needs_more_sizes() && spent_s() + cost_s < budget_s_ / 4))
      cost_s = std::min(cost_s, sample_cost_s(bytes, rounds));
    const int least_rounds = rounds_of_train(benchmark_, ranks_, longest_message(ranks_));
    const double most_s = budget_s_ / kTrainsInBudget;
    if (cost_s > most_s && rounds > least_rounds) {
      const double fewer = std::floor(rounds * most_s / cost_s / least_rounds);
      most_rounds_ = least_rounds * std::max(1, static_cast<int>(fewer));
      cost_s *= 1.0 * most_rounds_ / rounds;
      rounds = most_rounds_;
    }
    return {{bytes, rounds, {}}, cost_s};
  }

  double sample_cost_s(double bytes, int rounds) const {
    const double start_s = stopwatch_.now_s();
    stopwatch_.sample(bytes, rounds);
    return stopwatch_.now_s() - start_s;
  }

  int rounds_of(double bytes) const {
    return std::min(most_rounds_, rounds_of_train(benchmark_, ranks_, bytes));
  }

  void explore() {
    for (double bytes = kLeastBytes; bytes <= longest_message(ranks_); bytes *= 2) {
      const double next_s = sizes_.empty() ? 0 : kGrowth * sizes_.back().cost_s;
      const double per_octave = bytes <= kWantedBytes ? 1 : 2;
      if (repetitions_s(per_octave, next_s) > budget_s_) return;
      sizes_.push_back(explored(bytes));
    }
  }

  void add_sizes_between() {
    std::vector<Size> all;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      all.push_back(sizes_[i]);
      if (i + 1 == sizes_.size()) break;
      const double bytes = 1.5 * sizes_[i].times.bytes;
      // A train of the larger neighbour has no more messages than the budget allows.
      all.push_back({{bytes, sizes_[i + 1].times.rounds, {}}, sizes_[i + 1].cost_s});
    }
    sizes_ = std::move(all);
  }

  void repeat() {
    const double quick_s = kQuick * kSamplesOfBurst * cost_s(sizes_);
    std::size_t idle_passes = 0;
    for (std::size_t pass = 0; idle_passes < kPasses; ++pass) {
      bool added = false;
      for (std::size_t i = 0; i < sizes_.size(); ++i)
        if (sizes_[i].cost_s <= quick_s || i % kPasses == pass % kPasses)
          added |= add_burst(sizes_[i]);
      idle_passes = added ? 0 : idle_passes + 1;
    }
  }

  /// The first samples are not recorded. TCP's windows still fit the size that was sent before, so
  /// that an exchange of 128 KiB, for instance, can take 1.7 times as long as when it is repeated.
  /// In shared memory the first three exchanges of 4 MiB take 1.8, 1.5 and 1.3 times as long,
  /// because their blocks are in no cache. False if nothing was added.
  bool add_burst(Size& size) {
    std::vector<double>& seconds = size.times.seconds;
    if (seconds.size() == kMostRepetitions || spent_s() + 2 * size.cost_s > budget_s_) return false;
    const double start_s = stopwatch_.now_s();
    int unrecorded = 0;
    do {
      stopwatch_.sample(size.times.bytes, size.times.rounds);
    } while (++unrecorded < kMostUnrecorded && stopwatch_.now_s() - start_s < kUnrecorded_s &&
             spent_s() + 2 * size.cost_s <= budget_s_);
    for (int repetition = 0; repetition < kBurst; ++repetition) {
      if (spent_s() + size.cost_s > budget_s_) break;
      seconds.push_back(stopwatch_.sample(size.times.bytes, size.times.rounds));
    }
    return true;
  }

  Benchmark benchmark_;
  int ranks_;
  double budget_s_;
  const Stopwatch& stopwatch_;
  double begin_s_;
  int most_rounds_ = std::numeric_limits<int>::max();
  std::vector<Size> sizes_;
};

}  // namespace

double longest_message(int ranks) {
  constexpr double kOfTwo = 64 << 20;
  constexpr double kOfMany = 8 << 20;
  return std::max(kOfMany, kOfTwo / (ranks - 1));
}

int rounds_of_train(Benchmark benchmark, int ranks, double bytes) {
  const double messages = std::clamp(kTrainBytes / bytes, 1.0, kMostMessages);
  switch (benchmark) {
    case Benchmark::incast:
    case Benchmark::all_to_all:
      return static_cast<int>(std::ceil(messages / (ranks - 1)));
    case Benchmark::exchange: {
      const double distances = std::ceil(std::log2(ranks));
      return static_cast<int>(distances * std::ceil(messages / distances));
    }
    case Benchmark::after_barrier:
      return 1;
    default:
      return static_cast<int>(std::ceil(messages));
  }
}

Series measure_series(Benchmark benchmark, int ranks, double budget_s, const Stopwatch& stopwatch) {
  return SeriesMeasurement(benchmark, ranks, budget_s, stopwatch).run();
}

}  // namespace sparlab::experiments::run::mpi
