#include "model/costs/problem.hpp"

#include "model/partition.hpp"

namespace sparlab::model {

double StreamRules::payload_bytes(Held held, Range range) const {
  return bytes(held, range) - problem_.wire.header_bytes;
}

double StreamRules::bytes(Held held, Range range) const {
  return held.dense ? problem_.wire.dense_bytes(static_cast<double>(range.size()))
                    : problem_.wire.coo_bytes(held.entries);
}

Held StreamRules::input(std::uint64_t rank, Range range) const {
  return {distinct({rank, 1}, range), false};
}

bool StreamRules::switches(double entries, Range range) const {
  return problem_.dense_switch &&
         problem_.wire.goes_dense(entries, static_cast<double>(range.size()));
}

Held StreamRules::merge(Held left, Held right, Ranks ranks, Range range, LocalWork& work) const {
  const auto size = static_cast<double>(range.size());
  if (left.dense && right.dense) {
    work.summed_elements += size;
    return {size, true};
  }
  if (left.dense || right.dense) {
    work.scattered_entries += left.dense ? right.entries : left.entries;
    return {size, true};
  }
  const double entries = left.entries + right.entries;
  if (switches(entries, range)) {
    work.copied_bytes += size * problem_.wire.value_bytes;
    work.scattered_entries += entries;
    return {size, true};
  }
  work.merged_entries += entries;
  return {distinct(ranks, range), false};
}

Held StreamRules::merge_all_inputs(Range range, bool into_dense, LocalWork& work) const {
  double entries = 0;
  if (problem_.fill_in->symmetry() == Symmetry::none) {
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      entries += input(rank, range).entries;
    }
  } else {
    entries = static_cast<double>(problem_.ranks) * input(0, range).entries;
  }
  const auto size = static_cast<double>(range.size());
  if (into_dense || (problem_.ranks > 1 && switches(entries, range))) {
    work.copied_bytes += size * problem_.wire.value_bytes;
    work.scattered_entries += entries;
    return {size, true};
  }
  if (problem_.ranks > 1) work.merged_entries += entries;
  return {distinct({0, problem_.ranks}, range), false};
}

std::vector<RepresentativePart> representative_parts(const Problem& problem) {
  std::vector<RepresentativePart> parts;
  if (problem.fill_in->symmetry() == Symmetry::ranks_and_ranges) {
    const std::uint64_t larger = problem.fill_in->universe() % problem.ranks;
    const auto add = [&](std::uint64_t part, std::uint64_t count) {
      if (count == 0) return;
      parts.push_back(
          {part, part_of(problem.whole(), part, problem.ranks), static_cast<double>(count)});
    };
    add(0, larger);
    add(larger, problem.ranks - larger);
    return parts;
  }
  for (std::uint64_t part = 0; part < problem.ranks; ++part) {
    parts.push_back({part, part_of(problem.whole(), part, problem.ranks), 1});
  }
  return parts;
}

}  // namespace sparlab::model
