#include "api/saved_state.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "algos/kernels/hash.hpp"
#include "algos/streams/state_archive.hpp"

namespace sparlab::api {
namespace {

constexpr std::uint64_t kMagic = 0x3153424c52415053;  // "SPARLBS1"

struct Seal {
  std::uint64_t magic;
  std::uint64_t checksum;
};
static_assert(sizeof(Seal) == kSealBytes);

std::uint64_t checksum(std::span<const std::byte> content) {
  std::uint64_t state = content.size();
  for (std::size_t at = 0; at < content.size(); at += sizeof state) {
    std::uint64_t word = 0;
    std::memcpy(&word, content.data() + at, std::min(sizeof word, content.size() - at));
    state = algos::kernels::mix64(state ^ word);
  }
  return state;
}

}  // namespace

void seal(std::span<std::byte> state) {
  const Seal made{kMagic, checksum(state.subspan(kSealBytes))};
  std::memcpy(state.data(), &made, sizeof made);
}

std::span<const std::byte> unsealed(std::span<const std::byte> state) {
  Seal read{};
  if (state.size() < sizeof read) throw algos::StateError("it is not a saved state");
  std::memcpy(&read, state.data(), sizeof read);
  if (read.magic != kMagic) throw algos::StateError("it is not a saved state");
  const auto content = state.subspan(kSealBytes);
  if (read.checksum != checksum(content)) throw algos::StateError("the saved state is damaged");
  return content;
}

}  // namespace sparlab::api
