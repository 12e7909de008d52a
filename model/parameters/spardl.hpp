#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "model/parameters/top_k.hpp"

namespace sparlab::model {

/// How the sums of teams are added (SparDL's Spar-All-Gather).
enum class TeamSum : std::uint8_t {
  recursive,  ///< R-SAG: by recursive doubling, with a cut after each addition
  bruck,      ///< B-SAG: an allgather of fewer entries of each team, and one cut
};

struct SpardlParameters {
  std::uint64_t k = 0;
  std::uint64_t teams = 1;
  TeamSum sag = TeamSum::recursive;
  std::uint64_t exchanged = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = SpardlParameters;
    visit("k", &P::k, any_count(),
          "entries of the result; each of the T blocks of a team of T ranks holds at most k/T of "
          "them (rounded up) when it is sent; 0: the largest number of entries of an input");
    visit("teams", &P::teams, at_least(1),
          "teams of neighbouring ranks, which reduce on their own before the results of all teams "
          "are added; divides P, and with sag=r is a power of two");
    visit("sag", &P::sag, Choices<TeamSum>{{"r", TeamSum::recursive}, {"b", TeamSum::bruck}},
          "how the sums of teams are added; r: by recursive doubling, with a cut after each "
          "addition; b: by an allgather of as many entries as make k/T in the union, and one cut");
    visit("exchanged", &P::exchanged, any_count(),
          "entries of a block that a team gives to the others in the first call of sag=b; later "
          "calls adapt it; from 1/teams of k/T, which 0 stands for, to k/T");
  }
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    const bool any_number = sag == TeamSum::bruck;
    if (shape.ranks % teams != 0 || !(any_number || std::has_single_bit(teams))) {
      throw ParameterError("teams", write_value(teams),
                           (any_number ? "a divisor of P = " : "a power of two that divides P = ") +
                               write_value(shape.ranks));
    }
    if (teams == 1) refuse_without_effect(*this, "sag", "teams above 1");
    if (!any_number) refuse_without_effect(*this, "exchanged", "sag=b");
    if (k == 0) refuse_without_effect(*this, "exchanged", "k above 0");
    const std::uint64_t most = part_k(k, shape.ranks / teams);
    if (exchanged == 0 || (exchanged >= least_exchanged(most) && exchanged <= most)) return;
    throw ParameterError(
        "exchanged", write_value(exchanged),
        "0, or " + write_value(least_exchanged(most)) + " to k/T = " + write_value(most));
  }

  /// Entries of a block of at most `most` that a team gives to the others: the least number, of
  /// which all teams together have `most` if none is in two of them, and that of a first call.
  std::uint64_t least_exchanged(std::uint64_t most) const { return part_k(most, teams); }
  std::uint64_t first_exchanged(std::uint64_t most) const {
    return std::max(exchanged, least_exchanged(most));
  }
  /// Entries of a block after the reduce-scatter of a first call.
  std::uint64_t first_kept(std::uint64_t most) const {
    return sag == TeamSum::bruck ? first_exchanged(most) : most;
  }
};

}  // namespace sparlab::model
