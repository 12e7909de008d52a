#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/choice/agreed_inputs.hpp"
#include "model/costs/problem.hpp"

/// sparlab_auto's decisions, shared by its code and its cost. They depend on numbers alone that are
/// the same on all ranks. `terms` says how messages are made and gives the machine; its fill-in is
/// not looked at.
namespace sparlab::model {

/// An exact algorithm that is compared with others; each wins somewhere.
struct Candidate {
  std::string_view algorithm;
  bool dense_input = false;  ///< makes a coo input dense first
};
std::span<const Candidate> candidates();

/// An exact allreduce and the formats in which its messages may travel.
struct AlgorithmChoice {
  Candidate candidate;
  FormatSet formats;
  double seconds = 0;  ///< expected
};

/// The candidate and the subset of terms.formats that the model expects to be fastest.
AlgorithmChoice choose(const AgreedInputs& inputs, const Problem& terms);

/// Whether a rank with a coo input of that many entries begins by sending it, for the case that all
/// ranks hold as few: if gathering all inputs is expected to be no slower than agreeing first and
/// then doing what is best. Ranks are taken to be alike, uniform and independent.
bool starts_with_data(double entries, std::uint64_t universe, const Problem& terms);

/// Whether two partners of that gathering merge the streams that they hold, one each, of which
/// `overlap` is the share of entries that merging saves, before they pass them on. `groups` of
/// ranks will hold as much afterwards.
///
/// Merging costs work at once and saves bytes and work later. Only powers of two merge: there all
/// ranks of a group hold the same streams, and decide alike.
bool merging_pays(double overlap, std::uint64_t groups, const Problem& terms);

/// Bytes of the summary that a rank sends in place of data.
inline constexpr double kSummaryBytes = 944;

}  // namespace sparlab::model
