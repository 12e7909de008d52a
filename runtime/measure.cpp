#include "runtime/measure.hpp"

#include <array>
#include <compare>
#include <cstring>
#include <optional>
#include <span>

#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::runtime {
namespace {

template <std::size_t size>
using Values = std::array<double, size>;

template <std::size_t size>
Values<size> unpack(const Message& message) {
  Values<size> values;
  if (message.bytes().size() != sizeof(values))
    throw CommError("max_over_ranks: message of an unexpected size");
  std::memcpy(values.data(), message.bytes().data(), sizeof(values));
  return values;
}

/// Dissemination: after the round of distance d, a rank knows the maximum of 2d ranks up to itself.
/// Seeing a rank twice, where P is no power of two, does not change a maximum.
template <std::size_t size>
Values<size> elementwise_max(Comm& comm, Values<size> values) {
  const int ranks = comm.size();
  for (int distance = 1; distance < ranks; distance *= 2) {
    const int to = (comm.rank() + distance) % ranks;
    const int from = (comm.rank() - distance + ranks) % ranks;
    const Message message =
        exchange(comm, to, Message::copy_of(std::as_bytes(std::span(values))), from, kMeasureTag);
    const Values<size> other = unpack<size>(message);
    for (std::size_t i = 0; i < size; ++i) {
      // The total order of IEEE 754 makes the result independent of the order of comparisons.
      if (std::strong_order(other[i], values[i]) > 0) values[i] = other[i];
    }
  }
  return values;
}

struct Repetition {
  double body_s;
  double total_s;  ///< including preparation and barrier
};

/// Both times are those of the slowest rank.
Repetition run_once(Comm& comm, const std::function<void()>& prepare,
                    const std::function<void()>& body) {
  const double start_s = comm.now();
  prepare();
  barrier(comm, kMeasureTag);
  const double body_start_s = comm.now();
  body();
  const double end_s = comm.now();
  const Values<2> slowest = elementwise_max<2>(comm, {end_s - body_start_s, end_s - start_s});
  return {slowest[0], slowest[1]};
}

bool is_known_well_enough(std::span<const double> samples_s, const MeasureOptions& options) {
  const auto interval = model::median_interval(samples_s, options.confidence);
  return interval &&
         interval->half_width() <= options.relative_half_width * model::median(samples_s);
}

std::optional<StopReason> reason_to_stop(std::span<const double> samples_s, double spent_s,
                                         const MeasureOptions& options) {
  if (samples_s.size() < static_cast<std::size_t>(options.min_repetitions)) return std::nullopt;
  if (is_known_well_enough(samples_s, options)) return StopReason::interval;
  if (spent_s >= options.budget_s) return StopReason::budget;
  if (samples_s.size() >= static_cast<std::size_t>(options.max_repetitions))
    return StopReason::max_repetitions;
  return std::nullopt;
}

}  // namespace

std::string_view name(StopReason reason) {
  switch (reason) {
    case StopReason::interval:
      return "interval";
    case StopReason::budget:
      return "budget";
    case StopReason::max_repetitions:
      break;
  }
  return "max_repetitions";
}

Measurement measure(Comm& comm, const MeasureOptions& options, const std::function<void()>& prepare,
                    const std::function<void()>& body, const std::function<bool()>& counts) {
  SPARLAB_EXPECTS(options.warmup >= 0);
  SPARLAB_EXPECTS(options.min_repetitions >= 1);
  SPARLAB_EXPECTS(options.max_repetitions >= options.min_repetitions);
  double spent_s = 0;
  for (int i = 0; i < options.warmup; ++i) spent_s += run_once(comm, prepare, body).total_s;

  Measurement measurement;
  measurement.warmup = options.warmup;
  std::optional<StopReason> stop;
  while (!stop) {
    const Repetition repetition = run_once(comm, prepare, body);
    if (!counts()) {
      ++measurement.left_out;
      continue;
    }
    spent_s += repetition.total_s;
    measurement.samples_s.push_back(repetition.body_s);
    stop = reason_to_stop(measurement.samples_s, spent_s, options);
  }
  measurement.stopped_by = *stop;
  return measurement;
}

double max_over_ranks(Comm& comm, double value) { return elementwise_max<1>(comm, {value})[0]; }

}  // namespace sparlab::runtime
