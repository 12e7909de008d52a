#include "runtime/loggp/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/loggp/matching.hpp"

namespace sparlab::runtime::loggp {
namespace {

constexpr std::size_t kMostRanks = 8;     // described one by one
constexpr std::size_t kMostCycle = 12;    // ranks of a cycle
constexpr std::size_t kMostRequests = 4;  // of a wait for any of several requests
constexpr std::size_t kMostMessages = 4;  // unreceived messages

bool is_send(const Entry& entry) { return entry.state == Entry::State::sending; }

std::string describe(const Entry& entry) {
  return fmt::format("{} rank {} (tag {})", is_send(entry) ? "send to" : "receive from", entry.peer,
                     entry.tag);
}

/// The one entry that a rank waits for; nullopt if it does not wait or waits for any of several.
std::optional<Entry> awaited(const World& world, int rank) {
  const Rank& self = world.at(rank);
  if (self.finished || self.awaits >= Rank::kFromAll) return std::nullopt;
  return world.entries[self.awaits];
}

/// What a rank waits for that waits for any of several entries, in the order of the requests.
/// Expected messages are listed by sender.
std::vector<Entry> alternatives(const World& world, int rank) {
  std::vector<Entry> entries;
  for (const Request& request : world.at(rank).any_of())
    if (request.pending()) entries.push_back(world.entries[entry_of(request)]);
  if (!entries.empty()) return entries;
  world.at(rank).unmatched.for_each(world.entries, [&](const Entry& entry) {
    if (entry.state == Entry::State::posted && entry.expected) entries.push_back(entry);
  });
  std::ranges::stable_sort(entries, {}, [](const Entry& entry) { return entry.peer; });
  return entries;
}

std::string describe_wait(const World& world, int rank) {
  if (const auto entry = awaited(world, rank)) return describe(*entry);
  std::string text = "any of:";
  std::size_t shown = 0;
  for (const Entry& entry : alternatives(world, rank)) {
    if (shown++ == kMostRequests) return text + " ...";
    text += fmt::format("{} {}", shown == 1 ? "" : ",", describe(entry));
  }
  return text;
}

/// A cycle of ranks that each wait for the next one; empty if there is none. Ranks that wait for
/// any of several requests are not followed: one of their edges does not prove a deadlock.
std::vector<int> find_cycle(const World& world) {
  constexpr int kUnseen = -1;
  std::vector<int> seen_from(static_cast<std::size_t>(world.size()), kUnseen);
  for (int start = 0; start < world.size(); ++start) {
    int rank = start;
    while (seen_from[static_cast<std::size_t>(rank)] == kUnseen) {
      seen_from[static_cast<std::size_t>(rank)] = start;
      const auto entry = awaited(world, rank);
      if (!entry) break;
      rank = entry->peer;
      if (seen_from[static_cast<std::size_t>(rank)] != start) continue;
      std::vector<int> cycle;
      for (int member = rank; cycle.empty() || member != rank;
           member = awaited(world, member)->peer)
        cycle.push_back(member);
      return cycle;
    }
  }
  return {};
}

std::string describe_cycle(const World& world) {
  const std::vector<int> cycle = find_cycle(world);
  if (cycle.empty()) return {};
  std::string text = fmt::format("\n  cycle of {}: ", cycle.size());
  for (std::size_t i = 0; i < std::min(cycle.size(), kMostCycle); ++i)
    text += fmt::format("rank {} -> ", cycle[i]);
  if (cycle.size() > kMostCycle) text += "... -> ";
  return text + fmt::format("rank {}", cycle.front());
}

/// Messages to `rank` for which it posted no receive, e.g. because of a wrong tag.
std::vector<Entry> unreceived(const World& world, int rank) {
  std::vector<Entry> messages;
  world.at(rank).unmatched.for_each(world.entries, [&](const Entry& entry) {
    if (entry.state != Entry::State::posted) messages.push_back(entry);
  });
  std::sort(messages.begin(), messages.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.peer, a.tag) < std::pair(b.peer, b.tag);
  });
  return messages;
}

std::string list(const std::vector<Entry>& messages) {
  std::string text;
  for (std::size_t i = 0; i < std::min(messages.size(), kMostMessages); ++i) {
    text += fmt::format("{}from rank {} (tag {})", i == 0 ? "" : ", ", messages[i].peer,
                        messages[i].tag);
  }
  return messages.size() > kMostMessages ? text + ", ..." : text;
}

}  // namespace

std::string describe_stall(const World& world) {
  std::vector<int> blocked;
  for (int rank = 0; rank < world.size(); ++rank)
    if (!world.at(rank).finished &&
        !(world.is_switch(rank) && world.at(rank).awaits == Rank::kClock))
      blocked.push_back(rank);
  std::string text = fmt::format("loggp: stalled at {:.9g} s: {} of {} ranks wait forever",
                                 world.now_s(), blocked.size(), world.size());
  text += describe_cycle(world);
  for (std::size_t i = 0; i < std::min(blocked.size(), kMostRanks); ++i) {
    const int rank = blocked[i];
    text += fmt::format("\n  rank {} waits for {}", rank, describe_wait(world, rank));
    const auto entry = awaited(world, rank);
    if (entry && world.at(entry->peer).finished) text += ", which has returned";
    const std::vector<Entry> messages = unreceived(world, rank);
    if (!messages.empty()) text += fmt::format("; it has not received {}", list(messages));
  }
  if (blocked.size() > kMostRanks)
    text += fmt::format("\n  and {} more", blocked.size() - kMostRanks);
  return text;
}

std::string describe_unreceived(const World& world) {
  std::size_t count = 0;
  std::string text;
  std::size_t ranks = 0;
  for (int rank = 0; rank < world.size(); ++rank) {
    if (world.at(rank).unmatched.empty()) continue;
    const std::vector<Entry> messages = unreceived(world, rank);
    count += messages.size();
    if (ranks++ < kMostRanks) text += fmt::format("\n  rank {}: {}", rank, list(messages));
  }
  if (count == 0) return {};
  if (ranks > kMostRanks) text += fmt::format("\n  and {} more ranks", ranks - kMostRanks);
  return fmt::format("loggp: {} messages were never received", count) + text;
}

}  // namespace sparlab::runtime::loggp
