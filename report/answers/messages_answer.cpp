#include "report/answers/messages_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <span>
#include <vector>

#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using experiments::run::RoundMessage;
using experiments::run::TracedCall;
using Round = std::span<const RoundMessage>;

/// Messages are in the order of rounds, none of which is empty.
std::vector<Round> rounds_of(const TracedCall& call) {
  std::vector<Round> rounds;
  for (const RoundMessage& message : call.messages) {
    if (rounds.empty() || rounds.back().front().round != message.round)
      rounds.emplace_back(&message, 0);
    rounds.back() = Round(rounds.back().data(), rounds.back().size() + 1);
  }
  return rounds;
}

double sum_of(Round messages) {
  double bytes = 0;
  for (const RoundMessage& message : messages) bytes += message.bytes;
  return bytes;
}

std::string message_text(const RoundMessage& message) {
  return fmt::format("rank {} -> rank {}: {}, {}", message.from, message.to,
                     base::bytes_text(message.bytes), message.phase);
}

}  // namespace

base::Fields messages_fields(const TracedCall& call) {
  const experiments::Point& point = call.record.point;
  const auto fields_of = [](const RoundMessage& message) {
    return base::Fields{{"from", message.from},
                        {"to", message.to},
                        {"bytes", message.bytes},
                        {"phase", message.phase}};
  };
  const auto round_fields = [&](Round messages) {
    return base::Fields{{"round", messages.front().round},
                        {"count", messages.size()},
                        {"bytes", sum_of(messages)},
                        {"messages", base::rows_of(messages, fields_of)}};
  };
  return {{"algorithm", point.algorithm.spec()},
          {"P", point.ranks},
          {"N", point.universe},
          {"density", point.density},
          {"platform", point.platform},
          {"period", point.algorithm.period()},
          {"rounds", base::rows_of(rounds_of(call), round_fields)}};
}

void print_messages(std::ostream& stream, const TracedCall& call) {
  const experiments::Point& point = call.record.point;
  const std::vector<Round> rounds = rounds_of(call);
  base::print_wrapped(
      stream,
      fmt::format("{}, P = {}, N = {}, density {:.3g} %, platform {}: {}{}, {} in {}",
                  point.algorithm.spec(), point.ranks, base::short_count(point.universe),
                  100 * point.density, point.platform,
                  point.algorithm.period() > 1
                      ? fmt::format("the first of {} calls, ", point.algorithm.period())
                      : "",
                  base::counted(call.messages.size(), "message"),
                  base::bytes_text(sum_of(call.messages)), base::counted(rounds.size(), "round")));
  for (const Round& messages : rounds) {
    stream << fmt::format("\nround {}: {}, {}\n", messages.front().round,
                          base::counted(messages.size(), "message"),
                          base::bytes_text(sum_of(messages)));
    if (point.ranks <= kMostListedRanks && messages.size() <= kMostListedMessages)
      for (const RoundMessage& message : messages) stream << "  " << message_text(message) << '\n';
    else
      stream << "  for example " << message_text(messages.front()) << '\n';
  }
}

}  // namespace sparlab::report
