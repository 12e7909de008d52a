#include "algos/streams/counted_stream.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "model/base/contract.hpp"
#include "model/fill_in/derived_fill_in.hpp"

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
  double largest = 0;
  for (const CountedStream& stream : streams) {
    held += stream.count_;
    uncut += stream.expected_entries();
    largest = std::max(largest, stream.count_);
  }
  whole.cut_ = true;
  whole.count_ = model::united_selections(whole.count_, uncut, held, largest);
  return whole;
}

CountedStream CountedStream::united(const CountedStream& left, const CountedStream& right,
                                    Format format) {
  const CountedStream both[] = {left, right};
  return united(both, format);
}

CountedStream CountedStream::cut_to(double count) const {
  if (format_ == Format::coo && count_ <= count) return *this;
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

std::shared_ptr<const CountedParts> CountedStream::parts(
    std::span<const std::uint64_t> boundaries) const {
  auto& last = context_->last_split;
  if (!last || *this != last->whole() || !std::ranges::equal(boundaries, last->boundaries()))
    last = std::make_shared<const CountedParts>(*this, boundaries);
  return last;
}

CountedParts::CountedParts(const CountedStream& whole, std::span<const std::uint64_t> boundaries)
    : whole_(whole), boundaries_(boundaries.begin(), boundaries.end()) {
  all_.reserve(boundaries.size() - 1);
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i)
    all_.push_back(whole.part({boundaries[i], boundaries[i + 1]}));
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

double CountedStream::runs() const {
  return cut_ ? model::expected_runs(count_, static_cast<double>(range_.size()))
              : context_->fill_in->runs({0, ranks_}, range_);
}

model::Packing CountedStream::packing(model::FormatSet formats) const {
  if (format_ == Format::dense) return {Format::dense, wire_bytes()};
  return context_->wire.pack(formats, count_, static_cast<double>(range_.size()),
                             formats.contains(Format::runs) ? runs() : 0);
}

CountedStream CountedStream::sent_as(Format format) const {
  CountedStream stream = *this;
  stream.sent_format_ = format;
  return stream;
}

Received<CountedStream> CountedStream::received() const {
  const double bytes =
      context_->wire.bytes(sent_format_, count_, static_cast<double>(range_.size()),
                           sent_format_ == Format::runs ? runs() : 0);
  return {*this, sent_format_, bytes};
}

Received<CountedStream> CountedStream::decode(const runtime::Message& message) {
  const auto bytes = message.bytes();
  if (bytes.size() != sizeof(CountedStream)) throw WireError("not one counted stream");
  CountedStream stream;
  std::memcpy(&stream, bytes.data(), bytes.size());
  return stream.received();
}

std::vector<Received<CountedStream>> CountedStream::decode_bundle(const runtime::Message& message) {
  const auto bytes = message.bytes();
  if (bytes.size() % sizeof(CountedStream) != 0) throw WireError("damaged counted stream");
  std::vector<Received<CountedStream>> streams;
  streams.reserve(bytes.size() / sizeof(CountedStream));
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(CountedStream)) {
    CountedStream stream;
    std::memcpy(&stream, bytes.data() + at, sizeof stream);
    streams.push_back(stream.received());
  }
  return streams;
}

}  // namespace sparlab::algos
