#include "experiments/text/both_ends.hpp"

#include "experiments/text/utf8.hpp"

namespace sparlab::experiments {

std::string both_ends(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  constexpr std::string_view kGap = "...";
  std::size_t tail = most / 4;
  std::size_t head = most - tail - kGap.size();
  while (head > 0 && continues_character(text[head])) --head;
  while (tail > 0 && continues_character(text[text.size() - tail])) --tail;
  return std::string(text.substr(0, head)) + std::string(kGap) +
         std::string(text.substr(text.size() - tail));
}

}  // namespace sparlab::experiments
