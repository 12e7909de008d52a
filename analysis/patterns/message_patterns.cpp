#include "analysis/patterns/message_patterns.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"

namespace sparlab::analysis {
namespace {

/// A message without data that counts as `bytes`.
runtime::Message sized_message(double bytes) {
  const std::array<std::byte, 1> token{};
  return runtime::Message::token(token, bytes);
}

/// Whom a rank sends to and receives from in one round.
struct Round {
  int to;
  int from;
  double bytes;
};

std::vector<Round> rounds_of(MessagePattern pattern, int rank, int size, double bytes) {
  std::vector<Round> rounds;
  if (pattern == MessagePattern::dissemination) {
    for (int distance = 1; distance < size; distance *= 2)
      rounds.push_back({(rank + distance) % size, (rank - distance + size) % size, bytes});
    return rounds;
  }
  if (size == 1) return rounds;
  rounds.assign(static_cast<std::size_t>(size),
                {(rank + 1) % size, (rank - 1 + size) % size, bytes / size});
  return rounds;
}

}  // namespace

std::string_view name_of(MessagePattern pattern) {
  return pattern == MessagePattern::dissemination ? "dissemination" : "pipelined ring";
}

void run_pattern(runtime::Comm& comm, MessagePattern pattern, double bytes) {
  SPARLAB_EXPECTS(bytes > 0);
  const std::vector<Round> rounds = rounds_of(pattern, comm.rank(), comm.size(), bytes);
  std::vector<runtime::Request> receives;
  for (std::size_t i = 0; i < rounds.size(); ++i)
    receives.push_back(comm.irecv(rounds[i].from, static_cast<int>(i)));
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    runtime::Request sent =
        comm.isend(rounds[i].to, sized_message(rounds[i].bytes), static_cast<int>(i));
    comm.wait(receives[i]);
    // Their sends block: the next round begins when this one is sent and received.
    comm.wait(sent);
  }
}

std::optional<MessagePattern> pattern_of_collective(std::string_view collective) {
  // The suffix _test: the same messages, awaited by MPI_Test.
  constexpr std::string_view kPolling = "_test";
  if (collective.ends_with(kPolling)) collective.remove_suffix(kPolling.size());
  if (collective == "nwaydissemination_nocompute") return MessagePattern::dissemination;
  if (collective == "pipelinedring") return MessagePattern::pipelined_ring;
  return std::nullopt;
}

}  // namespace sparlab::analysis
