#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "model/costs/problem.hpp"
#include "tests/conformance/suite/streams.hpp"
#include "tests/conformance/suite/twin_machine.hpp"

/// What calls take: by the model, and on engine loggp.
namespace sparlab::conformance {

/// Of one call, or the mean of several.
struct Totals {
  double seconds = 0;
  double messages = 0;
  double bytes = 0;
};

/// What a call's cost depends on, besides its inputs.
struct CallTerms {
  std::string spec;
  model::FormatSet formats = model::FormatSet::published();
  bool dense_switch = true;
  model::Collective collective = model::Collective::allreduce;
  double code_bits = model::kExpectedCodeBits;
  std::uint64_t roots = 1;  ///< of a broadcast of the first input
};

/// What the model expects of supports with this fill-in, in 4-byte values and indices.
Totals modelled(const CallTerms& call, std::uint64_t ranks, const model::FillIn& fill_in,
                const TwinMachine& machine = twin_machine());

/// The mean of a period of calls on counted streams with this fill-in, dense ones where the
/// algorithm requires it.
Totals counted(const CallTerms& call, std::uint64_t ranks, const model::FillIn& fill_in,
               const TwinMachine& machine = twin_machine());

/// A first call on real streams, one for each rank; those of an allgatherv are shards.
Totals taken(const CallTerms& call, const std::vector<FloatStream>& inputs);

/// The bytes of every rank's result of such a call.
std::vector<std::vector<std::byte>> results_of(const CallTerms& call,
                                               const std::vector<FloatStream>& inputs);

/// The local work of every rank in a first call on real streams, by kind.
using RankWork = std::vector<double>;
std::vector<RankWork> work_of(const CallTerms& call, const std::vector<FloatStream>& inputs);

/// The same on counted streams.
std::vector<RankWork> counted_work_of(const CallTerms& call, std::uint64_t ranks,
                                      const model::FillIn& fill_in);

}  // namespace sparlab::conformance
