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
    "live blocks travel as a bit each, united by OR, or as a float each, summed";

}  // namespace sparlab::model
