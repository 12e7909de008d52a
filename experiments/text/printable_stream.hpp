#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace sparlab::experiments {

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

}  // namespace sparlab::experiments
