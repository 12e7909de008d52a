#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <vector>

#include "model/base/bine.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// More ranks are played as a part of them with the same share of surplus ranks, since the time of
/// a play grows with the square of their number.
constexpr std::uint64_t kMostPlayed = 256;

bool exchange_in_pairs(const Partners& partners) {
  return partners.kind == Partners::Kind::exchange || partners.kind == Partners::Kind::bine;
}

/// A round of the schedule; an uneven exchange has several stages.
struct Round {
  Stage stage;
  double communication_s;
};

/// What a rank does in one round. It sends and receives at once, and then works.
struct Move {
  std::size_t round;
  std::size_t peer;
  bool sends;
  bool receives;
};

/// Plays rounds of a folding collective with ports that messages share.
///
/// A message progresses at a rate that its busier end allows. Messages share a receive port
/// equally. A port whose opposite is busy, too, is slower by the factor of an exchange.
class SharedPorts {
 public:
  SharedPorts(const Machine& machine, const std::vector<Round>& rounds, const Survivors& survivors)
      : survivors_(survivors),
        ranks_(static_cast<std::size_t>(survivors.count + survivors.surplus)),
        moves_(ranks_),
        states_(ranks_),
        in_port_(ranks_) {
    for (const auto& [stage, communication_s] : rounds) {
      const bool exchanges = stage.pattern == Pattern::exchange;
      const double alone_s =
          exchanges ? machine.message_s(stage.bytes_per_message) : communication_s;
      timings_.push_back({.message_s = alone_s,
                          .slowdown = communication_s / alone_s,
                          .work_s = machine.gammas.seconds(stage.work)});
      add(stage, timings_.size() - 1);
    }
  }

