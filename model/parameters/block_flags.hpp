#pragma once

#include <cstdint>

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

}  // namespace sparlab::model
