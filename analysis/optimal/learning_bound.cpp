#include "analysis/optimal/learning_bound.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::analysis::optimal {
namespace {

/// Steps that gain less than this share are rounding errors.
constexpr double kRounding = 1e-13;
constexpr double kNever = std::numeric_limits<double>::infinity();

/// The least number of ranks that together have learned of all, beside `known`; at most `most`.
std::size_t cover_of(const Learned& learned, RankSet known, RankSet all, std::size_t most) {
  if (known == all || most == 0) return 0;
  const auto missed = static_cast<std::size_t>(std::countr_one(known));
  for (const RankSet one : learned)
    if (contains(one, missed))
      most = std::min(most, 1 + cover_of(learned, joined(known, one), all, most - 1));
  return most;
}

/// An input must be known by so many ranks if all are to know it after so many rounds.
constexpr std::size_t least_knowing(std::size_t ranks, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds && ranks > 1; ++round) ranks = (ranks + 1) / 2;
  return ranks;
}

/// By n and k.
constexpr auto kChoose = [] {
  std::array<std::array<std::size_t, kMostRanks + 1>, 2 * kMostRanks> table{};
  for (std::size_t n = 0; n < table.size(); ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; n > 0 && k <= kMostRanks; ++k)
      table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

}  // namespace

/// All news that ranks can receive in one round, receiver by receiver. Of ranks that have learned
/// of equally many, the first receives the most.
class LearningBound::Round {
 public:
  /// `best` is known to be possible.
  Round(const LearningBound& bound, const Profile& before, std::size_t cover, double best)
      : bound_(bound), cover_(cover), best_(best) {
    std::size_t rank = 0;
    for (std::size_t learned = bound_.ranks_; learned > 0; --learned) {
      for (std::size_t i = 0; i < before[learned - 1]; ++i) learned_[rank++] = learned;
      senders_[learned] = rank;
    }
    while (rank-- > 0) later_[rank] = later_[rank + 1] + missing(learned_[rank]);
    // No message of a later round has news of more inputs than its sender has learned of.
    const std::size_t later = bound_.to_go_.size() - 1;
    std::size_t most = learned_[0];
    for (std::size_t round = 0; round < later && reach_ < bound_.ranks_; ++round)
      reach_ += most = std::min(2 * most, bound_.ranks_);
    least_total_ = bound_.ranks_ * least_knowing(bound_.ranks_, later);
  }

  double least() {
    receive(0, 0, 0, 0, 0);
    return best_;
  }

 private:
  double missing(std::size_t learned) const { return bound_.sizes_[bound_.ranks_ - learned]; }

  /// Ranks before `rank` received `messages`, the last of them `last` news, and `received` bytes in
  /// all; afterwards they receive `missed` at least.
  void receive(std::size_t rank, std::size_t last, std::size_t messages, double received,
               double missed) {
    const double incomplete =
        cover_ > messages + 2 ? static_cast<double>(cover_ - messages - 2) : 0;
    const double least = received + missed + later_[rank] + incomplete * bound_.split_;
    if (least >= best_ * (1 - kRounding)) return;
    if (rank == bound_.ranks_) {
      if (total_ < least_total_ || !can_be_sent()) return;
      const std::size_t lowered = cover_ > messages ? cover_ - messages : 1;
      const std::size_t cover = std::max({lowered, (cover_ + 1) / 2, bound_.least_cover(after_)});
      if (cover > bound_.most_cover(after_)) return;
      best_ = std::min(best_, received + bound_.to_go_.back()[bound_.index_of(after_, cover)]);
      return;
    }
    const std::size_t mine = learned_[rank];
    std::size_t most = bound_.ranks_ - mine;
    if (cover_ > 2 && most > 0) --most;
    if (rank > 0 && learned_[rank - 1] == mine) most = std::min(most, last);
    std::size_t possible = 0;
    while (possible < most && news_[possible + 1] < senders_[possible + 1]) ++possible;
    const std::size_t in_time = mine + reach_ < bound_.ranks_ ? bound_.ranks_ - mine - reach_ : 0;
    for (std::size_t news = in_time; news <= possible; ++news) {
      for (std::size_t i = 1; i <= news; ++i) ++news_[i];
      ++after_[mine + news - 1];
      received_[rank] = news;
      total_ += mine + news;
      receive(rank + 1, news, messages + (news > 0 ? 1 : 0), received + bound_.sizes_[news],
              missed + missing(mine + news));
      total_ -= mine + news;
      --after_[mine + news - 1];
      for (std::size_t i = 1; i <= news; ++i) --news_[i];
    }
  }

