#include "analysis/certificates/bound_totals.hpp"

#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace sparlab::analysis {
namespace {

auto size_of(const BrokenCall& call, const CasePlace& place) {
  std::size_t entries = 0;
  for (const auto& mine : call.supports) entries += mine.size();
  return std::tuple(place.ranks->ranks, place.ranks->universe, entries);
}

void add(const BoundTally& tally, const CasePlace& place, BoundTotal& total) {
  const auto& smallest = tally.smallest_broken;
  if (smallest &&
      (total.breaks.ranks == nullptr ||
       size_of(*smallest, place) < size_of(*total.tally.smallest_broken, total.breaks))) {
    total.tally.smallest_broken = smallest;
    total.breaks = place;
  }
  if (total.nearest.ranks == nullptr || tally.least < total.tally.least * (1 - 1e-9)) {
    total.tally.least = tally.least;
    total.nearest = place;
  }
  total.tally.calls += tally.calls;
  total.tally.broken += tally.broken;
}

}  // namespace

std::vector<BoundTotal> bound_totals(const std::vector<Certificate>& certificates) {
  std::map<std::pair<model::BoundKind, Counted>, BoundTotal> found;
  for (const Certificate& certificate : certificates)
    for (const CertifiedRanks& ranks : certificate.cases)
      for (const BoundTally& tally : ranks.bounds) {
        BoundTotal& total = found[{tally.kind, tally.counted}];
        total.tally.kind = tally.kind;
        total.tally.counted = tally.counted;
        add(tally, {&certificate, &ranks}, total);
      }
  std::vector<BoundTotal> totals;
  for (const auto& [key, total] : found) totals.push_back(total);
  return totals;
}

}  // namespace sparlab::analysis
