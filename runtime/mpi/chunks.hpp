#pragma once

#include <algorithm>
#include <cstddef>

namespace sparlab::runtime::mpi {

/// Calls body(offset, size) for consecutive pieces of [0, count), none longer than `limit`: MPI
/// counts are int.
template <class Body>
void for_each_chunk(std::size_t count, std::size_t limit, Body&& body) {
  for (std::size_t offset = 0; offset < count; offset += limit) {
    body(offset, std::min(limit, count - offset));
  }
}

}  // namespace sparlab::runtime::mpi
