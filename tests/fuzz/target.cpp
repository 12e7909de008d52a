#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/lab_parsers.hpp"
#include "tests/fuzz/parsers.hpp"

/// libFuzzer's entry; the build sets which parser this target is for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sparlab::fuzz::SPARLAB_FUZZED(std::as_bytes(std::span(data, size)));
  return 0;
}
