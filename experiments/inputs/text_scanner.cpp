#include "experiments/inputs/text_scanner.hpp"

#include "experiments/inputs/data_error.hpp"

namespace sparlab::experiments::inputs {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

bool ends_word(int c) {
  switch (c) {
    case TextScanner::kEnd:
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '#':
    case ':':
      return true;
    default:
      return false;
  }
}

}  // namespace

TextScanner::TextScanner(DataFile& file) : file_(file), buffer_(kBufferBytes) {}

bool TextScanner::refill() {
  if (at_end_) return false;
  next_ = 0;
  filled_ = file_.read(buffer_);
  at_end_ = filled_ < buffer_.size();
  return filled_ > 0;
}

void TextScanner::skip_blanks() {
  while (peek() == ' ' || peek() == '\t') skip();
}

void TextScanner::skip_to_line_end() {
  while (peek() != kEnd && peek() != '\n') skip();
}

std::string_view TextScanner::word() {
  word_.clear();
  for (int c = peek(); !ends_word(c); c = peek()) {
    if (word_.size() == kMaxWord) {
      throw DataError(file_.name(), at_line(line_), quoted(word_),
                      "words of at most " + std::to_string(kMaxWord) + " characters");
    }
    word_ += static_cast<char>(c);
    skip();
  }
  return word_;
}

}  // namespace sparlab::experiments::inputs
