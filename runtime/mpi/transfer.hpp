#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sparlab::runtime::mpi {

/// How messages travel between processes: whole, or in chunks.
///
/// Over TCP, Open MPI asks the receiver before it sends a message above its eager limit
/// (64 KiB by default). The answer waits in the socket behind the data that the receiver itself
/// sends, so that two ranks that exchange long messages take turns. Chunks below that limit are
/// sent without asking. Where ranks share memory, and on networks that write to remote memory,
/// whole messages are faster.
struct Transfer {
  static constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kFewestBytes = 64;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

  /// Messages of more bytes travel in chunks of at most this size: kFewestBytes..kMostBytes, or
  /// kWhole. Equal on all ranks.
  std::size_t chunk_bytes = kWhole;
  /// Chunks of one message that the library holds at a time, at least one. Ranks may differ.
  std::size_t chunks_in_flight = 16;

  bool in_chunks() const { return chunk_bytes != kWhole; }
};

/// A chunk size that is not accepted, or that differs between ranks.
class TransferError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The chunk size that `text` gives: a number of bytes, or "whole".
/// Errors  TransferError says what is accepted.
std::size_t parse_chunk_bytes(std::string_view text);

/// What the environment variable SPARLAB_CHUNK_BYTES asks for; whole messages if it is not set.
/// Errors  TransferError names the variable.
Transfer transfer_from_environment();

/// A chunk size as `parse_chunk_bytes` reads it.
std::string chunk_bytes_text(std::size_t chunk_bytes);

}  // namespace sparlab::runtime::mpi