  /// Whether each receiver can have a sender of its own that has learned of enough. There are
  /// enough senders, but if only one message has few news, its receiver cannot be its sender
  /// (Hall's condition).
  bool can_be_sent() const {
    for (std::size_t rank = 0; rank < bound_.ranks_; ++rank) {
      const std::size_t mine = learned_[rank];
      const std::size_t news = received_[rank];
      if (news == 0 || news > mine) continue;
      const std::size_t of_more = mine < bound_.ranks_ ? news_[mine + 1] : 0;
      if (of_more + 2 > senders_[news]) return false;
    }
    return true;
  }

  const LearningBound& bound_;
  std::size_t cover_;
  double best_;
  std::size_t total_ = 0;        ///< learned by the ranks that have received
  std::size_t least_total_ = 0;  ///< after this round, by all
  std::size_t reach_ = 0;  ///< of how many inputs a rank can learn in the rounds after this one
  Profile after_{};        ///< of the ranks that have received
  std::array<std::size_t, kMostRanks> learned_{};      ///< by rank, descending
  std::array<std::size_t, kMostRanks> received_{};     ///< news, by rank
  std::array<std::size_t, kMostRanks + 1> senders_{};  ///< that have learned of at least so many
  std::array<std::size_t, kMostRanks + 1> news_{};     ///< messages with news of at least so many
  std::array<double, kMostRanks + 1> later_{};         ///< what this rank and later ones miss
};

LearningBound::LearningBound(SumBytes sizes)
    : ranks_(sizes.size() - 1), sizes_(std::move(sizes)), split_(sizes_.back()) {
  SPARLAB_EXPECTS(ranks_ >= 2 && ranks_ <= kMostRanks);
  for (std::size_t a = 1; a < ranks_; ++a)
    for (std::size_t b = 1; a + b < ranks_; ++b)
      split_ = std::min(split_, sizes_[a] + sizes_[b] - sizes_[a + b]);
  Profile profile{};
  add_profiles(profile, ranks_, 1);
  std::vector<double> next(profiles_.size() * ranks_, kNever);
  Profile all{};
  all[ranks_ - 1] = ranks_;
  next[index_of(all, 1)] = 0;
  while (to_go_.empty() || next != to_go_.back()) {
    to_go_.push_back(next);
    for (const Profile& before : profiles_)
      for (std::size_t cover = least_cover(before); cover <= most_cover(before); ++cover) {
        double& best = next[index_of(before, cover)];
        best = Round(*this, before, cover, best).least();
      }
  }
}

double LearningBound::to_go(const Learned& learned, std::size_t rounds) const {
  const std::size_t knowing = least_knowing(ranks_, rounds);
  for (std::size_t input = 0; knowing > 1 && input < ranks_; ++input) {
    const auto knows = [&](RankSet of) { return contains(of, input); };
    if (static_cast<std::size_t>(std::ranges::count_if(learned, knows)) < knowing) return kNever;
  }
  Profile profile{};
  for (std::size_t rank = 0; rank < ranks_; ++rank) ++profile[count(learned[rank]) - 1];
  const std::size_t cover = cover_of(learned, 0, all_of(ranks_), most_cover(profile));
  return to_go_[std::min(rounds, to_go_.size() - 1)][index_of(profile, cover)];
}

std::size_t LearningBound::most_of(const Profile& profile) const {
  std::size_t most = ranks_;
  while (profile[most - 1] == 0) --most;
  return most;
}

std::size_t LearningBound::least_cover(const Profile& profile) const {
  return (ranks_ + most_of(profile) - 1) / most_of(profile);
}

std::size_t LearningBound::index_of(const Profile& profile, std::size_t cover) const {
  // The ranks' numbers, ascending, plus their positions, are a set; this is its number.
  std::size_t index = 0;
  std::size_t position = 0;
  for (std::size_t learned = 0; learned < ranks_; ++learned)
    for (std::size_t i = 0; i < profile[learned]; ++i, ++position)
      index += kChoose[learned + position][position + 1];
  return index * ranks_ + cover - 1;
}

void LearningBound::add_profiles(Profile& profile, std::size_t ranks, std::size_t learned) {
  if (learned == ranks_) {
    profiles_.push_back(profile);
    profiles_.back()[ranks_ - 1] = ranks;
    return;
  }
  for (std::size_t here = 0; here <= ranks; ++here) {
    profile[learned - 1] = here;
    add_profiles(profile, ranks - here, learned + 1);
  }
  profile[learned - 1] = 0;
}

}  // namespace sparlab::analysis::optimal
