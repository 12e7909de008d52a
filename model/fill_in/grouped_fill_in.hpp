#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

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
