#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments::records {

/// Numbers as base64 (RFC 4648) of their 8 bytes each, least significant first: 11 characters a
/// number, where a decimal text takes 19, and much faster to write and read.
/// Contract: every number is finite.
std::string pack_numbers(const std::vector<double>& numbers);

/// Errors  FormatError: not the text of `count` finite numbers.
std::vector<double> unpack_numbers(std::string_view text, std::size_t count);

}  // namespace sparlab::experiments::records
