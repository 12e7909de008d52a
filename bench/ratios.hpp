#pragma once

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

/// Ratios of times. Both sides of a ratio are timed alternately in one run, so that noise of the
/// machine affects both.
namespace sparlab::bench {

struct Ratio {
  std::string name;
  double value;
  bool more_is_better;
  std::string meaning;

  bool meets(double bound) const { return more_is_better ? value >= bound : value <= bound; }
};

/// Processor time of this thread; it excludes the time of other processes on the core.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Body>
double seconds_of(Body&& body) {
  const double start = thread_seconds();
  body();
  return thread_seconds() - start;
}

inline double median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

/// Median time of `first` over median time of `second`, after one untimed call of each. Returns the
/// median of five such ratios.
template <class First, class Second>
double time_ratio(int repetitions, First&& first, Second&& second) {
  constexpr int kRounds = 5;
  first();
  second();
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> first_s;
    std::vector<double> second_s;
    for (int r = 0; r < repetitions; ++r) {
      first_s.push_back(seconds_of(first));
      second_s.push_back(seconds_of(second));
    }
    ratios.push_back(median(first_s) / median(second_s));
  }
  return median(ratios);
}

}  // namespace sparlab::bench
