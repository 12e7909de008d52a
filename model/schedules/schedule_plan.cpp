#include "model/schedules/schedule_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "model/schedules/disjoint_terms.hpp"

namespace sparlab::model {
namespace {

/// Orders of addition, each with a number: that of an input, or of several terms.
class Orders {
 public:
  using Number = std::uint32_t;

  Number of_input(std::uint64_t rank) { return number_of({static_cast<Number>(rank)}); }
  Number of_terms(const std::vector<Number>& terms) {
    return terms.size() == 1 ? terms.front() : number_of(terms);
  }

  std::string text(Number number) const {
    const std::vector<Number>& terms = orders_[number];
    if (terms.size() == 1) return std::to_string(terms.front());
    std::string text;
    for (const Number term : terms) {
      if (!text.empty()) text += '+';
      text += orders_[term].size() == 1 ? this->text(term) : "(" + this->text(term) + ")";
    }
    return text;
  }

 private:
  Number number_of(const std::vector<Number>& terms) {
    const auto [found, is_new] = numbers_.try_emplace(terms, static_cast<Number>(orders_.size()));
    if (is_new) orders_.push_back(terms);
    return found->second;
  }

  std::vector<std::vector<Number>> orders_;  ///< a list of one number is an input
  std::map<std::vector<Number>, Number> numbers_;
};

}  // namespace

std::string text_of(RankSet inputs) {
  std::string text;
  for (; inputs != 0; inputs &= inputs - 1)
    text += fmt::format("{}{}", text.empty() ? "" : "+", std::countr_zero(inputs));
  return text;
}

ScheduleError::ScheduleError(std::string at, std::string found, std::string wanted)
    : std::runtime_error(fmt::format("{}: {}; accepted: {}", at, found, wanted)),
      place(std::move(at)),
      value(std::move(found)),
      accepted(std::move(wanted)) {}

class SchedulePlan::Builder {
 public:
  Builder(const SumSchedule& schedule, std::vector<Rank>& ranks)
      : schedule_(schedule), ranks_(ranks), sums_(static_cast<std::size_t>(schedule.ranks)) {
    ranks_.resize(sums_.size());
    for (std::uint64_t rank = 0; rank < schedule_.ranks; ++rank) {
      ranks_[rank].rounds.resize(schedule_.rounds.size());
      sums_[rank].of_part.resize(static_cast<std::size_t>(schedule_.parts));
      for (std::uint64_t part = 0; part < schedule_.parts; ++part)
        add_slot(rank, {part, RankSet{1} << rank}, orders_.of_input(rank));
    }
  }

  void add_rounds() {
    for (round_ = 0; round_ < schedule_.rounds.size(); ++round_) {
      std::vector<std::vector<Orders::Number>> sent_orders;
      for (const SumSchedule::Message& message : schedule_.rounds[round_])
        sent_orders.push_back(send(message, sent_orders.size() + 1));
      for (std::size_t i = 0; i < sent_orders.size(); ++i)
        receive(schedule_.rounds[round_][i], sent_orders[i]);
    }
  }

  /// Returns the ranks whose orders differ, as unequal_sums does.
  std::string add_results() {
    std::string unequal;
    for (std::uint64_t part = 0; part < schedule_.parts; ++part)
      for (std::uint64_t rank = 0; rank < schedule_.ranks; ++rank) {
        const PartSum whole{part, schedule_.all()};
        const auto slot = find(rank, whole, ranks_[rank].last);
        if (!slot)
          throw ScheduleError(
              fmt::format("rank {}, part {}", rank, part),
              fmt::format("no sum of all inputs at the end; it holds {}", what_holds(rank, part)),
              "sums of ranks that are disjoint and together all");
        ranks_[rank].result.push_back(*slot);
        const Orders::Number first = sums_[0].orders[ranks_[0].result[part]];
        const Orders::Number order = sums_[rank].orders[*slot];
        if (unequal.empty() && order != first)
          unequal = fmt::format("part {}: rank 0 adds {}, rank {} adds {}", part,
                                orders_.text(first), rank, orders_.text(order));
      }
    return unequal;
  }

  void count_uses() {
    for (Rank& rank : ranks_) {
      rank.uses.assign(rank.held.size(), 0);
      const auto use = [&](const std::vector<Slot>& slots) {
        for (const Slot slot : slots) ++rank.uses[slot];
      };
      for (const Step& step : rank.rounds) {
        for (const Addition& addition : step.additions) use(addition.terms);
        for (const Transfer& transfer : step.sends) use(transfer.sums);
      }
      for (const Addition& addition : rank.last) use(addition.terms);
      use(rank.result);
    }
  }

 private:
  /// What a rank holds.
  struct Sums {
    std::vector<std::map<RankSet, Slot>> of_part;
    std::vector<Orders::Number> orders;  ///< by slot
  };

  [[noreturn]] void refuse(std::size_t message, std::string found, std::string wanted) const {
    throw ScheduleError(fmt::format("round {}, message {}", round_ + 1, message), std::move(found),
                        std::move(wanted));
  }

  Slot add_slot(std::uint64_t rank, const PartSum& sum, Orders::Number order) {
    const auto slot = static_cast<Slot>(ranks_[rank].held.size());
    ranks_[rank].held.push_back(sum);
    sums_[rank].of_part[sum.part].try_emplace(sum.inputs, slot);
    sums_[rank].orders.push_back(order);
    return slot;
  }

