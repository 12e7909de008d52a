#include "inputs/files/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "inputs/files/data_error.hpp"
#include "model/base/contract.hpp"

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

namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr std::size_t kMostHeader = std::size_t{1} << 16;
constexpr std::size_t kChunk = std::size_t{1} << 16;

std::uint64_t little_endian(const std::byte* bytes, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = count; i > 0; --i)
    word = word << 8 | std::to_integer<std::uint64_t>(bytes[i - 1]);
  return word;
}

/// IEEE binary16, exactly.
double half_value(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 31U);
  const auto fraction = static_cast<double>(bits & 1023U);
  const double sign = (bits >> 15 & 1U) != 0 ? -1 : 1;
  if (exponent == 31)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

double value_of(std::uint64_t bits, std::size_t bytes, char kind) {
  if (kind == 'b') return bits == 0 ? 0 : 1;
  if (bytes == 2) return half_value(bits);
  if (bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

}  // namespace

NpyReader::NpyReader(std::string name, ByteSource& source, std::uint64_t most_bytes)
    : name_(std::move(name)), source_(source) {
  std::array<std::byte, 8> magic;
  read_exactly(magic);
  const std::string_view found(reinterpret_cast<const char*>(magic.data()), magic.size());
  const auto version = static_cast<unsigned char>(found[6]);
  if (!found.starts_with(kNpyMagic) || version < 1 || version > 3)
    refuse("magic " + inputs::quoted(found), "\"\\x93NUMPY\" and version 1, 2 or 3");
  std::array<std::byte, 4> size{};
  const std::size_t size_bytes = version == 1 ? 2 : 4;
  read_exactly(std::span(size).first(size_bytes));
  const std::uint64_t header_bytes = little_endian(size.data(), size_bytes);
  if (header_bytes > kMostHeader)
    refuse(fmt::format("a header of {} bytes", header_bytes),
           fmt::format("at most {}", kMostHeader));
  const std::uint64_t header_begin = offset_;
  std::string header(static_cast<std::size_t>(header_bytes), ' ');
  read_exactly(std::as_writable_bytes(std::span(header)));
  take_header(parse_npy_header(name_, header_begin, header));
  std::uint64_t total = bytes_;
  for (const std::uint64_t length : shape_)
    if (__builtin_mul_overflow(total, length, &total))
      total = std::numeric_limits<std::uint64_t>::max();
  if (total > most_bytes)
    refuse(fmt::format("a shape of {} bytes", total),
           fmt::format("at most {}, which this file can hold", most_bytes));
}

void NpyReader::refuse(std::string found, std::string accepted) const {
  throw DataError(name_, at_byte(offset_), std::move(found), std::move(accepted));
}

void NpyReader::read_exactly(std::span<std::byte> into) {
  const std::size_t count = source_.read(into);
  offset_ += count;
  if (count < into.size()) refuse("the end of the data", "as many bytes as header and shape say");
}

void NpyReader::take_header(NpyHeader header) {
  const std::string& type = header.type;
  if (type.size() == 3) {
    kind_ = type[1];
    bytes_ = static_cast<std::size_t>(type[2] - '0');
  }
  const bool one_byte = bytes_ == 1 && (kind_ == 'i' || kind_ == 'u' || kind_ == 'b');
  const bool wide =
      (bytes_ == 2 || bytes_ == 4 || bytes_ == 8) && (kind_ == 'i' || kind_ == 'u' || kind_ == 'f');
  if (type.size() != 3 || !(wide || one_byte) || (type[0] != '<' && !(one_byte && type[0] == '|')))
    refuse("elements of type " + inputs::quoted(type),
           "little-endian integers, floating-point numbers or booleans of 1 to 8 bytes, as '<f4'");
  shape_ = std::move(header.shape);
  if (shape_.size() > 1 && header.columns_first)
    refuse("columns before rows (fortran_order)", "rows, as numpy.ascontiguousarray makes them");
}

std::uint64_t NpyReader::elements() const {
  std::uint64_t elements = 1;
  for (const std::uint64_t length : shape_) elements *= length;
  return elements;
}

template <class Take>
void NpyReader::for_each_element(std::uint64_t elements, Take take) {
  std::vector<std::byte> chunk(kChunk);
  for (std::uint64_t left = elements; left > 0;) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunk / bytes_));
    read_exactly(std::span(chunk).first(count * bytes_));
    for (std::size_t i = 0; i < count; ++i) take(little_endian(chunk.data() + i * bytes_, bytes_));
    left -= count;
  }
}

std::vector<std::uint64_t> NpyReader::indices(std::uint64_t count) {
  SPARLAB_EXPECTS(integers());
  std::vector<std::uint64_t> row;
  for_each_element(count, [&](std::uint64_t bits) {
    if (kind_ == 'i' && (bits >> (8 * bytes_ - 1)) != 0)
      refuse("a negative number", "indices from 0");
    row.push_back(bits);
  });
  return row;
}

std::vector<double> NpyReader::values(std::uint64_t count) {
  SPARLAB_EXPECTS(!integers());
  std::vector<double> row;
  for_each_element(count,
                   [&](std::uint64_t bits) { row.push_back(value_of(bits, bytes_, kind_)); });
  return row;
}

void NpyReader::finish() {
  std::byte behind;
  if (source_.read({&behind, 1}) > 0) refuse("trailing data", "as many bytes as the shape says");
}

}  // namespace sparlab::inputs
