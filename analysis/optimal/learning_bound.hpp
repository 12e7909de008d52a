#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "analysis/optimal/learned.hpp"

namespace sparlab::analysis::optimal {

/// A lower bound on the bytes of all messages of one part until each rank has learned of all
/// inputs, whatever ranks keep and how they add. What a message says of the inputs of T, which its
/// receiver did not know, takes at least the bytes of the sum over T; these are its news.
///
/// They are shortest paths over states of which only this is known: of how many inputs each rank
/// has learned, and their cover, the least number of ranks that together have learned of all. News
/// are at most what the sender has learned. A round of n messages lowers the cover by at most n,
/// and to no less than half. A rank that learns of all made a cover of two with its sender.
///
/// Cost    0.2 s of eight ranks, in the constructor.
class LearningBound {
 public:
  /// Contract: 2 to kMostRanks ranks.
  explicit LearningBound(SumBytes sizes);

  /// From this state in so many rounds; infinity if they are too few.
  double to_go(const Learned& learned, std::size_t rounds) const;

 private:
  /// How many ranks have learned of so many inputs, by this number less one.
  using Profile = std::array<std::size_t, kMostRanks>;
  class Round;

  /// Of how many inputs some rank has learned.
  std::size_t most_of(const Profile& profile) const;
  /// Covers that are possible: ranks that all have learned of most; one that has, and one for each
  /// other input.
  std::size_t least_cover(const Profile& profile) const;
  std::size_t most_cover(const Profile& profile) const { return ranks_ - most_of(profile) + 1; }
  std::size_t index_of(const Profile& profile, std::size_t cover) const;
  /// All profiles of so many more ranks that have learned of at least so much.
  void add_profiles(Profile& profile, std::size_t ranks, std::size_t learned);

  std::size_t ranks_;
  SumBytes sizes_;
  double split_;  ///< the least that two messages take more than one with their news
  std::vector<Profile> profiles_;
  std::vector<std::vector<double>>
      to_go_;  ///< by rounds and index; more rounds than these add nothing
};

}  // namespace sparlab::analysis::optimal
