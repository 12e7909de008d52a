#pragma once

#include <string>
#include <string_view>

namespace sparlab::experiments {

/// FNV-1a, 128 bits, as 32 hexadecimal digits. Equal on every machine, so that ids of points stay
/// comparable. Not resistant to deliberate collisions.
/// Source  Fowler, Noll, Vo; draft-eastlake-fnv.
std::string content_hash(std::string_view bytes);

}  // namespace sparlab::experiments
