#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sparlab::model {

/// Parses a count in one of the usual notations: "4096", "1e6", "2^24", "16M" or "1.5Ki". The
/// suffixes k, M, G, T (and K, as k) are powers of 1000, and Ki, Mi, Gi, Ti powers of 1024. nullopt
/// unless the text is exactly a whole number in [0, 2^53] in this notation.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace sparlab::model
