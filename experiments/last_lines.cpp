#include "experiments/last_lines.hpp"

#include <algorithm>

namespace sparlab::experiments {

std::string last_lines(std::FILE* file) {
  constexpr long kMost = 1000;
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  const long from = std::max(0L, size - kMost);
  std::string text(static_cast<std::size_t>(std::max(0L, size - from)), '\0');
  std::fseek(file, from, SEEK_SET);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::string joined = from > 0 ? "..." : "";
  for (const char c : text) joined += c == '\n' ? std::string(" | ") : std::string(1, c);
  return joined;
}

}  // namespace sparlab::experiments
