#pragma once

#include <cstddef>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace sparlab::base {

struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8, or truncated
};

/// The first character of a text, which must not be empty.
Utf8Character first_character(std::string_view text);

/// The length of a character in bytes, from its first byte; 0 if no character begins with this
/// byte.
std::size_t length_by_first_byte(unsigned char first);

/// True for a continuation byte of a character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// True if the whole text is valid UTF-8.
bool is_utf8(std::string_view text);

// Printable text is safe to display: characters that a terminal would interpret or hide are
// escaped.

/// For one line. Escapes control characters of ASCII and Unicode ("\n", "\u001b"), characters that
/// change the text direction, and bytes that are not UTF-8 ("\xff"). Characters are escaped as in
/// JSON, so that a JSON document keeps its meaning.
std::string printable(std::string_view text);

/// For text of several lines: newlines are kept.
std::string printable_lines(std::string_view text);

/// The number of bytes at the end of `text` that begin an incomplete UTF-8 character: 0 to 3.
std::size_t unfinished_bytes(std::string_view text);

/// A text from outside, shortened for a message: a text of more than `most` bytes keeps its
/// beginning and its end, cut between UTF-8 characters.
std::string both_ends(std::string_view text, std::size_t most = 400);

/// During its lifetime, everything written to a stream is made printable (printable_lines), so that
/// no text of a record, an input or a user can control the terminal. Not for binary data.
class PrintableStream : public std::streambuf {
 public:
  explicit PrintableStream(std::ostream& stream);
  ~PrintableStream() override;
  PrintableStream(const PrintableStream&) = delete;
  PrintableStream& operator=(const PrintableStream&) = delete;

 private:
  friend void write_control_sequence(std::ostream& stream, std::string_view sequence);

  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;
  bool pass_on(std::string_view text);

  std::ostream& stream_;
  std::streambuf* destination_;
  std::string unfinished_;  ///< the bytes of an incomplete character
};

/// Writes a sequence that the terminal should interpret.
void write_control_sequence(std::ostream& stream, std::string_view sequence);

}  // namespace sparlab::base
