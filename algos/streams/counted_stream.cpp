#include "algos/streams/counted_stream.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "model/contract.hpp"

namespace sparlab::algos {

static_assert(std::is_trivially_copyable_v<CountedStream>);
static_assert(sizeof(CountedStream) <= runtime::Message::kTokenCapacity);

CountedStream::CountedStream(const CountedContext& context, Range range, std::uint32_t ranks,
                             Format format)
    : range_(range), context_(&context), ranks_(ranks), format_(format) {
  count_ = format == Format::dense ? static_cast<double>(range.size())
                                   : context.fill_in->distinct({0, ranks}, range);
}

double CountedStream::expected_entries() const {
  return context_->fill_in->distinct({0, ranks_}, range_);
}

CountedStream CountedStream::united(std::span<const CountedStream> streams, Format format) {
  SPARLAB_EXPECTS(!streams.empty());
  const CountedStream& first = streams.front();
  std::uint32_t ranks = 0;
  bool cut = false;
  for (const CountedStream& stream : streams) {
    ranks += stream.ranks_;
    cut = cut || stream.cut_;
  }
  CountedStream whole(*first.context_, first.range_, ranks, format);
  if (!cut || format == Format::dense) return whole;
  double held = 0;
  double uncut = 0;
  for (const CountedStream& stream : streams) {
    held += stream.count_;
    uncut += stream.expected_entries();
  }
  whole.cut_ = true;
  whole.count_ *= uncut > 0 ? held / uncut : 0;
  return whole;
}

CountedStream CountedStream::united(const CountedStream& left, const CountedStream& right,
                                    Format format) {
  const CountedStream both[] = {left, right};
  return united(both, format);
}

CountedStream CountedStream::cut_to(double count) const {
  CountedStream selection(*context_, range_, 1, Format::coo);
  const double kept = std::min(count, count_);
  selection.cut_ = kept != selection.count_;
  selection.count_ = kept;
  return selection;
}

CountedStream CountedStream::part(Range range) const {
  CountedStream part(*context_, range, ranks_, format_);
  if (!cut_ || format_ == Format::dense) return part;
  const double uncut = expected_entries();
  part.cut_ = true;
  part.count_ *= uncut > 0 ? count_ / uncut : 0;
  return part;
}

CountedStream CountedStream::joined(std::span<const CountedStream> parts, Format format) {
  SPARLAB_EXPECTS(!parts.empty());
  const CountedStream& first = parts.front();
  CountedStream whole(*first.context_, {first.range_.lo, parts.back().range_.hi}, first.ranks_,
                      format);
  double held = 0;
  bool cut = false;
  for (const CountedStream& part : parts) {
    held += part.count_;
    cut = cut || part.cut_;
  }
  if (!cut || format == Format::dense) return whole;
  whole.cut_ = true;
  whole.count_ = held;
  return whole;
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
