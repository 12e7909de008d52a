#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algos/streams/state_archive.hpp"
#include "algos/systems/top_k.hpp"
#include "model/parameters/spardl.hpp"

namespace sparlab::algos {

/// The number of entries of a block that a team gives to the others. It moves by a step in each
/// call. A step that errs on the same side again is doubled every second time, one that crosses the
/// target is halved and turned around.
class ExchangedEntries {
 public:
  /// That of this call, from `least` to `most`; `first` in the first call.
  std::uint64_t next(std::uint64_t first, std::uint64_t least, std::uint64_t most);
  /// Whether the union of this call had too many.
  void adapt(bool too_many);
  void transfer_state(StateArchive& archive) { archive.transfer(entries_, step_, repeated_); }

 private:
  std::int64_t entries_ = 0;
  std::int64_t step_ = 0;  ///< 0 before the first call
  bool repeated_ = false;  ///< the last step erred on the same side as the one before
};

/// SparDL. Teams of neighbouring ranks reduce-scatter blocks of input + residual by Bruck's
/// pattern; a rank cuts a block to its k/T largest entries just before it sends it (T ranks in a
/// team). Then the ranks that own the same block of all teams add up what they have, and each team
/// gathers all blocks. They add by recursive doubling with a cut after each step (R-SAG), or they
/// gather fewer entries of each team, add and cut once (B-SAG). How many is adapted in each call,
/// so that the union of all teams' entries has about k/T.
///
/// What a rank holds back is decided by the result (global residual collection): at indices of the
/// result, what this rank has cut off, partial sums in transit included; elsewhere all of its input
/// + residual. Ranks that hold the same sum and cut it alike hold equal shares of what they cut.
/// Mass is conserved.
///
/// Shape   in: coo or dense over N indices. out: coo, at most T*ceil(k/T) entries.
/// Cost    any P; teams d: a divisor of P, with R-SAG a power of two. 2 ceil(log2 T) + ceil(log2 d)
///         messages; at most 2 (T-1) + log2 d blocks of ceil(k/T) entries in each direction, with
///         B-SAG 2 (T-1) such blocks and d-1 of between 1/d of it and it; T selections among the
///         entries of a block, log2 d or one more. k = 0: one more agreement.
/// Source  Zhao et al., ICDE'24. Its code sends the blocks of a round one by one, in three messages
///         each, and has one team.
class Spardl final : public SelectingReducer<model::SpardlParameters> {
 public:
  Spardl(const model::SpardlParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "spardl") {
    options_.dense_switch = DenseSwitch::never;  // blocks are cut before they are sent
  }

  Stream reduce(runtime::Comm& comm, Stream input) override;
  void transfer_state(StateArchive& archive) override { archive.transfer(held_, exchanged_); }

 private:
  /// A block that this rank has cut.
  struct Cut {
    std::size_t block;
    Stream before;
    Stream kept;
    double share;  ///< of what is cut off that this rank holds back
  };

  /// At most `most` entries of the block, which it notes if it cuts some off.
  Stream cut(runtime::Comm& comm, std::size_t block, Stream held, std::uint64_t most,
             double share = 1);
  /// The sum of this rank's block over the team, cut to `kept` entries.
  Stream reduce_scatter(runtime::Comm& team, const Stream& accumulated, std::uint64_t kept);
  /// The cut sum over all teams.
  Stream add_teams(runtime::Comm& comm, std::size_t block, Stream own);
  /// The same by an allgather.
  Stream gather_teams(runtime::Comm& comm, std::size_t block, Stream own);
  /// Holds back what this rank has cut off at indices of the result, which is given in blocks.
  void collect_cuts(const std::vector<Stream>& result, Range whole);

  std::uint64_t most_ = 0;  ///< entries of a block that is sent
  std::vector<Cut> cuts_;   ///< of the current call
  ExchangedEntries exchanged_;
};

}  // namespace sparlab::algos
