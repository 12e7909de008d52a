#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/definition/workload.hpp"

namespace sparlab::workloads {

/// When gradients are exchanged, and which of them together.
enum class ScheduleKind : std::uint8_t {
  blocking,  ///< all in one vector, after the backward pass (Ok-Topk, gTopk)
  layers,  ///< each layer for itself, as soon as its gradient is there (SparCML in CNTK, DenseOvlp)
  buckets,  ///< layers in reverse order until a bucket has its size (PyTorch DDP)
  by_size,  ///< large layers for themselves, sparse; small ones in dense buckets (RedSync)
};
inline constexpr std::array<std::string_view, 4> kScheduleNames = {"blocking", "layers", "buckets",
                                                                   "by-size"};
constexpr std::string_view name_of(ScheduleKind kind) {
  return kScheduleNames[static_cast<std::size_t>(kind)];
}

/// Sizes are those of dense gradients. The defaults are those of PyTorch DDP and of RedSync.
struct Schedule {
  ScheduleKind kind = ScheduleKind::buckets;
  double first_bucket_bytes = 1 << 20;
  double bucket_bytes = 25 << 20;
  double dense_below_bytes = 128e3;  ///< by_size: smaller layers are exchanged as dense vectors

  bool operator==(const Schedule&) const = default;
};

/// One allreduce of a step.
struct Exchange {
  std::string name;  ///< of its layer, or of its first and last one
  std::uint64_t parameters = 0;
  std::uint64_t nonzeros = 0;   ///< that a rank sends: at least 1
  std::size_t layers_done = 0;  ///< it is ready when the backward pass has left so many layers
  bool dense = false;           ///< by the schedule, whatever the algorithm of others
  std::optional<double> recorded_s{};  ///< if all its layers have exchange_s: their sum
};

/// The exchanges of a step in the order in which they become ready; layers without parameters are
/// in none. Of each layer's gradient, at most the share `density` is sent, and what the layer
/// itself has; nullopt: what it has. A bucket is complete as soon as it has its size.
std::vector<Exchange> exchanges_of(const Workload& workload, const Schedule& schedule,
                                   std::optional<double> density);

}  // namespace sparlab::workloads
