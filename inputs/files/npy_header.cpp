#include "inputs/files/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "inputs/files/data_error.hpp"

namespace sparlab::inputs {
namespace {

class NpyHeaderParser {
 public:
  NpyHeaderParser(const std::string& name, std::uint64_t begin, std::string_view text)
      : name_(name), begin_(begin), text_(text), left_(text) {}

  NpyHeader parse() {
    expect('{');
    std::set<std::string> keys;
    while (!take('}')) {
      const std::string_view at_key = left_;
      const std::string key = quoted_text();
      if (!keys.insert(key).second) refuse(at_key);
      expect(':');
      parse_value(key, at_key);
      if (take('}')) break;
      expect(',');
    }
    skip_blanks();
    if (!left_.empty() || keys.size() != kKeys) refuse(left_);
    return std::move(header_);
  }

 private:
  static constexpr std::size_t kKeys = 3;

  /// `at` begins where the error is.
  [[noreturn]] void refuse(std::string_view at) const {
    throw DataError(name_, at_byte(begin_ + (text_.size() - at.size())),
                    at.empty() ? "the end of the header" : inputs::quoted(at),
                    "a header such as {'descr': '<f4', 'fortran_order': False, 'shape': (32, "
                    "1000), }");
  }

  void skip_blanks() {
    left_.remove_prefix(std::min(left_.find_first_not_of(" \t\r\n"), left_.size()));
  }

  bool take(std::string_view word) {
    skip_blanks();
    if (!left_.starts_with(word)) return false;
    left_.remove_prefix(word.size());
    return true;
  }
  bool take(char letter) { return take(std::string_view(&letter, 1)); }

  void expect(char letter) {
    if (!take(letter)) refuse(left_);
  }

  std::string quoted_text() {
    skip_blanks();
    const std::string_view at = left_;
    const char quote = left_.starts_with('"') ? '"' : '\'';
    expect(quote);
    const std::size_t end = left_.find(quote);
    if (end == std::string_view::npos) refuse(at);
    std::string text(left_.substr(0, end));
    left_.remove_prefix(end + 1);
    return text;
  }

  void parse_value(const std::string& key, std::string_view at_key) {
    if (key == "descr") {
      header_.type = quoted_text();
    } else if (key == "fortran_order") {
      header_.columns_first = take("True");
      if (!header_.columns_first && !take("False")) refuse(left_);
    } else if (key == "shape") {
      parse_shape();
    } else {
      refuse(at_key);
    }
  }

  /// (), (3,), (3, 4) or (3, 4,). Without a comma, (3) is a number in Python and no tuple.
  void parse_shape() {
    expect('(');
    while (!take(')')) {
      header_.shape.push_back(length());
      if (take(',')) continue;
      if (header_.shape.size() == 1) refuse(left_);
      expect(')');
      break;
    }
  }

  std::uint64_t length() {
    skip_blanks();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), number);
    if (error != std::errc()) refuse(left_);
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return number;
  }

  const std::string& name_;
  std::uint64_t begin_;
  std::string_view text_;
  std::string_view left_;  ///< the end of text_ that is not parsed yet
  NpyHeader header_;
};

}  // namespace

NpyHeader parse_npy_header(const std::string& name, std::uint64_t begin, std::string_view text) {
  return NpyHeaderParser(name, begin, text).parse();
}

}  // namespace sparlab::inputs
