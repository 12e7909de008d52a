#pragma once

#include <cstdint>

namespace sparlab::model {

/// What the messages of an allreduce carry of the values that it adds.
enum class Moved : std::uint8_t {
  all,         ///< values for all indices, zeros included
  nonzeros,    ///< all entries, as values of full width
  nonneutral,  ///< the same without sums that have become zero
  compressed,  ///< fewer bits than the values
};

}  // namespace sparlab::model
