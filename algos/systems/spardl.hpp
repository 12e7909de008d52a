#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algos/systems/top_k.hpp"

namespace sparlab::algos {

/// SparDL. Teams of neighbouring ranks reduce-scatter blocks of input + residual by Bruck's
/// pattern; a rank cuts a block to its k/T largest entries just before it sends it (T ranks in a
/// team). Then the ranks that own the same block of all teams add up what they have by recursive
/// doubling, with a cut after each step (R-SAG), and each team gathers all blocks.
///
/// What a rank holds back is decided by the result (global residual collection): at indices of the
/// result, what this rank has cut off, partial sums in transit included; elsewhere all of its input
/// + residual. Ranks that hold the same sum and cut it alike hold equal shares of what they cut.
/// Mass is conserved.
///
/// Shape   in: coo or dense over N indices. out: coo, at most T*ceil(k/T) entries.
/// Cost    any P; teams d: a power of two that divides P. 2 ceil(log2 T) + log2 d messages; at most
///         2 (T-1) + log2 d blocks of ceil(k/T) entries in each direction; T selections among the
///         entries of a block, log2 d more. k = 0: one more agreement.
/// Source  Zhao et al., ICDE'24. Its code sends the blocks of a round one by one, in three messages
///         each, and has one team.
class Spardl final : public SelectingReducer<model::SpardlParameters> {
 public:
  Spardl(const model::SpardlParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "spardl") {
    options_.dense_switch = DenseSwitch::never;  // blocks are cut before they are sent
  }

  Stream reduce(runtime::Comm& comm, Stream input) override;

 private:
  /// A block that this rank has cut.
  struct Cut {
    std::size_t block;
    Stream before;
    Stream kept;
    double share;  ///< of what is cut off that this rank holds back
  };

  /// At most most_ entries of the block, which it notes if it cuts some off.
  Stream cut(runtime::Comm& comm, std::size_t block, Stream held, double share = 1);
  /// The cut sum of this rank's block over the team.
  Stream reduce_scatter(runtime::Comm& team, const Stream& accumulated);
  /// The cut sum over all teams.
  Stream add_teams(runtime::Comm& comm, std::size_t block, Stream own);
  /// Holds back what this rank has cut off at indices of the result, which is given in blocks.
  void collect_cuts(const std::vector<Stream>& result, Range whole);

  std::uint64_t most_ = 0;  ///< entries of a block that is sent
  std::vector<Cut> cuts_;   ///< of the current call
};

}  // namespace sparlab::algos
