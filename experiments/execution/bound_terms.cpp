#include "experiments/execution/bound_terms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/analysis/bounds.hpp"

namespace sparlab::experiments {

void add_bound_terms(Record& record, const Workload& workload, const model::Machine& machine) {
  if (!workload.exact()) return;
  const std::uint64_t ranks = record.point.ranks;
  const model::Instance instance{.ranks = ranks,
                                 .universe = workload.input().universe(),
                                 .nnz = workload.input().mean_nnz(),
                                 .union_nnz = workload.fill_in().distinct(ranks),
                                 .dense = workload.dense_input()};
  double largest_s = 0;
  for (const auto& check : check_bounds(instance, machine, workload.wire(), record.time_s)) {
    if (!check.applies) continue;
    record.terms[fmt::format("bound_{}_s", name(check.kind))] = check.bound_s;
    if (is_safe(check.kind)) largest_s = std::max(largest_s, check.bound_s);
  }
  record.terms["bound_s"] = largest_s;
}

}  // namespace sparlab::experiments
