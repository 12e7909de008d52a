#include "experiments/text/printable_stream.hpp"

#include "experiments/text/printable.hpp"

namespace sparlab::experiments {

PrintableStream::PrintableStream(std::ostream& stream)
    : stream_(stream), destination_(stream.rdbuf(this)) {}

PrintableStream::~PrintableStream() {
  pass_on(printable_lines(unfinished_));
  stream_.rdbuf(destination_);
}

PrintableStream::int_type PrintableStream::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char byte = traits_type::to_char_type(character);
  return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
}

std::streamsize PrintableStream::xsputn(const char* text, std::streamsize size) {
  unfinished_.append(text, static_cast<std::size_t>(size));
  const std::size_t whole = unfinished_.size() - unfinished_bytes(unfinished_);
  const bool passed = pass_on(printable_lines(std::string_view(unfinished_).substr(0, whole)));
  unfinished_.erase(0, whole);
  return passed ? size : 0;
}

int PrintableStream::sync() { return destination_->pubsync(); }

bool PrintableStream::pass_on(std::string_view text) {
  const auto size = static_cast<std::streamsize>(text.size());
  return destination_->sputn(text.data(), size) == size;
}

void write_control_sequence(std::ostream& stream, std::string_view sequence) {
  auto* const filter = dynamic_cast<PrintableStream*>(stream.rdbuf());
  if (filter == nullptr) {
    stream << sequence;
  } else if (!filter->pass_on(sequence)) {
    stream.setstate(std::ios::badbit);
  }
}

}  // namespace sparlab::experiments
