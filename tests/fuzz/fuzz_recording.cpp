#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/parsers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sparlab::fuzz::parse_recording(std::as_bytes(std::span(data, size)));
  return 0;
}
