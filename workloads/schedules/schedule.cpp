#include "workloads/schedules/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparlab::workloads {
namespace {

constexpr double kElementBytes = 4;

/// Layers that are exchanged together, in the order of the backward pass.
class Group {
 public:
  explicit Group(bool dense) { exchange_.dense = dense; }

  bool empty() const { return exchange_.parameters == 0; }
  double bytes() const { return kElementBytes * static_cast<double>(exchange_.parameters); }

  void add(const Layer& layer, std::size_t layers_done, std::optional<double> density) {
    const auto parameters = static_cast<double>(layer.parameters);
    entries_ += parameters * std::min(density.value_or(1), layer.density);
    exchange_.recorded_s = layer.exchange_s && (empty() || exchange_.recorded_s)
                               ? std::optional(exchange_.recorded_s.value_or(0) + *layer.exchange_s)
                               : std::nullopt;
    exchange_.name = empty() ? layer.name : first_ + " to " + layer.name;
    if (empty()) first_ = layer.name;
    exchange_.parameters += layer.parameters;
    exchange_.layers_done = layers_done;
  }

  /// The exchange of the layers so far; the next layer begins another one.
  Exchange take() {
    Exchange taken = exchange_;
    taken.nonzeros = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::llround(entries_)),
                                               1, taken.parameters);
    *this = Group(taken.dense);
    return taken;
  }

 private:
  Exchange exchange_;
  std::string first_;
  double entries_ = 0;
};

/// The size at which a bucket is complete.
double size_of_bucket(const Schedule& schedule, bool first) {
  switch (schedule.kind) {
    case ScheduleKind::blocking:
      return std::numeric_limits<double>::infinity();
    case ScheduleKind::layers:
      return 0;
    case ScheduleKind::by_size:
      return schedule.bucket_bytes;
    case ScheduleKind::buckets:
      break;
  }
  return first ? schedule.first_bucket_bytes : schedule.bucket_bytes;
}

}  // namespace

std::vector<Exchange> exchanges_of(const Workload& workload, const Schedule& schedule,
                                   std::optional<double> density) {
  const bool by_size = schedule.kind == ScheduleKind::by_size;
  std::vector<Exchange> exchanges;
  Group bucket(by_size);
  for (std::size_t done = 1; done <= workload.layers.size(); ++done) {
    const Layer& layer = workload.layers[workload.layers.size() - done];
    if (layer.parameters == 0) continue;
    if (by_size &&
        kElementBytes * static_cast<double>(layer.parameters) >= schedule.dense_below_bytes) {
      Group alone(false);
      alone.add(layer, done, density);
      exchanges.push_back(alone.take());
      continue;
    }
    bucket.add(layer, done, density);
    if (bucket.bytes() >= size_of_bucket(schedule, exchanges.empty()))
      exchanges.push_back(bucket.take());
  }
  if (!bucket.empty()) exchanges.push_back(bucket.take());
  std::ranges::stable_sort(exchanges, {}, &Exchange::layers_done);
  // A blocking exchange waits for layers without parameters, too.
  if (schedule.kind == ScheduleKind::blocking)
    exchanges.back().layers_done = workload.layers.size();
  return exchanges;
}

}  // namespace sparlab::workloads
