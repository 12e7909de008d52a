#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

/// How ranks tell each other which blocks they hold entries of: a bit a block, united by OR, or a
/// value a block, summed.
enum class BlockFlags : std::uint8_t { packed, float_per_block };

inline Choices<BlockFlags> block_flag_choices() {
  return {{"packed", BlockFlags::packed}, {"float_per_block", BlockFlags::float_per_block}};
}
inline constexpr std::string_view kBlockMeaning = "consecutive indices of a block";
inline constexpr std::string_view kBlockFlagsMeaning =
    "live blocks travel as a bit each, united by OR, or as a float each, summed";

}  // namespace sparlab::model
