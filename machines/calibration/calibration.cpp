#include "machines/calibration/calibration.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/base/order_statistics.hpp"

namespace sparlab::machines::calibration {
namespace {

const Series* find(const MessageTimes& times, Benchmark benchmark) {
  for (const Series& series : times.series)
    if (series.benchmark == benchmark) return &series;
  return nullptr;
}

const Series& series_of_two(const MessageTimes& times, Benchmark benchmark) {
  const Series* const found = find(times, benchmark);
  if (found == nullptr || found->sizes.empty())
    throw std::invalid_argument("there is no " + std::string(name_of(benchmark)) +
                                " between two ranks");
  return *found;
}

/// Messages of one round through the busiest port.
double messages_of_round(Benchmark benchmark, int ranks) {
  if (benchmark == Benchmark::ping_pong) return 2;
  if (benchmark == Benchmark::incast || benchmark == Benchmark::all_to_all) return ranks - 1;
  return 1;
}

std::vector<double> seconds_per_message(const TrainTimes& times, double messages_of_round) {
  std::vector<double> seconds = times.seconds;
  for (double& value : seconds) value /= times.rounds * messages_of_round;
  return seconds;
}

void add(double added, std::vector<double>& seconds) {
  for (double& value : seconds) value += added;
}

/// With fewer repetitions than an interval of the median needs: all of them.
model::Repeated median_of(std::span<const double> values) {
  const auto interval = model::median_interval(values, 0.95);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {model::median(values), interval ? interval->lower : *least,
          interval ? interval->upper : *most};
}

/// Takes out what is badly known and stands alone.
void separate_outliers(Slowdown& slowdown) {
  constexpr double kFar = 1.25;
  constexpr double kBadlyKnown = 0.25;
  const std::vector<SlowdownPoint> all = std::exchange(slowdown.points, {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool has_neighbours = i > 0 && i + 1 < all.size();
    const model::Repeated& factor = all[i].factor;
    if (!has_neighbours || factor.relative_half_width() <= kBadlyKnown) {
      slowdown.points.push_back(all[i]);
      continue;
    }
    const auto [low, high] = std::minmax(all[i - 1].factor.value, all[i + 1].factor.value);
    const bool is_far = factor.value > kFar * high || factor.value * kFar < low;
    (is_far ? slowdown.outliers : slowdown.points).push_back(all[i]);
  }
}

Slowdown slowdown_of(const Series& series, int ranks, double message_s,
                     const model::SegmentFit& one_way) {
  Slowdown slowdown{series.benchmark, ranks, {}};
  for (const TrainTimes& size : series.sizes) {
    std::vector<double> factors =
        seconds_per_message(size, messages_of_round(series.benchmark, ranks));
    add(message_s, factors);
    for (double& factor : factors) factor /= one_way.seconds(size.bytes);
    slowdown.points.push_back({size.bytes, median_of(factors)});
  }
  separate_outliers(slowdown);
  return slowdown;
}

bool is_slowed(Benchmark benchmark) {
  return benchmark == Benchmark::ping_pong || benchmark == Benchmark::exchange ||
         benchmark == Benchmark::ring || benchmark == Benchmark::incast ||
         benchmark == Benchmark::all_to_all;
}

/// Of the patterns that all ranks take part in at once, as in an allreduce.
void add_spreads(const Series& series, std::vector<model::RepeatedTime>& spreads) {
  constexpr std::size_t kFewest = 8;
  if (series.benchmark != Benchmark::exchange && series.benchmark != Benchmark::ring &&
      series.benchmark != Benchmark::all_to_all)
    return;
  for (const TrainTimes& size : series.sizes)
    if (size.seconds.size() >= kFewest) spreads.push_back(model::repeated_time(size.seconds));
}

std::optional<StartSkew> skew_of(const MessageTimes& times) {
  const Series* const after = find(times, Benchmark::after_barrier);
  const Series* const train = find(times, Benchmark::exchange);
  if (after == nullptr || train == nullptr || after->sizes.empty() || train->sizes.empty() ||
      after->sizes.front().seconds.empty() ||
      after->sizes.front().bytes != train->sizes.front().bytes)
    return std::nullopt;
  const double in_train = model::median(seconds_per_message(train->sizes.front(), 1));
  std::vector<double> longer = after->sizes.front().seconds;
  for (double& seconds : longer) seconds -= in_train;
  return StartSkew{times.ranks, median_of(longer)};
}

void take_larger(std::optional<OtherLoad>& largest, const std::optional<OtherLoad>& other) {
  if (!other) return;
  if (!largest || other->processors / other->of > largest->processors / largest->of)
    largest = other;
}

void take_more_moved(std::optional<ProcessorState>& state,
                     const std::optional<ProcessorState>& other) {
  if (state && other) state->moved = std::max(state->moved, other->moved);
}

}  // namespace

std::vector<model::Timings> one_way_timings(const MessageTimes& of_two) {
  const Series& ping_pong = series_of_two(of_two, Benchmark::ping_pong);
  const Series& stream = series_of_two(of_two, Benchmark::stream);
  if (ping_pong.sizes.front().bytes != stream.sizes.front().bytes)
    throw std::invalid_argument("ping-pong and stream begin with different sizes");

  std::map<double, std::vector<double>> slower;
  for (const TrainTimes& size : ping_pong.sizes)
    slower[size.bytes] = seconds_per_message(size, messages_of_round(ping_pong.benchmark, 2));

  // A train of k messages takes latency + k * gap + the answer of the smallest size, and the
  // smallest message takes latency + its gap. No message takes less than the answer or its gap, so
  // each takes at least a part in k + 1 of the train. This counts where the answers of the
  // ping-pong were delayed by other programs.
  const TrainTimes& smallest = stream.sizes.front();
  const double answer_s = model::median(slower.at(smallest.bytes));
  const double least_gap_s =
      smallest.rounds == 1
          ? 0
          : std::max(0.0, (model::median(smallest.seconds) - 2 * answer_s) / (smallest.rounds - 1));
  const double latency_s = std::max(0.0, answer_s - least_gap_s);
  for (const TrainTimes& size : stream.sizes) {
    std::vector<double> seconds = size.seconds;
    for (double& value : seconds)
      value = std::max(value / (size.rounds + 1),
                       latency_s + (value - latency_s - answer_s) / size.rounds);
    std::vector<double>& known = slower[size.bytes];
    if (known.empty() || model::median(seconds) > model::median(known)) known = seconds;
  }

  std::vector<model::Timings> timings;
  for (auto& [bytes, seconds] : slower) timings.push_back({bytes, std::move(seconds)});
  return timings;
}

Calibration fit_calibration(std::span<const MessageTimes> times, const KernelCosts& kernels) {
  const auto of_two = std::find_if(times.begin(), times.end(),
                                   [](const MessageTimes& entry) { return entry.ranks == 2; });
  if (of_two == times.end()) throw std::invalid_argument("there are no times of two ranks");
  auto timings = one_way_timings(*of_two);
  const double message_s = kernels.message_s.value;
  for (model::Timings& size : timings) add(message_s, size.seconds);
  Calibration calibration;
  calibration.one_way = model::fit_segments(timings);
  calibration.least_bytes = timings.front().bytes;
  calibration.most_bytes = timings.back().bytes;
  std::vector<model::RepeatedTime> spreads;
  for (const MessageTimes& entry : times) {
    for (const Series& series : entry.series) {
      if (is_slowed(series.benchmark))
        calibration.slowdowns.push_back(
            slowdown_of(series, entry.ranks, message_s, calibration.one_way));
      add_spreads(series, spreads);
    }
    if (const auto skew = skew_of(entry)) calibration.skews.push_back(*skew);
    take_larger(calibration.others, entry.others);
  }
  calibration.run_spread = model::fit_run_spread(spreads);
  calibration.kernels = kernels;
  take_larger(calibration.others, kernels.others);
  calibration.processors = of_two->processors;
  take_more_moved(calibration.processors, kernels.processors);
  for (const MessageTimes& entry : times) take_more_moved(calibration.processors, entry.processors);
  return calibration;
}

}  // namespace sparlab::machines::calibration
