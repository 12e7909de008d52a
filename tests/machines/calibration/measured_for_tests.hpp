#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "machines/calibration/measurements.hpp"

namespace sparlab::machines::calibration::testing {

/// A network as ranks would measure it. Times of repetitions differ by up to `noise` on either
/// side.
struct Network {
  std::function<double(double bytes)> message_s;
  /// What a network gives for free after a pause; a train of messages has no pauses.
  double free_s = 0;
  /// The steps of a message that overlap with those of the next one.
  double overlap_s = 0;
  double noise = 0.01;
  double exchange_factor = 1;
  int repetitions = 9;

  std::vector<double> repeated(double seconds) const {
    std::vector<double> samples;
    for (int i = 0; i < repetitions; ++i)
      samples.push_back(seconds * (1 + noise * (2.0 * i / (repetitions - 1) - 1)));
    return samples;
  }

  Series series(Benchmark benchmark, int ranks) const {
    constexpr int kRounds = 50;
    Series series{benchmark, {}};
    const double answer_s = message_s(8);
    for (double bytes = 8; bytes <= 1 << 20; bytes *= 2) {
      const double alone_s = message_s(bytes);
      double train_s = kRounds * alone_s * exchange_factor;
      if (benchmark == Benchmark::ping_pong)
        train_s = 2 * kRounds * std::max(answer_s, alone_s - free_s);
      if (benchmark == Benchmark::stream)
        train_s = answer_s + alone_s + (kRounds - 1) * std::max(1e-9, alone_s - overlap_s);
      if (benchmark == Benchmark::incast || benchmark == Benchmark::all_to_all)
        train_s *= ranks - 1;
      series.sizes.push_back({bytes, kRounds, repeated(train_s)});
    }
    return series;
  }

  MessageTimes measured(int ranks) const {
    MessageTimes times;
    times.ranks = ranks;
    times.others = OtherLoad{0, 2};
    times.series.push_back(
        {Benchmark::after_barrier, {{8, 1, repeated(message_s(8) * exchange_factor + 7e-6)}}});
    if (ranks == 2) {
      for (const Benchmark benchmark : {Benchmark::ping_pong, Benchmark::stream})
        times.series.push_back(series(benchmark, ranks));
      times.series.push_back(series(Benchmark::exchange, ranks));
      return times;
    }
    for (const Benchmark benchmark :
         {Benchmark::exchange, Benchmark::ring, Benchmark::incast, Benchmark::all_to_all})
      times.series.push_back(series(benchmark, ranks));
    return times;
  }
};

inline double ethernet_s(double bytes) { return 13e-6 + 85e-9 * bytes; }

inline KernelCosts quiet_kernels() {
  KernelCosts kernels{OtherLoad{0, 2}, 2};
  kernels.operations.fill({{1000, {1e-6, 0.99e-6, 1.01e-6}}});
  kernels.operations[static_cast<std::size_t>(model::KernelKind::copy)] = {
      {64, {20e-9, 19e-9, 21e-9}}, {2000, {2e-6, 1.9e-6, 2.1e-6}}};
  return kernels;
}

}  // namespace sparlab::machines::calibration::testing
