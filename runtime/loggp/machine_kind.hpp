#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sparlab::runtime::loggp {

/// The kinds of abstract machines that a platform describes.
enum class MachineKind : std::uint8_t {
  none,     ///< of an engine that has no machine
  hockney,  ///< ports, each message alone
  loggp,    ///< ports, latencies of messages in flight overlap
  network,  ///< the links of a topology
};
inline constexpr std::array<std::string_view, 4> kMachineNames = {"", "hockney", "loggp",
                                                                  "network"};

constexpr std::string_view name_of(MachineKind kind) {
  return kMachineNames[static_cast<std::size_t>(kind)];
}

constexpr std::optional<MachineKind> machine_kind(std::string_view name) {
  for (std::size_t kind = 0; kind < kMachineNames.size(); ++kind)
    if (kMachineNames[kind] == name) return static_cast<MachineKind>(kind);
  return std::nullopt;
}

}  // namespace sparlab::runtime::loggp
