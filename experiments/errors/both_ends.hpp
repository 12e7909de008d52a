#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// A text from outside as a message may quote it: both ends of one of more than `most` bytes, cut
/// between characters of UTF-8.
std::string both_ends(std::string_view text, std::size_t most = 400);

}  // namespace sparlab::experiments
