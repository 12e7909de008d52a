#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/format.hpp"
#include "algos/streams/received.hpp"
#include "model/fill_in/fill_in.hpp"
#include "model/wire_format.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos {

using model::Range;

/// What all counted streams of a run share. Must outlive them; streams travel only inside the
/// process that owns it.
struct CountedContext {
  const model::FillIn* fill_in = nullptr;
  model::WireFormat wire;
};

/// A stream without data: the range, how many ranks' inputs are merged in it, and the number of
/// entries that such a stream is expected to hold. It has the operations of SparseStream, so the
/// same algorithm code runs on a million ranks.
class CountedStream {
 public:
  struct reduction_type {};  ///< nothing is combined

  /// The input of one rank.
  CountedStream(const CountedContext& context, Range range, Format format = Format::coo)
      : CountedStream(context, range, 1, format) {}

  /// The union of the inputs of `ranks` ranks.
  CountedStream(const CountedContext& context, Range range, std::uint32_t ranks, Format format);

  CountedStream() = default;

  /// The union of streams over one range. Those that a selector cut overlap in the share in which
  /// uncut ones do.
  static CountedStream united(std::span<const CountedStream> streams, Format format);
  static CountedStream united(const CountedStream& left, const CountedStream& right, Format format);

  /// At most `count` of the entries, coo; if that cuts any off, what remains is from now on taken
  /// for the input of one rank.
  CountedStream cut_to(double count) const;
  /// What the stream holds of a part of its range.
  CountedStream part(Range range) const;
  /// The whole of parts over adjacent ranges, given in order.
  static CountedStream joined(std::span<const CountedStream> parts, Format format);

  static Received<CountedStream> decode(const runtime::Message& message);
  static std::vector<Received<CountedStream>> decode_bundle(const runtime::Message& message);
  /// How the stream travels if messages may have these formats.
  model::Packing packing(model::FormatSet formats) const;
  /// This stream, to be put into a message that is charged as one of that format.
  CountedStream sent_as(Format format) const;

  Range range() const { return range_; }
  Format format() const { return format_; }
  double count() const { return count_; }  ///< expected entries; the range's size if dense
  std::uint32_t ranks() const { return ranks_; }
  /// Expected runs of consecutive indices. Entries that a selector chose are taken to be spread
  /// evenly over the range.
  double runs() const;
  double wire_bytes() const;  ///< in the stream's own format
  const CountedContext& context() const { return *context_; }
  model::WireFormat wire_format() const { return context_->wire; }

 private:
  double expected_entries() const;  ///< of so many ranks, nothing cut
  Received<CountedStream> received() const;

  Range range_;
  double count_ = 0;
  const CountedContext* context_ = nullptr;
  std::uint32_t ranks_ = 0;
  Format format_ = Format::coo;
  Format sent_format_ = Format::coo;  ///< of the message that holds it
  bool cut_ = false;  ///< holds another number of entries than the inputs of its ranks do
};

}  // namespace sparlab::algos
