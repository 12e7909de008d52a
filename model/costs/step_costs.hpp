#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/base/cost.hpp"
#include "model/base/wire_format.hpp"
#include "model/costs/problem.hpp"
#include "model/fill_in/fill_in.hpp"

/// The costs of partial collectives (algos/steps).
namespace sparlab::model {

/// Survivors of the fold to a power of two, as contiguous groups of ranks (see algos/steps).
struct Survivors {
  std::uint64_t count;
  std::uint64_t surplus;

  explicit Survivors(std::uint64_t ranks)
      : Survivors(std::bit_floor(ranks), ranks - std::bit_floor(ranks)) {}
  Survivors(std::uint64_t of_fold, std::uint64_t others) : count(of_fold), surplus(others) {}

  std::uint64_t first_rank(std::uint64_t survivor) const {
    return survivor < surplus ? 2 * survivor : survivor + surplus;
  }
  Ranks group(std::uint64_t first, std::uint64_t size) const {
    return {first_rank(first), first_rank(first + size) - first_rank(first)};
  }
};

/// Adds a stage whose slowest rank moves `bytes_per_message` one way and `opposite_bytes` the other
/// way, through its ports or those of its partners. Its pattern slows it down as long as both ports
/// are busy. The rest of the messages passes alone (Pattern::one_way), and as after a pause
/// (Pattern::tree) while the port is ahead of its rate. How long these are depends on `machine`, or
/// if it is null on bytes alone.
void add_uneven_stage(Cost& cost, const Machine* machine, Stage stage, double opposite_bytes);

/// Adds the cost of all ranks agreeing on `numbers` numbers (algos/steps/agree.hpp): every rank
/// sends ceil(log2 P) messages of 8 bytes per number.
void add_agreement(Cost& cost, std::uint64_t ranks, std::uint64_t numbers = 1);

/// Adds the cost of an allgather of one number per rank (algos/steps/agree.hpp): every rank
/// sends ceil(log2 P) messages and P-1 numbers of 8 bytes.
void add_count_gather(Cost& cost, std::uint64_t ranks);

/// Adds an allgather of one stream from each of blocks.size() ranks: recursive doubling if their
/// number is a power of two, otherwise Bruck's algorithm. In every round a rank packs all streams
/// that it sends, and unpacks as many.
void add_allgather(Cost& cost, const std::vector<Packing>& blocks);

/// A stage, and the bytes of a message that pass the other way meanwhile (add_uneven_stage): what
/// its slowest rank receives, or the receiver sends.
struct UnevenStage {
  Stage stage;
  double opposite_bytes;
};

/// The rounds of such an allgather, whose blocks may be of several streams each. Adds what all
/// ranks send to the totals of `cost`, but does not add the stages.
std::vector<UnevenStage> allgather_rounds(Cost& cost, const std::vector<Packing>& blocks,
                                          std::uint64_t streams_of_block = 1);

/// The same for blocks of the given sizes that need no conversion.
void add_allgather(Cost& cost, const std::vector<double>& block_bytes);

/// Stages that groups of ranks pass side by side, the members of a group `spacing` ranks apart. The
/// slowest group counts; where neighbours share a host, its port carries the bytes of all groups
/// that they belong to.
class SideBySide {
 public:
  /// Adds `groups` groups with these stages. All groups have equally many.
  void add(const std::vector<UnevenStage>& stages, double groups);
  void add_to(Cost& cost, const Problem& problem, std::uint64_t spacing) const;

