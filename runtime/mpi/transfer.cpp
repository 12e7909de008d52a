#include "runtime/mpi/transfer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <system_error>

namespace sparlab::runtime::mpi {
namespace {

constexpr const char* kVariable = "SPARLAB_CHUNK_BYTES";
constexpr std::string_view kWholeText = "whole";

/// The start of a text from outside, without control characters.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string shown(text.substr(0, kShown));
  for (char& letter : shown)
    if (letter < ' ' || letter > '~') letter = '?';
  return fmt::format("'{}{}'", shown, text.size() > kShown ? "..." : "");
}

}  // namespace

std::size_t parse_chunk_bytes(std::string_view text) {
  if (text == kWholeText) return Transfer::kWhole;
  std::size_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  if (!is_number || bytes < Transfer::kFewestBytes || bytes > Transfer::kMostBytes) {
    throw TransferError(
        fmt::format("{} is no chunk size; accepted are a number of bytes from {} to {}, and '{}'",
                    quoted(text), Transfer::kFewestBytes, Transfer::kMostBytes, kWholeText));
  }
  return bytes;
}

Transfer transfer_from_environment() {
  const char* const text = std::getenv(kVariable);
  if (text == nullptr) return {};
  try {
    return {.chunk_bytes = parse_chunk_bytes(text)};
  } catch (const TransferError& error) {
    throw TransferError(fmt::format("environment variable {}: {}", kVariable, error.what()));
  }
}

std::string chunk_bytes_text(std::size_t chunk_bytes) {
  return chunk_bytes == Transfer::kWhole ? std::string(kWholeText) : std::to_string(chunk_bytes);
}

}  // namespace sparlab::runtime::mpi
