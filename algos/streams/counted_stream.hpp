#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "algos/formats/format.hpp"
#include "model/base/hashed_owners.hpp"
#include "model/base/wire_format.hpp"
#include "model/fill_in/fill_in.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos {

using model::Range;

class CountedParts;

/// Sets of ranks, numbered in the order in which they are first asked for: a counted stream has
/// room for a number.
class NumberedSets {
 public:
  std::uint32_t number_of(model::RankSet set);
  model::RankSet operator[](std::uint32_t number) const { return sets_[number]; }

 private:
  std::vector<model::RankSet> sets_;
  std::unordered_map<model::RankSet, std::uint32_t> numbers_;
};

struct ContextOfPlaces;

/// Shared by all counted streams of a run. It must outlive them; streams never leave the process
/// that owns it. Used by one thread.
struct CountedContext {
  const model::FillIn* fill_in = nullptr;
  model::WireFormat wire;
  /// The parts of the stream that was split last: the ranks of a run split equal streams.
  mutable std::shared_ptr<const CountedParts> last_split{};
  /// Long bundles that were sent last, by their place: in an allgather, all ranks of a group send
  /// equal ones. Those of the last rounds would take most of its memory.
  mutable std::array<runtime::Message, 61> last_bundles{};
  /// Whose inputs streams hold, where the places of inputs are known.
  mutable NumberedSets sets{};
  /// Those of streams in which the places of owners stand for indices, made when first needed.
  mutable std::vector<std::shared_ptr<const ContextOfPlaces>> of_places{};
  /// That of streams of integers, made when first needed.
  mutable std::shared_ptr<const CountedContext> of_integers{};
  /// The context from which this one was made, for places or integers.
  const CountedContext* made_from = nullptr;
};

struct ContextOfPlaces {
  ContextOfPlaces(const CountedContext& indices, const model::HashedOwners& all);

  model::HashedOwners owners;
  std::shared_ptr<const model::FillIn> fill_in;
  CountedContext context;
};

/// A stream without data: the range, the ranks whose inputs are merged in it, and the expected
/// number of entries. Ranks are exchangeable, so that their number counts, unless the fill-in knows
/// their places. It has the operations of SparseStream, so that the same algorithm code runs on a
/// million ranks.
class CountedStream {
 public:
  /// The input of rank 0.
  CountedStream(const CountedContext& context, Range range, Format format = Format::coo)
      : CountedStream(context, range, 1, format) {}

  static CountedStream of_rank(const CountedContext& context, Range range, std::uint64_t rank,
                               Format format);

  /// The union of the inputs of the first `ranks` ranks.
  CountedStream(const CountedContext& context, Range range, std::uint32_t ranks, Format format);

  CountedStream() = default;

  /// The inputs of the same ranks, all of their entries in `range`.
  CountedStream of_same_ranks(Range range, Format format) const {
    return {*context_, range, format, Holders{holders_}};
  }

  /// The union of streams over one range. Streams that a selector cut are assumed to overlap in the
  /// same share as uncut ones.
  static CountedStream united(std::span<const CountedStream> streams, Format format);
  static CountedStream united(const CountedStream& left, const CountedStream& right, Format format);

  /// At most `count` of the entries, coo. If this drops any entries, the rest is treated as the
  /// input of the first of its ranks.
  CountedStream cut_to(double count) const;
  /// The part of the stream in `range`.
  CountedStream part(Range range) const;
  /// Its parts between adjacent boundaries; equal streams share them.
  std::shared_ptr<const CountedParts> parts(std::span<const std::uint64_t> boundaries) const;
  /// Concatenates parts over adjacent ranges, given in order.
  static CountedStream joined(std::span<const CountedStream> parts, Format format);

  /// The same with places for indices (HashedOwners), and back.
  CountedStream with_places(const model::HashedOwners& owners) const;
  CountedStream with_indices() const { return in(*context_->made_from); }

  /// The same with integers for values, of which an input's take `bits` bits, and back. A context
  /// has integers of one width.
  CountedStream as_integers(double bits) const;
  CountedStream as_values() const { return in(*context_->made_from); }

  static Received<CountedStream> decode(const runtime::Message& message);
  static std::vector<Received<CountedStream>> decode_bundle(const runtime::Message& message);
  /// How the stream is sent if messages may have these formats.
  model::Packing packing(model::FormatSet formats) const;
  /// This stream, for a message that is charged as one of this form.
  CountedStream sent_as(const model::Packing& packing) const;

  Range range() const { return range_; }
  Format format() const { return format_; }
  double count() const { return count_; }  ///< expected entries; the range's size if dense
  std::uint32_t ranks() const;             ///< their number
  /// The same ranks if they are neighbours, otherwise as many from the first of them on.
  model::Ranks neighbours() const;
  /// Expected runs of consecutive indices. Selected entries are assumed to be spread evenly over
  /// the range.
  double runs() const;
  double wire_bytes() const;  ///< in the stream's own format
  const CountedContext& context() const { return *context_; }
  model::WireFormat wire_format() const { return context_->wire; }

  bool operator==(const CountedStream& other) const = default;

 private:
  /// Whose inputs are merged: their number, or where places are known, that of the set.
  struct Holders {
    std::uint32_t number;
  };

  CountedStream(const CountedContext& context, Range range, Format format, Holders holders);
  static Holders holders_of(const CountedContext& context, model::Ranks ranks);

  /// The inputs of the same ranks, as many entries of them, in another context.
  CountedStream in(const CountedContext& context) const;
  double expected_entries() const;  ///< of these ranks, uncut
  double coded_bytes(ValueCode code) const;
  Received<CountedStream> received() const;

  Range range_;
  double count_ = 0;
  const CountedContext* context_ = nullptr;
  std::uint32_t holders_ = 0;
  Format format_ = Format::coo;
  Format sent_format_ = Format::coo;  ///< of the message that holds it
  ValueCode sent_code_ = ValueCode::none;
  bool cut_ = false;  ///< the number of entries differs from that of the inputs of its ranks
};

/// The parts of one stream between adjacent boundaries.
class CountedParts {
 public:
  CountedParts(const CountedStream& whole, std::span<const std::uint64_t> boundaries);

  const CountedStream& whole() const { return whole_; }
  std::span<const std::uint64_t> boundaries() const { return boundaries_; }
  const std::vector<CountedStream>& all() const { return all_; }

 private:
  CountedStream whole_;
  std::vector<std::uint64_t> boundaries_;
  std::vector<CountedStream> all_;
};

}  // namespace sparlab::algos
