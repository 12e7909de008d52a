#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sparlab::base {

/// Base64 (RFC 4648) with padding.
std::string to_base64(std::string_view bytes);

/// The bytes of such a text; nullopt if it is not exactly what to_base64 writes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace sparlab::base
