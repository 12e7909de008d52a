#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "algos/streams/options.hpp"
#include "algos/streams/stream.hpp"
#include "runtime/comm.hpp"

/// Small allreduces, each right but for one fault that can be put into it.
namespace sparlab::tests {

enum class Fault : std::uint8_t {
  none,
  // Of `star`: rank 0 adds all inputs and sends the sum to all.
  sum_in_order_of_arrival,
  last_input_lost,
  own_input_lost,
  input_added_twice,
  sum_before_last_input,
  input_instead_of_sum,
  wrong_tag,
  last_rank_forgotten,
  message_too_many,
  send_not_awaited,
  receive_not_awaited,
  empty_input_not_sent,
  // Of `ring`: reduce-scatter and allgather of one part a rank.
  send_before_receive,
  reduction_one_step_short,
  allgather_one_step_short,
  wrong_part_in_turn,
  unreduced_part_gathered,
  partial_sum_lost,
  reused_buffer,
  boundary_index_lost,
  remainder_lost,
  // Of `pairs`: recursive doubling, with surplus ranks folded.
  surplus_ranks_ignored,
  surplus_ranks_not_answered,
  round_missing,
  wrong_partner,
  union_too_small,
  equal_indices_not_added,
  last_entry_dropped,
  format_by_own_input,
  // Of `direct`: each rank sends every part to its owner, then gathers all reduced parts.
  owners_sum_in_order_of_arrival,
  owner_forgets_own_part,
  parts_to_wrong_owner,
  empty_parts_not_sent,
  all_sends_before_receives,
  halves_by_completion,
  // Of `gather`: each rank gets and adds all inputs.
  own_input_first,
  input_of_neighbour_twice,
};

/// A fault, which compares equal to its name, and the options of the call.
struct Faulty {
  Fault fault;
  algos::AllreduceOptions options;

  bool operator==(Fault other) const { return fault == other; }
};

using Body = algos::Stream (*)(runtime::Comm&, const algos::Stream&, const Faulty&);

struct FaultyAlgorithm {
  std::string_view name;
  Body body;
  std::vector<Fault> faults;
};

const std::vector<FaultyAlgorithm>& faulty_algorithms();

}  // namespace sparlab::tests
