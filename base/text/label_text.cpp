#include "base/text/label_text.hpp"

#include <algorithm>

namespace sparlab::base {

std::string label_text(std::string text) {
  std::ranges::replace_if(
      text,
      [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !letter && !(c >= '0' && c <= '9') && c != '.' && c != '_';
      },
      '-');
  const std::size_t last = text.find_last_not_of('-');
  if (last != std::string::npos) text.resize(last + 1);
  return text;
}

}  // namespace sparlab::base
