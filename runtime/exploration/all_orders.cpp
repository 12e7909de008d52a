#include "runtime/exploration/all_orders.hpp"

#include <algorithm>
#include <utility>

namespace sparlab::runtime::exploration {
namespace {

bool holds(const std::vector<Choice>& choices, const Choice& choice) {
  return std::ranges::find(choices, choice) != choices.end();
}

/// A state of the search: what was chosen there, and what is left to try.
struct Fork {
  Choice chosen;
  std::vector<Choice> open;
  std::vector<Choice> asleep;  ///< what follows these was run elsewhere, or before
};

class Search {
 public:
  /// The choice of the current run; nothing if each was tried in an equivalent order.
  std::optional<Choice> decide(const Crossroads& here) {
    if (depth_ < forks_.size()) return forks_[depth_++].chosen;
    Fork fork;
    // What was run before need not be run again after a choice of another rank.
    if (!forks_.empty())
      for (const Choice& choice : forks_.back().asleep)
        if (choice.rank != forks_.back().chosen.rank) fork.asleep.push_back(choice);
    for (const Choice& choice : here.settled.empty() ? here.possible : here.settled)
      if (!holds(fork.asleep, choice)) fork.open.push_back(choice);
    if (fork.open.empty()) return std::nullopt;
    take_next(fork);
    forks_.push_back(std::move(fork));
    return forks_[depth_++].chosen;
  }

  /// Prepares the next run; false if there is none.
  bool advance() {
    depth_ = 0;
    while (!forks_.empty()) {
      Fork& last = forks_.back();
      last.asleep.push_back(last.chosen);
      if (!last.open.empty()) {
        take_next(last);
        return true;
      }
      forks_.pop_back();
    }
    return false;
  }

  std::vector<Choice> order() const {
    std::vector<Choice> choices;
    for (const Fork& fork : forks_) choices.push_back(fork.chosen);
    return choices;
  }

 private:
  static void take_next(Fork& fork) {
    fork.chosen = fork.open.front();
    fork.open.erase(fork.open.begin());
  }

  std::vector<Fork> forks_;  ///< of the current run
  std::size_t depth_ = 0;
};

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

std::string fault_of(const RunResult& result, const std::function<std::string()>& complaint) {
  switch (result.ending) {
    case Ending::finished:
      return complaint();
    case Ending::deadlock:
      return "deadlock: " + result.text;
    case Ending::left_over:
      return result.text;
    case Ending::failed:
      return "exception: " + message_of(result.failure);
    case Ending::given_up:
      return "";
  }
  return "";
}

}  // namespace

Orders run_all_orders(ExploredRanks& ranks, const std::function<void(Comm&)>& program,
                      const std::function<std::string()>& complaint, std::uint64_t most_runs) {
  Orders orders;
  Search search;
  do {
    if (orders.runs + orders.repeated == most_runs) {
      orders.is_exhaustive = false;
      break;
    }
    const RunResult result =
        ranks.run(program, [&](const Crossroads& here) { return search.decide(here); });
    ++(result.ending == Ending::given_up ? orders.repeated : orders.runs);
    if (std::string what = fault_of(result, complaint); !what.empty()) {
      orders.fault = OrderFault{std::move(what), search.order()};
      break;
    }
  } while (search.advance());
  return orders;
}

}  // namespace sparlab::runtime::exploration
