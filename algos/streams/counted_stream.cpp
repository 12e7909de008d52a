#include "algos/streams/counted_stream.hpp"

#include <cstring>
#include <type_traits>

namespace sparlab::algos {

static_assert(std::is_trivially_copyable_v<CountedStream>);
static_assert(sizeof(CountedStream) <= runtime::Message::kTokenCapacity);

CountedStream::CountedStream(const CountedContext& context, Range range, std::uint32_t ranks,
                             Format format)
    : range_(range), context_(&context), ranks_(ranks), format_(format) {
  count_ = format == Format::dense ? static_cast<double>(range.size())
                                   : context.fill_in->distinct({0, ranks}, range);
}

double CountedStream::wire_bytes() const {
  return format_ == Format::dense ? context_->wire.dense_bytes(count_)
                                  : context_->wire.coo_bytes(count_);
}

runtime::Message CountedStream::encode() const {
  return runtime::Message::token(std::as_bytes(std::span(this, 1)), wire_bytes());
}

CountedStream CountedStream::decode(const runtime::Message& message) {
  const auto bytes = message.bytes();
  if (bytes.size() != sizeof(CountedStream)) throw WireError("not one counted stream");
  CountedStream stream;
  std::memcpy(&stream, bytes.data(), bytes.size());
  return stream;
}

std::vector<CountedStream> CountedStream::decode_bundle(const runtime::Message& message) {
  const auto bytes = message.bytes();
  if (bytes.size() % sizeof(CountedStream) != 0) throw WireError("damaged counted stream");
  std::vector<CountedStream> streams(bytes.size() / sizeof(CountedStream));
  if (!streams.empty()) std::memcpy(streams.data(), bytes.data(), bytes.size());
  return streams;
}

}  // namespace sparlab::algos
