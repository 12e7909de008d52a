#pragma once

#include <bit>
#include <cstdint>

#include "runtime/comm.hpp"

/// What the number of a request means. The completion time of an eager send is known when it
/// starts, so its request is only that time. Other requests name an entry. The sign bit
/// distinguishes them, since times are never negative.
namespace sparlab::runtime::loggp {

inline constexpr std::uint64_t kEntryRequest = std::uint64_t{1} << 63;

inline Request request_of_time(double time_s) {
  return Request(std::bit_cast<std::uint64_t>(time_s));
}
inline Request request_of_entry(std::uint32_t entry) { return Request(kEntryRequest | entry); }

inline bool names_entry(const Request& request) { return (request.id() & kEntryRequest) != 0; }
inline std::uint32_t entry_of(const Request& request) {
  return static_cast<std::uint32_t>(request.id());
}
inline double time_of(const Request& request) { return std::bit_cast<double>(request.id()); }

}  // namespace sparlab::runtime::loggp
