#include "model/costs/problem.hpp"

#include <algorithm>

#include "model/base/range.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/fill_in/sum_width.hpp"

namespace sparlab::model {

Packing StreamRules::packing(const Held& held, Range range, FormatSet formats) const {
  const auto size = static_cast<double>(range.size());
  std::optional<double> coded;
  if (formats.value_code() == ValueCode::integers) {
    coded = problem_.wire.integer_bytes(
        held.dense ? size : held.entries,
        more_bits_of_sums(*problem_.fill_in, problem_.wire.code_bits, held.inputs, range));
  }
  if (held.dense) return problem_.wire.pack_dense(formats, size, coded);
  return problem_.wire.pack(formats, held.entries, size,
                            held.runs.value_or(expected_runs(held.entries, size)), coded);
}

double StreamRules::payload_bytes(const Held& held, Range range) const {
  const double bytes = held.dense ? problem_.wire.dense_bytes(static_cast<double>(range.size()))
                                  : problem_.wire.coo_bytes(held.entries);
  return bytes - problem_.wire.header_bytes;
}

Held StreamRules::united(Ranks ranks, Range range) const {
  Held held{.entries = distinct(ranks, range), .inputs = ranks.count};
  if (problem_.formats.contains(Format::runs)) held.runs = problem_.fill_in->runs(ranks, range);
  return held;
}

bool StreamRules::switches(double entries, Range range) const {
  return problem_.dense_switch &&
         problem_.wire.goes_dense(entries, static_cast<double>(range.size()), problem_.formats);
}

Held StreamRules::merge(Held left, Held right, Ranks ranks, Range range, LocalWork& work) const {
  const auto size = static_cast<double>(range.size());
  const Held summed{.entries = size, .dense = true, .inputs = ranks.count};
  if (left.dense && right.dense) {
    work.summed_elements += size;
    return summed;
  }
  if (left.dense || right.dense) {
    work.scattered_entries += left.dense ? right.entries : left.entries;
    return summed;
  }
  const double entries = left.entries + right.entries;
  if (switches(entries, range)) {
    work.copied_bytes += size * problem_.wire.value_bytes;
    work.scattered_entries += left.entries;
    work.scattered_entries += right.entries;
    return summed;
  }
  work.merged_entries += entries;
  return united(ranks, range);
}

bool StreamRules::merge_all(const std::vector<Held>& streams, Range range, LocalWork& work) const {
  if (streams.size() < 2) return !streams.empty() && streams.front().dense;
  double entries = 0;
  bool all_coo = true;
  for (const Held& stream : streams) {
    entries += stream.entries;
    all_coo = all_coo && !stream.dense;
  }
  if (all_coo && !switches(entries, range)) {
    work.merged_entries += entries;
    return false;
  }
  const auto size = static_cast<double>(range.size());
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (streams[i].dense) {
      if (i > 0) work.summed_elements += size;
    } else {
      if (i == 0) work.copied_bytes += size * problem_.wire.value_bytes;
      work.scattered_entries += streams[i].entries;
    }
  }
  return true;
}

Held StreamRules::merge_all_inputs(Range range, bool into_dense, LocalWork& work) const {
  double entries = 0;
  if (problem_.fill_in->symmetry() == Symmetry::none)
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank)
      entries += input(rank, range).entries;
  else
    entries = static_cast<double>(problem_.ranks) * input(0, range).entries;
  const auto size = static_cast<double>(range.size());
  if (into_dense || (problem_.ranks > 1 && switches(entries, range))) {
    work.copied_bytes += size * problem_.wire.value_bytes;
    const auto inputs = static_cast<double>(problem_.ranks);
    work.scattered_entries += Amount(entries, entries > 0 ? inputs : 0);
    return {.entries = size, .dense = true, .inputs = problem_.ranks};
  }
  if (problem_.ranks > 1) work.merged_entries += entries;
  return united({0, problem_.ranks}, range);
}

std::vector<RepresentativePart> representative_parts(Range range, std::uint64_t parts,
                                                     Symmetry symmetry) {
  std::vector<RepresentativePart> representatives;
  const auto add = [&](std::uint64_t part, std::uint64_t count) {
    if (count > 0)
      representatives.push_back({part, part_of(range, part, parts), static_cast<double>(count)});
  };
  if (symmetry == Symmetry::ranks_and_ranges) {
    const std::uint64_t larger = range.size() % parts;
    add(0, larger);
    add(larger, parts - larger);
  } else {
    for (std::uint64_t part = 0; part < parts; ++part) add(part, 1);
  }
  return representatives;
}

std::vector<RepresentativePart> representative_parts(const Problem& problem) {
  return representative_parts(problem.whole(), problem.ranks, problem.fill_in->symmetry());
}

namespace {

/// The input of the rank that has the most to convert.
struct LargestInput {
  double entries = 0;
  double elements = 0;

  explicit LargestInput(const Problem& problem) : elements(problem.elements()) {
    if (problem.collective == Collective::broadcast) {
      elements = 0;
      for (std::uint64_t group = 0; group < problem.roots; ++group) {
        const std::uint64_t root = root_group(group, problem.ranks, problem.roots).lo;
        const Range given =
            given_range(problem.collective, problem.whole(), root, problem.ranks, problem.roots);
        entries = std::max(entries, problem.fill_in->distinct(problem.united(), given));
        elements = std::max(elements, static_cast<double>(given.size()));
      }
      return;
    }
    if (scatters(problem.collective)) {
      entries = largest_input(problem);
      return;
    }
    elements = static_cast<double>(part_of(problem.whole(), 0, problem.ranks).size());
    for (const RepresentativePart& part : representative_parts(problem))
      entries = std::max(entries, problem.fill_in->distinct({0, problem.ranks}, part.range));
  }
};

}  // namespace

Stage sparsification(const Problem& problem) {
  const double entry = problem.wire.index_bytes + problem.wire.value_bytes;
  const LargestInput input(problem);
  return local_stage("sparsify", {.copied_bytes = input.elements * problem.wire.value_bytes +
                                                  input.entries * entry});
}

Stage densification(const Problem& problem) {
  const LargestInput input(problem);
  return local_stage("densify", {.scattered_entries = input.entries,
                                 .copied_bytes = input.elements * problem.wire.value_bytes});
}

}  // namespace sparlab::model
