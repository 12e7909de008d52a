#include "model/costs/split_reduce_cost.hpp"

#include "model/costs/split_cost.hpp"

namespace sparlab::model {

std::vector<ReducedPart> add_split_reduce(Cost& cost, const Problem& problem, bool dense_parts) {
  const StreamRules rules(problem);
  add_split(cost, problem);
  std::vector<ReducedPart> parts;
  Stage slowest{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
  double most_entries = -1;
  for (const RepresentativePart& part : representative_parts(problem)) {
    LocalWork work;
    parts.push_back({part, rules.merge_all_inputs(part.range, dense_parts, work)});
    const double entries = work.merged_entries + work.scattered_entries;
    if (entries > most_entries) {
      most_entries = entries;
      slowest.work = work;
    }
  }
  cost.critical_path.push_back(slowest);
  return parts;
}

}  // namespace sparlab::model
