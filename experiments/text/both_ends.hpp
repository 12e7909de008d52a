#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// A text from outside, shortened for a message: a text of more than `most` bytes keeps its
/// beginning and its end, cut between UTF-8 characters.
std::string both_ends(std::string_view text, std::size_t most = 400);

}  // namespace sparlab::experiments
