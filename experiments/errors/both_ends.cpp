#include "experiments/errors/both_ends.hpp"

namespace sparlab::experiments {
namespace {

/// Whether a byte goes on with the character that another one began.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

}  // namespace

std::string both_ends(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  constexpr std::string_view kGap = "...";
  std::size_t tail = most / 4;
  std::size_t head = most - tail - kGap.size();
  while (head > 0 && continues(text[head])) --head;
  while (tail > 0 && continues(text[text.size() - tail])) --tail;
  return std::string(text.substr(0, head)) + std::string(kGap) +
         std::string(text.substr(text.size() - tail));
}

}  // namespace sparlab::experiments