 private:
  std::vector<UnevenStage> slowest_;
  std::vector<double> all_bytes_;  ///< of a message of each stage, in all groups
  double groups_ = 0;
};

/// An allgather in place, of parts of the given sizes (algos/steps/placed_parts.hpp). Parts are
/// received in their place, and sent from there. They are copied only if a message wraps around
/// the last rank.
void add_allgather_in_place(Cost& cost, const std::vector<double>& part_bytes);

/// The same for `ranks` equal blocks, without a list of them.
void add_even_allgather(Cost& cost, std::uint64_t ranks, const Packing& block);
void add_even_allgather(Cost& cost, std::uint64_t ranks, double block_bytes);

/// A part of a result, which one rank has reduced.
struct ReducedPart {
  RepresentativePart at;
  Held held;
};

/// The shards of the union of all inputs, coo: what the ranks of an allgatherv give.
std::vector<ReducedPart> united_parts(const Problem& problem);

/// Adds an allgather of the parts (algos/steps/allgather.hpp) and their concatenation.
void add_parts_allgather(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts);

/// Of a ring step in which rank r sends parts[r + i] for some i: the larger one of the messages
/// that the sender of part `part` receives meanwhile and that its receiver sends. That of the part
/// itself if parts are representatives of others, which are alike.
double bytes_beside(const std::vector<Packing>& parts, std::size_t part);

/// Adds a ring allgather of P-1 steps (algos/steps/ring_and_recursive.hpp) and the concatenation.
void add_parts_ring(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts);

/// The time at which the last rank has all parts, in an allgather in place. Rank r has its part of
/// part_bytes[r] bytes at ready_s[r].
///
/// Owners of hot ranges begin late. By then, the ranks of the other half have completed their
/// earlier rounds and have sent their last and largest message. This message occupies the receive
/// port of a late rank, and the smaller messages of that rank's earlier rounds queue behind it. The
/// delay can be as long as the whole message, so the allgather can end later than the sum of its
/// slowest steps.
///
/// Every message occupies a port of its receiver for as long as a port of its sender. Messages
/// occupy a receive port in the order of their arrival.
double late_allgather_s(const Machine& machine, const std::vector<double>& part_bytes,
                        const std::vector<double>& ready_s);

/// Adds the time by which the stages of a collective that folds its ranks to a power of two (fold,
/// rounds of exchanges, unfold) take longer together than one after the other. `cost` has these
/// stages alone. Where messages share a receive port, the message of the fold and the first
/// exchange share the survivor's port. The survivor is then late, and so are its later partners.
/// Does nothing on machines whose receive ports are not shared.
void add_folding_delay(Cost& cost, const Problem& problem);

/// Pairs of neighbours, from rank 0 on: those of a fold to a power of two.
Partners neighbour_pairs(std::uint64_t pairs);

// The steps of algos/steps/trees.hpp: rank 0 sends to all ranks what it holds of the whole
// range.

void add_binomial_broadcast(Cost& cost, const Problem& problem, const Held& held);

/// The entries are distributed over the parts as in the union of the inputs.
void add_broadcast_in_parts(Cost& cost, const Problem& problem, const Held& held);

// Collective::broadcast by these steps. The roots send the union of Problem::united, or a dense
// vector; several roots only in parts.

void add_whole_broadcast(Cost& cost, const Problem& problem);
void add_whole_broadcast_in_parts(Cost& cost, const Problem& problem, bool dense);

/// The cost of a broadcast of dense segments along the chain of ranks (algos/steps/chain.hpp).
Cost dense_broadcast_along_chain(const Problem& problem);

/// Adds a ring allreduce of a dense stream (algos/steps/ring_and_recursive.hpp), e.g. of a sketch
/// or of flags: `elements` values, at least one.
void add_vector_ring(Cost& cost, const Problem& problem, std::uint64_t elements);

/// How a rank makes P parts of its input: it copies those of a range, or scatters the entries over
/// those of HashedOwners.
enum class Splitting : bool { copies, scatters };

/// Adds SparCML's split phase (algos/steps/shards.hpp): every rank makes P parts of its coo input
/// and sends P-1 of them, each to its owner.
void add_split(Cost& cost, const Problem& problem, Splitting splitting = Splitting::copies);

enum class Unpacking : bool { at_once, later };

/// Ranks that divide among themselves what they hold of a range.
struct Splitters {
  std::uint64_t ranks;
  Range whole;
  bool alike;  ///< all hold as much
  std::function<Held(std::uint64_t rank, Range range)> held;

  /// All ranks with their coo inputs. `rules` must outlive it.
  static Splitters of_inputs(const Problem& problem, const StreamRules& rules);
};

/// That stage for any parts, one for each rank. Adds what all ranks send to the totals of `cost`,
/// but does not add the stage, whose work includes making the parts unless they are scattered. With
/// Unpacking::later it excludes unpacking.
UnevenStage split_stage(Cost& cost, const StreamRules& rules, const Splitters& splitters,
                        const std::vector<RepresentativePart>& parts,
                        Splitting splitting = Splitting::copies,
                        Unpacking unpacking = Unpacking::at_once);

/// Bytes that the rank with the largest coo input copies when it splits it.
double split_copy_bytes(const Problem& problem);

/// Adds the reduction of every part by its owner, into a dense block if `dense_parts`. Returns the
/// parts.
std::vector<ReducedPart> add_parts_reduction(Cost& cost, const Problem& problem, bool dense_parts);

/// Adds SparCML's split phase and that reduction.
std::vector<ReducedPart> add_split_reduce(Cost& cost, const Problem& problem, bool dense_parts);

/// The participants of a reduction by sharded servers (algos/steps/shards.hpp).
struct ShardedReduction {
  std::uint64_t shards = 1;
  std::uint64_t ranks_per_machine = 1;  ///< they reduce their inputs before the push
  bool dense = false;                   ///< inputs are dense
};

/// Adds an allreduce over sharded servers: ranks of a machine aggregate, machines push, servers
/// reduce, machines pull and distribute the result. Messages and bytes are exact; the busiest ports
/// determine each stage.
void add_sharded_reduction(Cost& cost, const Problem& problem, const ShardedReduction& reduction);

/// Adds a dense_rabenseifner of a vector of its own, whose elements, if their number is expected,
/// are rounded up. The result of the whole remains what it was.
void add_dense_sum(Cost& cost, const Problem& problem, double elements);

/// Adds the sums of all ranks' values at as many equal indices (algos/systems/known_indices.hpp).
void add_sums_at_indices(Cost& cost, const Problem& problem, double entries);

}  // namespace sparlab::model
