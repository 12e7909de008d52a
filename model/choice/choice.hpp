#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/choice/agreed_inputs.hpp"
#include "model/costs/problem.hpp"

/// sparlab_auto's decisions, shared by its code and its cost. They depend only on numbers that are
/// the same on all ranks. `terms` gives the wire format, the settings and the machine; its fill-in
/// is not used.
namespace sparlab::model {

/// An exact algorithm from which sparlab_auto chooses; each is fastest in some cases.
struct Candidate {
  std::string algorithm;  ///< with its settings
  std::function<Cost(const Problem&)> cost;
  bool dense_input = false;  ///< makes a coo input dense first
};
/// Those for one rank per host, and more where ranks share hosts.
std::vector<Candidate> candidates(std::uint64_t ranks, const SharedHosts& hosts);

/// An exact allreduce and the formats in which its messages may travel.
struct AlgorithmChoice {
  Candidate candidate;
  FormatSet formats;
  double seconds = 0;  ///< expected
};

/// The candidate and the subset of terms.formats that the model expects to be fastest.
AlgorithmChoice choose(const AgreedInputs& inputs, const Problem& terms);

/// The candidates, each with the formats in which it is expected to be fastest; the fastest first.
/// Of candidates with equal times, which send the same messages, and of an algorithm's settings,
/// only the first.
std::vector<AlgorithmChoice> ranked_choices(const AgreedInputs& inputs, const Problem& terms);

/// Whether a rank with a coo input begins by sending it. The estimate assumes that all ranks hold
/// as many entries, spread evenly and independent, so that ranks with equal counts begin alike. It
/// favours splits, which entries that cluster slow down, as in gradients; gathering takes the same
/// time wherever entries are. Therefore ranks begin with data unless agreeing first, and then
/// running the fastest algorithm, is expected to save twice the time of the agreement.
bool starts_with_data(double entries, std::uint64_t universe, const Problem& terms);

/// Streams over the same range that every rank of a group holds during the gathering.
struct HeldStreams {
  double count = 2;    ///< at least 2
  double entries = 0;  ///< of all streams together
  double overlap = 0;  ///< share of the entries that merging saves
};

/// Whether the ranks of a group merge their streams before they send them on. There are `groups`
/// groups, each of which holds as many streams and entries.
///
/// Merging costs work now and saves bytes and work later. The decision looks ahead to the last
/// round. It compares the remaining time of all plans that merge in some consecutive rounds and
/// only gather in the others, and merges now if the fastest plan does so. It assumes that unions
/// grow by the same factor with every doubling of the ranks (Heaps' law), and derives this factor
/// from the streams. Ranks merge only if P is a power of two: then all ranks of a group hold the
/// same streams and make the same decision.
bool merging_pays(const HeldStreams& streams, std::uint64_t groups, const Problem& terms);

/// Bytes of the summary that a rank sends in place of data.
inline constexpr double kSummaryBytes = 944;

}  // namespace sparlab::model
