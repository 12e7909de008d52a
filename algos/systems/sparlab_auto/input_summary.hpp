#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "model/choice/agreed_inputs.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos {

/// What sparlab_auto tells other ranks of inputs that are too large to be sent at once: how many
/// entries they have in each of 32 bins, and which of the windows' indices (adaptive sampling:
/// windows shrink until at most 128 indices are left). Adding summaries is associative and
/// commutative, so all ranks end with the same one in whatever order they added.
///
/// Summarising a stream takes binary searches only, tens of microseconds at most, which are not
/// charged.
class InputSummary {
 public:
  /// Of one rank's input, or of several merged, which then counts as one input. Counted streams say
  /// only how many entries they hold; what else is to be known their fill-in knows.
  template <class Value, class Index>
  InputSummary(const SparseStream<Value, Index>& stream, std::uint64_t ranks);
  InputSummary(const CountedStream& stream, std::uint64_t ranks);

  void add(const InputSummary& other);

  /// model::kSummaryBytes bytes.
  runtime::Message encode() const;
  /// Errors  WireError: damaged, or of a stream over another range.
  static InputSummary decode(const runtime::Message& message, Range range, std::uint64_t ranks);
  /// Whether a message is a summary, not streams.
  static bool is_in(const runtime::Message& message);

  bool any_dense() const { return any_dense_; }
  model::SummedInputs sums() const;

 private:
  /// An index of the sample: its stratum, then its place in the stratum's window.
  struct Sampled {
    std::uint32_t position;
    std::uint16_t entries;  ///< inputs that hold it; 65535 stands for more
  };

  InputSummary(Range range, std::uint64_t ranks);
  template <class Index>
  void sample(std::span<const Index> indices);
  void raise_level();

  Range range_;
  std::uint64_t ranks_;  ///< P
  std::uint64_t entries_ = 0;
  bool any_dense_ = false;
  int level_;
  std::array<std::uint32_t, model::kInputBins> bins_{};
  std::vector<Sampled> sampled_;  ///< by position
};

/// The numbers on which all ranks agree once every rank's summary has been added. Of counted
/// streams they are the expected ones. `own` is this rank's input.
template <class Value, class Index>
model::AgreedInputs agreed_inputs(const InputSummary& all, const SparseStream<Value, Index>& own,
                                  const model::Problem& terms);
model::AgreedInputs agreed_inputs(const InputSummary& all, const CountedStream& own,
                                  const model::Problem& terms);

/// The entries of each bin, as the stream's summary says; of counted streams the expected ones.
template <class Value, class Index>
model::InputBins bins_of(const SparseStream<Value, Index>& own, const model::Problem& terms);
model::InputBins bins_of(const CountedStream& own, const model::Problem& terms);

/// The share of the entries of at least two streams that merging them saves, as their summaries
/// tell; of counted streams, which are of adjacent ranks, the expected one.
template <class Value, class Index>
double overlap_of(std::span<const SparseStream<Value, Index>> streams, const model::Problem& terms);
double overlap_of(std::span<const CountedStream> streams, const model::Problem& terms);

}  // namespace sparlab::algos
