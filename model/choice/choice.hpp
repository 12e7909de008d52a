#pragma once

#include <cstdint>
#include <functional>
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

/// Whether a rank with a coo input begins by sending it: if gathering all inputs is expected to be
/// no slower than agreeing first and then doing what is best. Other ranks are taken to hold as many
/// entries, spread evenly and independent of its own. Where that loses at most 15 %, the rank looks
/// at its own `bins` and takes all ranks to have the same: hot ones slow splits down, but not
/// gathering.
bool starts_with_data(double entries, std::uint64_t universe,
                      const std::function<InputBins()>& bins, const Problem& terms);

/// Streams over the same range, at least two, that all ranks of a group hold in that gathering.
struct MetStreams {
  double streams = 2;
  double entries = 0;  ///< of all together
  double overlap = 0;  ///< share of the entries that merging saves
};

/// Whether they merge them before they pass them on; `groups` of ranks hold as much.
///
/// Merging costs work at once and saves bytes and work later. The model looks ahead to the end: it
/// compares what is left of the gathering for all plans that merge in some rounds in a row and
/// gather in the others, and merges now if the best plan begins with that. Unions are taken to grow
/// by the same factor with every doubling of the ranks (Heaps' law), which the streams at hand
/// tell. Only powers of two merge: there all ranks of a group hold the same streams, and decide
/// alike.
bool merging_pays(const MetStreams& met, std::uint64_t groups, const Problem& terms);

/// Bytes of the summary that a rank sends in place of data.
inline constexpr double kSummaryBytes = 944;

}  // namespace sparlab::model
