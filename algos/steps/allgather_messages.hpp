#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// Size of the first of several consecutive encodings: in bytes, and in bytes that the wire charges
/// (both are equal unless the encoding represents data that do not exist).
struct Extent {
  std::size_t bytes;
  double wire_bytes;
};

/// The size of the encoding of `rank` at the front of `rest`. May throw WireError; the caller
/// rejects an extent beyond `rest`.
using ExtentOf = std::function<Extent(std::span<const std::byte> rest, std::size_t rank)>;

/// Every rank contributes data in an encoding of its own, and gets the encodings of all ranks, by
/// rank, unchanged: intermediate ranks do not decode them. Pattern and cost: allgather_blocks.hpp;
/// a message of several encodings concatenates them, which costs a copy.
/// Errors  WireError: a message that does not end where its last encoding ends.
std::vector<runtime::Message> allgather_messages(runtime::Comm& comm, runtime::Message own,
                                                 const ExtentOf& extent_of);

}  // namespace sparlab::algos
