#include "base/text/node_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace sparlab::base {
namespace {

constexpr std::size_t kMostDigits = 9;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
         c == '.';
}

using Names = std::optional<std::vector<std::string>>;

class NodeListReader {
 public:
  NodeListReader(std::string_view text, std::size_t most) : rest_(text), most_(most) {}

  Names read() {
    std::vector<std::string> all;
    do {
      Names names = read_item(all.size());
      if (!names) return std::nullopt;
      all.insert(all.end(), names->begin(), names->end());
    } while (take(','));
    return rest_.empty() ? Names(std::move(all)) : std::nullopt;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// A name, of which parts may be lists of numbers in brackets: all combinations, the last part
  /// changing fastest. `before` names are there already.
  Names read_item(std::size_t before) {
    std::vector<std::string> names = {""};
    bool empty = true;
    for (; !rest_.empty() && rest_.front() != ','; empty = false) {
      const Names parts = take('[') ? read_numbers() : read_plain();
      if (!parts || parts->size() > most_ / names.size() ||
          parts->size() * names.size() > most_ - before)
        return std::nullopt;
      std::vector<std::string> longer;
      for (const std::string& name : names)
        for (const std::string& part : *parts) longer.push_back(name + part);
      names = std::move(longer);
    }
    return empty || before == most_ ? std::nullopt : Names(std::move(names));
  }

  Names read_plain() {
    const auto end = std::ranges::find_if_not(rest_, is_name_character);
    const std::string plain(rest_.begin(), end);
    rest_.remove_prefix(plain.size());
    return plain.empty() ? std::nullopt : Names({plain});
  }

  /// "001005-001008,001012]"
  Names read_numbers() {
    std::vector<std::string> numbers;
    do {
      const auto first = take_digits();
      const auto last = take('-') ? take_digits() : first;
      if (!first || !last) return std::nullopt;
      const auto from = number_of(*first);
      const auto to = number_of(*last);
      if (to < from || to - from >= most_ - std::min(most_, numbers.size())) return std::nullopt;
      for (std::uint64_t number = from; number <= to; ++number)
        numbers.push_back(fmt::format("{:0{}}", number, first->size()));
    } while (take(','));
    return take(']') ? Names(std::move(numbers)) : std::nullopt;
  }

  std::optional<std::string_view> take_digits() {
    const auto end = std::ranges::find_if_not(rest_, is_digit);
    const auto size = static_cast<std::size_t>(end - rest_.begin());
    if (size == 0 || size > kMostDigits) return std::nullopt;
    const std::string_view digits = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return digits;
  }

  static std::uint64_t number_of(std::string_view digits) {
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
  }

  std::string_view rest_;
  std::size_t most_;
};

}  // namespace

std::optional<std::vector<std::string>> parse_node_list(std::string_view text, std::size_t most) {
  return NodeListReader(text, most).read();
}

}  // namespace sparlab::base
