#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// What the first of several encodings in a row takes: bytes, and bytes that the wire charges for
/// them (the same, unless they stand for data).
struct Extent {
  std::size_t bytes;
  double wire_bytes;
};

/// How long rank's encoding at the front of `rest` is. May throw WireError; an extent beyond `rest`
/// is refused by the caller.
using ExtentOf = std::function<Extent(std::span<const std::byte> rest, std::size_t rank)>;

/// Every rank contributes what it has encoded in a format of its own, and gets the encodings of all
/// ranks, by rank, unchanged: nothing is decoded on the way. Pattern and cost:
/// allgather_blocks.hpp; a message of several encodings is one behind the other, which costs a
/// copy.
/// Errors  WireError: a message that does not end where its encodings do.
std::vector<runtime::Message> allgather_messages(runtime::Comm& comm, runtime::Message own,
                                                 const ExtentOf& extent_of);

}  // namespace sparlab::algos
