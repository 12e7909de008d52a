#include "experiments/text/content_hash.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace sparlab::experiments {

std::string content_hash(std::string_view bytes) {
  __extension__ using Wide = unsigned __int128;
  constexpr Wide kOffset = (Wide{0x6c62272e07bb0142} << 64U) | Wide{0x62b821756295c58d};
  constexpr Wide kPrime = (Wide{1} << 88U) | Wide{0x13b};
  Wide hash = kOffset;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= kPrime;
  }
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(hash >> 64U),
                     static_cast<std::uint64_t>(hash));
}

}  // namespace sparlab::experiments
