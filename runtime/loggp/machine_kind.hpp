#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

}  // namespace sparlab::runtime::loggp
