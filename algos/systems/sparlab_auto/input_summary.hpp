#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/stream.hpp"
#include "model/choice/agreed_inputs.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos {

/// What sparlab_auto sends instead of inputs that are too large to be sent at once: the number of
/// entries in each of 32 bins, and the indices that the input holds in sampled windows (adaptive
/// sampling: windows shrink until at most 128 indices are left). Adding summaries is associative
/// and commutative, so all ranks get the same sum in any order.
///
/// Summarising a stream takes only binary searches. They take tens of microseconds at most and are
/// not charged.
class InputSummary {
 public:
  /// Summarises the input of one rank, or several merged inputs, which then count as one. The
  /// summary of a counted stream has only the number of entries; the fill-in has the rest.
  InputSummary(const Stream& stream, std::uint64_t ranks);

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

/// The numbers on which all ranks agree once every rank's summary has been added; for counted
/// streams the expected ones. `own` is this rank's input.
model::AgreedInputs agreed_inputs(const InputSummary& all, const Stream& own,
                                  const model::Problem& terms);

/// The share of the entries of at least two streams that merging them saves, estimated from their
/// summaries. For counted streams, which must be of adjacent ranks, the expected share.
double overlap_of(std::span<const Stream> streams, const model::Problem& terms);

}  // namespace sparlab::algos
