#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

/// How ranks exchange which blocks they hold entries of: one bit per block, combined by OR, or one
/// value per block, summed.
enum class BlockFlags : std::uint8_t { packed, float_per_block };

inline Choices<BlockFlags> block_flag_choices() {
  return {{"packed", BlockFlags::packed}, {"float_per_block", BlockFlags::float_per_block}};
}
inline constexpr std::string_view kBlockMeaning = "consecutive indices of a block";
inline constexpr std::string_view kBlockFlagsMeaning =
    "format of the flags of live blocks: packed: one bit per block, combined by OR; "
    "float_per_block: one float per block, summed";

/// The pieces of one size into which a universe may be cut. Costs and code follow every piece; the
/// cost model takes about a microsecond for each.
inline constexpr std::uint64_t kMostPieces = std::uint64_t{1} << 24;

/// For `check`, of the parameter that is the size of the pieces. Errors  ParameterError.
inline void require_few_pieces(std::string_view parameter, std::uint64_t size,
                               std::uint64_t universe) {
  const std::uint64_t least = universe / kMostPieces + (universe % kMostPieces == 0 ? 0 : 1);
  if (size >= least) return;
  throw ParameterError(std::string(parameter), write_value(size),
                       "at least " + write_value(least) + ", for at most 2^24 of them");
}

}  // namespace sparlab::model
