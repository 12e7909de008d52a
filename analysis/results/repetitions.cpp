#include "analysis/results/repetitions.hpp"

#include <cstddef>

namespace sparlab::analysis {

std::optional<model::RepeatedTime> repetitions_of(const experiments::Record& record) {
  constexpr std::size_t kFewest = 5;
  const bool sampled = record.samples_s.size() >= kFewest;
  if (!sampled && !(record.p10_s && record.p90_s)) return std::nullopt;
  const model::RepeatedTime time =
      sampled ? model::repeated_time(record.samples_s)
              : model::RepeatedTime{*record.p10_s, record.time_s, *record.p90_s};
  if (!(time.p10_s > 0)) return std::nullopt;
  return time;
}

}  // namespace sparlab::analysis