  double end_s() {
    for (std::size_t rank = 0; rank < ranks_; ++rank) begin(rank, 0);
    for (double next_s = advance(); next_s < kNever; next_s = advance()) {
    }
    return std::ranges::max(states_, {}, &State::ready_s).ready_s;
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Timing {
    double message_s;
    double slowdown;
    double work_s;
  };
  struct State {
    std::size_t move = 0;
    double ready_s = 0;    ///< for its next move, if that has not begun
    bool waits = false;    ///< to begin it
    std::size_t open = 0;  ///< messages of its move that have not passed
  };
  struct Message {
    std::size_t from;
    std::size_t to;
    std::size_t round;
    double left_s;
    double rate = 0;
  };
  struct InPort {
    std::size_t sends = 0;
    std::size_t receives = 0;
  };

  bool is_survivor(std::size_t rank) const { return rank < survivors_.count; }
  std::size_t pair_of(std::size_t survivor) const {
    return static_cast<std::size_t>(survivors_.count) + survivor;
  }

  /// Survivors are numbered from 0 on, and the surplus ranks, which the first of them have as
  /// neighbours, follow.
  void add(const Stage& stage, std::size_t number) {
    const auto distance = static_cast<std::size_t>(stage.partners.distance);
    if (exchange_in_pairs(stage.partners)) {
      const bool bine = stage.partners.kind == Partners::Kind::bine;
      for (std::size_t rank = 0; is_survivor(rank); ++rank) {
        const std::size_t peer =
            bine ? bine_partner(rank, distance, survivors_.count) : rank ^ distance;
        moves_[rank].push_back({number, peer, true, true});
      }
      folded_ = true;
      return;
    }
    const bool both = stage.pattern == Pattern::exchange;  // each of two neighbours sends a half
    for (std::size_t rank = 0; rank < survivors_.surplus; ++rank) {
      const std::size_t pair = pair_of(rank);
      moves_[rank].push_back({number, pair, both || folded_, both || !folded_});
      moves_[pair].push_back({number, rank, both || !folded_, both || folded_});
    }
  }

  void begin(std::size_t rank, double now_s) {
    State& state = states_[rank];
    state.ready_s = now_s;
    state.waits = state.move < moves_[rank].size();
  }

  void start(std::size_t rank) {
    State& state = states_[rank];
    const Move& move = moves_[rank][state.move];
    state.waits = false;
    state.open = std::size_t{move.sends} + std::size_t{move.receives};
    if (move.sends) send({rank, move.peer, move.round, timings_[move.round].message_s});
    const auto early = std::ranges::find_if(
        arrived_, [&](const Message& message) { return is_awaited(rank, move, message); });
    if (early == arrived_.end()) return;
    arrived_.erase(early);
    passed(rank);
  }

  static bool is_awaited(std::size_t rank, const Move& move, const Message& message) {
    return move.receives && message.to == rank && message.round == move.round;
  }

  void send(const Message& message) {
    ++in_port_[message.from].sends;
    ++in_port_[message.to].receives;
    moving_.push_back(message);
  }

  /// One of the messages of the rank's move has passed.
  void passed(std::size_t rank) {
    State& state = states_[rank];
    if (--state.open > 0) return;
    const double work_s = timings_[moves_[rank][state.move].round].work_s;
    ++state.move;
    begin(rank, now_s_ + (moves_[rank][state.move - 1].receives ? work_s : 0));
  }

  double rate(const Message& message) const {
    const InPort& from = in_port_[message.from];
    const InPort& to = in_port_[message.to];
    const double slowdown = timings_[message.round].slowdown;
    const double sending = from.receives > 0 ? slowdown : 1;
    const double receiving = static_cast<double>(to.receives) * (to.sends > 0 ? slowdown : 1);
    return 1 / std::max(sending, receiving);
  }

  /// Goes to the next time at which a rank begins a move or a message has passed, and returns it.
  double advance() {
    double next_s = kNever;
    for (Message& message : moving_) {
      message.rate = rate(message);
      next_s = std::min(next_s, now_s_ + message.left_s / message.rate);
    }
    for (const State& state : states_)
      if (state.waits) next_s = std::min(next_s, std::max(now_s_, state.ready_s));
    if (next_s == kNever) return next_s;
    const double rounding_s = 1e-12 * next_s;
    for (Message& message : moving_) message.left_s -= (next_s - now_s_) * message.rate;
    now_s_ = next_s;
    const auto is_moving = [=](const Message& message) { return message.left_s > rounding_s; };
    const auto ended = std::stable_partition(moving_.begin(), moving_.end(), is_moving);
    const std::vector<Message> done(ended, moving_.end());
    moving_.erase(ended, moving_.end());
    for (const Message& message : done) {
      --in_port_[message.from].sends;
      --in_port_[message.to].receives;
    }
    for (const Message& message : done) {
      passed(message.from);
      const State& to = states_[message.to];
      const bool awaited = !to.waits && to.move < moves_[message.to].size() &&
                           is_awaited(message.to, moves_[message.to][to.move], message);
      if (awaited)
        passed(message.to);
      else
        arrived_.push_back(message);
    }
    for (std::size_t rank = 0; rank < ranks_; ++rank)
      if (states_[rank].waits && states_[rank].ready_s <= now_s_) start(rank);
    return now_s_;
  }

  Survivors survivors_;
  std::size_t ranks_;
  bool folded_ = false;  ///< the rounds of survivors have been added
  std::vector<Timing> timings_;
  std::vector<std::vector<Move>> moves_;  ///< by rank
  std::vector<State> states_;
  std::vector<InPort> in_port_;
  std::vector<Message> moving_;
  std::vector<Message> arrived_;  ///< before their receivers came to them
  double now_s_ = 0;
};

/// The rounds that `survivors` take part in, and the time of all in step.
std::vector<Round> rounds_of(const Cost& cost, const Machine& machine, const Survivors& survivors,
                             double& in_step_s) {
  std::vector<Round> rounds;
  for (const Stage& stage : cost.critical_path) {
    if (stage.messages == 0) continue;
    const bool survivors_exchange = exchange_in_pairs(stage.partners);
    if (survivors_exchange && stage.partners.distance >= survivors.count) continue;
    in_step_s += stage.seconds(machine);
    const double communication_s = stage.communication_s(machine);
    const bool is_part = survivors_exchange && !rounds.empty() &&
                         rounds.back().stage.name == stage.name &&
                         rounds.back().stage.partners.distance == stage.partners.distance;
    if (is_part)
      rounds.back().communication_s += communication_s;
    else
      rounds.push_back({stage, communication_s});
  }
  return rounds;
}

}  // namespace

void add_folding_delay(Cost& cost, const Problem& problem) {
  const Machine* const machine = problem.machine;
  Survivors survivors(problem.ranks);
  if (machine == nullptr || !machine->receiving_shared || machine->groups.present()) return;
  if (survivors.surplus == 0) return;
  while (survivors.count + survivors.surplus > kMostPlayed) {
    survivors.count /= 2;
    survivors.surplus /= 2;
  }
  if (survivors.surplus == 0) return;
  double in_step_s = 0;
  const std::vector<Round> played = rounds_of(cost, *machine, survivors, in_step_s);
  const double late_s = SharedPorts(*machine, played, survivors).end_s() - in_step_s;
  if (!(late_s > 1e-9 * in_step_s)) return;  // rounding
  const double bytes = played.back().stage.bytes_per_message;
  cost.critical_path.push_back({.name = "queue",
                                .messages = late_s / machine->message_s(bytes, Pattern::tree),
                                .bytes_per_message = bytes,
                                .pattern = Pattern::tree});
}

}  // namespace sparlab::model
