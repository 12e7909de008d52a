#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Text in shell scripts. Every text that comes from a user passes one of these functions.
namespace sparlab::base {

/// The text as one word of a shell: 'it'\''s'. Texts of letters, digits and _ . , : = + - / @ % are
/// left as they are. The shell reads the word as exactly this text.
/// Contract: no zero bytes.
std::string shell_word(std::string_view text);

/// Words separated by spaces.
std::string shell_words(const std::vector<std::string>& texts);

/// A name for jobs and files: other characters than letters, digits and . _ - become '_'; at most
/// 60 characters.
std::string job_name(std::string_view text);

}  // namespace sparlab::base
