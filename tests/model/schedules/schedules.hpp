#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "model/schedules/sum_schedule.hpp"

/// Schedules of known algorithms, and drawn ones.
namespace sparlab::model {

inline RankSet only(std::uint64_t rank) { return RankSet{1} << rank; }

/// Of a power of two of ranks, without parts.
inline SumSchedule recursive_doubling(std::uint64_t ranks) {
  SumSchedule schedule{ranks, 1, {}};
  std::vector<RankSet> held;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) held.push_back(only(rank));
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2) {
    SumSchedule::Round& round = schedule.rounds.emplace_back();
    for (std::uint64_t rank = 0; rank < ranks; ++rank)
      round.push_back({rank, rank ^ distance, {{0, held[rank]}}});
    const std::vector<RankSet> before = held;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) held[rank] |= before[rank ^ distance];
  }
  return schedule;
}

/// Part p begins at rank p.
inline SumSchedule ring(std::uint64_t ranks) {
  SumSchedule schedule{ranks, ranks, {}};
  std::vector<RankSet> sums;  // by part
  for (std::uint64_t part = 0; part < ranks; ++part) sums.push_back(only(part));
  for (std::uint64_t step = 0; step + 2 < 2 * ranks; ++step) {
    SumSchedule::Round& round = schedule.rounds.emplace_back();
    for (std::uint64_t part = 0; part < ranks; ++part) {
      const std::uint64_t rank = (part + step) % ranks;
      round.push_back({rank, (rank + 1) % ranks, {{part, sums[part]}}});
      sums[part] |= only((rank + 1) % ranks);
    }
  }
  return schedule;
}

/// Halving, then doubling, of a power of two of ranks: rank r reduces part r.
inline SumSchedule halving_and_doubling(std::uint64_t ranks) {
  SumSchedule schedule{ranks, ranks, {}};
  const auto exchange = [&](std::uint64_t distance, auto sums_of) {
    SumSchedule::Round& round = schedule.rounds.emplace_back();
    for (std::uint64_t rank = 0; rank < ranks; ++rank)
      round.push_back({rank, rank ^ distance, sums_of(rank, rank ^ distance)});
  };
  // After the round of a distance, rank r has the parts p with p = r in the bits up to it.
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2)
    exchange(distance, [&](std::uint64_t rank, std::uint64_t partner) {
      RankSet block = 0;
      for (std::uint64_t i = 0; i < distance; ++i) block |= only((rank & ~(distance - 1)) + i);
      std::vector<PartSum> sums;
      for (std::uint64_t part = 0; part < ranks; ++part)
        if ((part ^ partner) % (2 * distance) == 0) sums.push_back({part, block});
      return sums;
    });
  for (std::uint64_t distance = ranks / 2; distance > 0; distance /= 2)
    exchange(distance, [&](std::uint64_t rank, std::uint64_t) {
      std::vector<PartSum> sums;
      for (std::uint64_t part = 0; part < ranks; ++part)
        if ((part ^ rank) % (2 * distance) == 0) sums.push_back({part, schedule.all()});
      return sums;
    });
  return schedule;
}

/// Rounds of sums that ranks happen to hold. Then each part has a rank that gets all inputs and
/// sends their sum; or all ranks get all inputs, and add what they held before in their own order.
inline SumSchedule drawn_schedule(std::uint64_t ranks, std::mt19937_64& generator) {
  SumSchedule schedule{ranks, 1 + generator() % 4, {}};
  using Sets = std::vector<RankSet>;
  std::vector<std::vector<Sets>> held(ranks);  // by rank and part
  for (std::uint64_t rank = 0; rank < ranks; ++rank)
    held[rank].assign(schedule.parts, Sets{only(rank)});
  for (std::uint64_t number = generator() % 5; number > 0; --number) {
    SumSchedule::Round& round = schedule.rounds.emplace_back();
    for (std::uint64_t count = generator() % (2 * ranks); count > 0 && ranks > 1; --count) {
      const std::uint64_t from = generator() % ranks;
      const std::uint64_t to = (from + 1 + generator() % (ranks - 1)) % ranks;
      SumSchedule::Message message{from, to, {}};
      for (std::uint64_t part = 0; part < schedule.parts; ++part) {
        RankSet sum = 0;
        for (const RankSet set : held[from][part])
          if ((set & sum) == 0 && generator() % 2 == 0) sum |= set;
        if (sum != 0) message.sums.push_back({part, sum});
      }
      if (!message.sums.empty()) round.push_back(std::move(message));
    }
    for (const SumSchedule::Message& message : round)
      for (const PartSum& sum : message.sums) held[message.to][sum.part].push_back(sum.inputs);
  }
  const bool gathers = generator() % 2 == 0;
  schedule.rounds.resize(schedule.rounds.size() + (gathers ? 1 : 2));
  for (std::uint64_t part = 0; part < schedule.parts; ++part) {
    const std::uint64_t root = generator() % ranks;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      for (std::uint64_t other = 0; other < ranks && gathers; ++other)
        if (rank != other) schedule.rounds.back().push_back({rank, other, {{part, only(rank)}}});
      if (gathers || rank == root) continue;
      schedule.rounds.end()[-2].push_back({rank, root, {{part, only(rank)}}});
      schedule.rounds.back().push_back({root, rank, {{part, schedule.all()}}});
    }
  }
  return schedule;
}

}  // namespace sparlab::model
