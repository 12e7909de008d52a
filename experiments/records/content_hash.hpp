#pragma once

#include <string>
#include <string_view>

namespace sparlab::experiments {

/// FNV-1a, 128 bits, as 32 hexadecimal digits. The same on every machine, so that ids of points
/// stay comparable; not meant to withstand forgery.
/// Source  Fowler, Noll, Vo; draft-eastlake-fnv.
std::string content_hash(std::string_view bytes);

}  // namespace sparlab::experiments