  /// The sum among those that the rank holds, or one that it adds.
  std::optional<Slot> find(std::uint64_t rank, const PartSum& sum,
                           std::vector<Addition>& additions) {
    const std::map<RankSet, Slot>& held = sums_[rank].of_part[sum.part];
    if (const auto known = held.find(sum.inputs); known != held.end()) return known->second;
    std::vector<RankSet> sets;
    for (const auto& [set, slot] : held)
      if ((set & ~sum.inputs) == 0) sets.push_back(set);
    Addition addition;
    std::vector<Orders::Number> orders;
    for (const RankSet term : terms_.of(sum.inputs, sets)) {
      addition.terms.push_back(held.at(term));
      orders.push_back(sums_[rank].orders[addition.terms.back()]);
    }
    if (addition.terms.empty()) return std::nullopt;
    addition.sum = add_slot(rank, sum, orders_.of_terms(orders));
    additions.push_back(std::move(addition));
    return additions.back().sum;
  }

  std::vector<Orders::Number> send(const SumSchedule::Message& message, std::size_t number) {
    if (message.from >= schedule_.ranks || message.to >= schedule_.ranks)
      refuse(number, fmt::format("from rank {} to rank {}", message.from, message.to),
             fmt::format("ranks below {}", schedule_.ranks));
    if (message.from == message.to)
      refuse(number, fmt::format("from rank {} to itself", message.from), "another rank");
    if (message.sums.empty()) refuse(number, "no sums", "at least one sum");
    Step& step = ranks_[message.from].rounds[round_];
    Transfer transfer{message.to, {}};
    std::vector<Orders::Number> orders;
    for (std::size_t i = 0; i < message.sums.size(); ++i) {
      const PartSum& sum = message.sums[i];
      if (sum.part >= schedule_.parts)
        refuse(number, fmt::format("part {}", sum.part),
               fmt::format("parts below {}", schedule_.parts));
      if (sum.inputs == 0 || (sum.inputs & ~schedule_.all()) != 0)
        refuse(number, "a sum of no inputs, or of those of ranks that do not exist",
               fmt::format("ranks below {}", schedule_.ranks));
      const auto slot = find(message.from, sum, step.additions);
      if (!slot)
        refuse(number,
               fmt::format("rank {} sends the sum of {} of part {}, but holds {}", message.from,
                           text_of(sum.inputs), sum.part, what_holds(message.from, sum.part)),
               "a sum that it holds at the begin of the round, or adds from disjoint ones");
      if (std::ranges::find(transfer.sums, *slot) != transfer.sums.end())
        refuse(number, fmt::format("the sum of {} of part {} twice", text_of(sum.inputs), sum.part),
               "each sum once");
      transfer.sums.push_back(*slot);
      orders.push_back(sums_[message.from].orders[*slot]);
    }
    step.sends.push_back(std::move(transfer));
    return orders;
  }

  void receive(const SumSchedule::Message& message, const std::vector<Orders::Number>& orders) {
    Transfer transfer{message.from, {}};
    for (std::size_t i = 0; i < message.sums.size(); ++i)
      transfer.sums.push_back(add_slot(message.to, message.sums[i], orders[i]));
    ranks_[message.to].rounds[round_].receives.push_back(std::move(transfer));
  }

  /// "0+1, 2 and 5 others"
  std::string what_holds(std::uint64_t rank, std::uint64_t part) const {
    constexpr std::size_t kMostNamed = 6;
    const auto& held = sums_[rank].of_part[part];
    std::string text;
    std::size_t named = 0;
    for (const auto& [set, slot] : held) {
      if (named++ == kMostNamed) break;
      text += (text.empty() ? "" : ", ") + text_of(set);
    }
    if (held.size() > kMostNamed) text += fmt::format(" and {} others", held.size() - kMostNamed);
    return text;
  }

  const SumSchedule& schedule_;
  std::vector<Rank>& ranks_;
  std::vector<Sums> sums_;
  Orders orders_;
  DisjointTerms terms_;
  std::size_t round_ = 0;
};

namespace {

void check_limits(const SumSchedule& schedule) {
  const auto check = [](const char* what, std::uint64_t count, std::uint64_t least,
                        std::uint64_t most) {
    if (count < least || count > most)
      throw ScheduleError(what, std::to_string(count), fmt::format("from {} to {}", least, most));
  };
  check("ranks", schedule.ranks, 1, SumSchedule::kMostRanks);
  check("parts", schedule.parts, 1, SumSchedule::kMostParts);
  check("rounds", schedule.rounds.size(), 0, SumSchedule::kMostRounds);
  std::uint64_t sums = 0;
  for (const SumSchedule::Round& round : schedule.rounds)
    for (const SumSchedule::Message& message : round) sums += message.sums.size();
  check("sums of all messages", sums, 0, SumSchedule::kMostSums);
}

}  // namespace

SchedulePlan::SchedulePlan(SumSchedule schedule) : schedule_(std::move(schedule)) {
  check_limits(schedule_);
  Builder builder(schedule_, ranks_);
  builder.add_rounds();
  unequal_sums_ = builder.add_results();
  builder.count_uses();
}

}  // namespace sparlab::model
