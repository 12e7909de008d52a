#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "model/base/hashed_owners.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Entries of the union of selections over one range. Only the sizes of the selections are known.
/// They are assumed to overlap in the same proportion as the whole inputs, which hold `uncut`
/// entries together, `distinct` of them distinct. `held` is the sum of the selections' sizes.
/// `largest` is the largest of them, a lower bound of the union.
inline double united_selections(double distinct, double uncut, double held, double largest) {
  return uncut > 0 ? std::max(largest, distinct * (held / uncut)) : largest;
}

/// The supports after a selection: every rank keeps a share of its indices (1: all of them), but at
/// most `k`. Which indices it keeps is not known: see united_selections. These are the supports of
/// counted streams that a selector cut. `whole` must outlive this object.
class SelectedFillIn final : public FillIn {
 public:
  SelectedFillIn(const FillIn& whole, std::uint64_t k, std::uint64_t ranks, double share = 1);

  std::uint64_t universe() const override { return whole_.universe(); }
  double distinct(Ranks ranks, Range range) const override;
  double runs(Ranks ranks, Range range) const override;
  double live_blocks(Ranks ranks, Range range, std::uint64_t block) const override;
  Symmetry symmetry() const override { return whole_.symmetry(); }
  std::string describe() const override;

 private:
  /// The share of its indices that a rank keeps.
  double kept(std::uint64_t rank) const;

  const FillIn& whole_;
  double k_;
  double share_;
  bool cuts_;  ///< some rank holds more than k
};

/// Fill-in among places (HashedOwners), as the expectation over all hashes: each place is as likely
/// to be held as any other. `of` must outlive this; its indices outside of the owners' range do not
/// count.
class HashedFillIn final : public FillIn {
 public:
  HashedFillIn(const FillIn& of, const HashedOwners& owners) : of_(of), owned_(owners.range()) {}

  std::uint64_t universe() const override { return of_.universe(); }
  double distinct(Ranks ranks, Range range) const override;
  Symmetry symmetry() const override;
  std::string describe() const override;
  using FillIn::distinct;

 private:
  const FillIn& of_;
  Range owned_;
};

/// Fill-in among places: exact if it is known which indices are held. `of` must outlive it.
std::shared_ptr<const FillIn> fill_in_of_places(const FillIn& of, const HashedOwners& owners);

/// Fill-in among groups of neighbouring ranks: "rank" g holds what ranks [g*group, (g+1)*group) of
/// another fill-in hold together. The last group has the remaining ranks.
class GroupedFillIn final : public FillIn {
 public:
  /// `of` must outlive this. group, ranks >= 1.
  GroupedFillIn(const FillIn& of, std::uint64_t ranks, std::uint64_t group);

  std::uint64_t groups() const { return (ranks_ - 1) / group_ + 1; }
  /// The ranks of a cyclic interval of groups.
  Ranks members(Ranks groups) const;

  std::uint64_t universe() const override { return of_.universe(); }
  double distinct(Ranks groups, Range range) const override;
  double runs(Ranks groups, Range range) const override;
  double live_blocks(Ranks groups, Range range, std::uint64_t block) const override;
  /// A smaller last group breaks the symmetry of ranks.
  Symmetry symmetry() const override;
  std::string describe() const override;
  using FillIn::distinct;

 private:
  const FillIn& of_;
  std::uint64_t ranks_;
  std::uint64_t group_;
};

}  // namespace sparlab::model
