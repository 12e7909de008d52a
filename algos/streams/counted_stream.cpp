#include "algos/streams/counted_stream.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>

#include "model/base/contract.hpp"
#include "model/fill_in/derived_fill_in.hpp"
#include "model/fill_in/placed_fill_in.hpp"
#include "model/fill_in/sum_width.hpp"

namespace sparlab::algos {

static_assert(std::is_trivially_copyable_v<CountedStream>);
static_assert(sizeof(CountedStream) <= runtime::Message::kTokenCapacity);

std::uint32_t NumberedSets::number_of(model::RankSet set) {
  const auto [found, is_new] = numbers_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(set);
  return found->second;
}

CountedStream::Holders CountedStream::holders_of(const CountedContext& context,
                                                 model::Ranks ranks) {
  const model::PlacedFillIn* const places = context.fill_in->places();
  if (places == nullptr) return {static_cast<std::uint32_t>(ranks.count)};
  return {context.sets.number_of(places->set_of(ranks))};
}

CountedStream::CountedStream(const CountedContext& context, Range range, Format format,
                             Holders holders)
    : range_(range), context_(&context), holders_(holders.number), format_(format) {
  count_ = format == Format::dense ? static_cast<double>(range.size()) : expected_entries();
}

CountedStream::CountedStream(const CountedContext& context, Range range, std::uint32_t ranks,
                             Format format)
    : CountedStream(context, range, format, holders_of(context, {0, ranks})) {}

CountedStream CountedStream::of_rank(const CountedContext& context, Range range, std::uint64_t rank,
                                     Format format) {
  return {context, range, format, holders_of(context, {rank, 1})};
}

double CountedStream::expected_entries() const {
  const model::PlacedFillIn* const places = context_->fill_in->places();
  return places == nullptr ? context_->fill_in->distinct({0, holders_}, range_)
                           : places->distinct_of(context_->sets[holders_], range_);
}

std::uint32_t CountedStream::ranks() const {
  return static_cast<std::uint32_t>(neighbours().count);
}

model::Ranks CountedStream::neighbours() const {
  if (context_->fill_in->places() == nullptr) return {0, holders_};
  const model::RankSet set = context_->sets[holders_];
  return {static_cast<std::uint64_t>(std::countr_zero(set)),
          static_cast<std::uint64_t>(std::popcount(set))};
}

CountedStream CountedStream::united(std::span<const CountedStream> streams, Format format) {
  SPARLAB_EXPECTS(!streams.empty());
  const CountedStream& first = streams.front();
  const CountedContext& context = *first.context_;
  const bool placed = context.fill_in->places() != nullptr;
  std::uint32_t ranks = 0;
  model::RankSet set = 0;
  bool cut = false;
  for (const CountedStream& stream : streams) {
    ranks += stream.holders_;
    if (placed) set |= context.sets[stream.holders_];
    cut = cut || stream.cut_;
  }
  const Holders holders{placed ? context.sets.number_of(set) : ranks};
  CountedStream whole(context, first.range_, format, holders);
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
  CountedStream selection = of_rank(*context_, range_, neighbours().first, Format::coo);
  const double kept = std::min(count, count_);
  selection.cut_ = kept != selection.count_;
  selection.count_ = kept;
  return selection;
}

CountedStream CountedStream::part(Range range) const {
  CountedStream part = of_same_ranks(range, format_);
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

ContextOfPlaces::ContextOfPlaces(const CountedContext& indices, const model::HashedOwners& all)
    : owners(all), fill_in(model::fill_in_of_places(*indices.fill_in, all)) {
  context.fill_in = fill_in.get();
  context.wire = indices.wire;
  context.made_from = &indices;
}

CountedStream CountedStream::with_places(const model::HashedOwners& owners) const {
  auto& known = context_->of_places;
  auto found = std::ranges::find(known, owners, [](const auto& one) { return one->owners; });
  if (found == known.end())
    found = known.insert(found, std::make_shared<const ContextOfPlaces>(*context_, owners));
  return in((*found)->context);
}

CountedStream CountedStream::as_integers(double bits) const {
  auto& derived = context_->of_integers;
  if (!derived || derived->wire.code_bits != bits) {
    CountedContext context{.fill_in = context_->fill_in, .wire = context_->wire};
    context.wire.value_bytes = sizeof(float);
    context.wire.code_bits = bits;
    context.made_from = context_;
    derived = std::make_shared<const CountedContext>(std::move(context));
  }
  return in(*derived);
}

CountedStream CountedStream::in(const CountedContext& context) const {
  const bool sets = context_->fill_in->places() != nullptr && context.fill_in->places() != nullptr;
  CountedStream stream(context, range_, format_,
                       sets ? Holders{context.sets.number_of(context_->sets[holders_])}
                            : holders_of(context, neighbours()));
  if (!cut_ || format_ == Format::dense) return stream;
  stream.cut_ = true;
  stream.count_ = count_;
  return stream;
}

CountedStream CountedStream::joined(std::span<const CountedStream> parts, Format format) {
  SPARLAB_EXPECTS(!parts.empty());
  const CountedStream& first = parts.front();
  CountedStream whole = first.of_same_ranks({first.range_.lo, parts.back().range_.hi}, format);
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
  if (cut_) return model::expected_runs(count_, static_cast<double>(range_.size()));
  const model::PlacedFillIn* const places = context_->fill_in->places();
  return places == nullptr ? context_->fill_in->runs({0, holders_}, range_)
                           : places->runs_of(context_->sets[holders_], range_);
}

model::Packing CountedStream::packing(model::FormatSet formats) const {
  std::optional<double> coded;
  if (formats.value_code() == ValueCode::integers) coded = coded_bytes(ValueCode::integers);
  if (format_ == Format::dense) return context_->wire.pack_dense(formats, count_, coded);
  return context_->wire.pack(formats, count_, static_cast<double>(range_.size()),
                             formats.contains(Format::runs) ? runs() : 0, coded);
}

double CountedStream::coded_bytes(ValueCode code) const {
  if (code != ValueCode::integers) return context_->wire.coded_bytes(count_);
  return context_->wire.integer_bytes(
      count_,
      model::more_bits_of_sums(*context_->fill_in, context_->wire.code_bits, ranks(), range_));
}

CountedStream CountedStream::sent_as(const model::Packing& packing) const {
  CountedStream stream = *this;
  stream.sent_format_ = packing.format;
  stream.sent_code_ = packing.code;
  return stream;
}

Received<CountedStream> CountedStream::received() const {
  const model::WireFormat& wire = context_->wire;
  double bytes = wire.bytes(sent_format_, count_, static_cast<double>(range_.size()),
                            sent_format_ == Format::runs ? runs() : 0);
  if (sent_code_ != ValueCode::none) bytes -= count_ * wire.value_bytes - coded_bytes(sent_code_);
  return {*this, sent_format_, sent_code_, bytes};
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
