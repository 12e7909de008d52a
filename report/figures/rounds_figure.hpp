#pragma once

#include "experiments/run/engines/traced_call.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// What a picture of messages can show.
inline constexpr std::uint64_t kMostDrawnRanks = 64;
inline constexpr std::size_t kMostDrawnMessages = 20'000;
inline constexpr std::size_t kMostDrawnRounds = 150;

/// The messages of a call as arrows from rank to rank, with a column for each round. The width of
/// an arrow shows its bytes, its colour the phase.
/// Contract  at most the ranks, messages and rounds above, and at least one message.
Chart rounds_figure(const experiments::run::TracedCall& call);

}  // namespace sparlab::report
