#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/lab_parsers.hpp"
#include "tests/fuzz/parsers.hpp"

/// libFuzzer's entry point; the build defines the parser that this target tests.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sparlab::fuzz::SPARLAB_FUZZED(std::as_bytes(std::span(data, size)));
  return 0;
}
