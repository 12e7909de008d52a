#include "analysis/results/model_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/results/axis_steps.hpp"
#include "analysis/results/recorded_platforms.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::analysis {
namespace {

const experiments::Record* any_of_model(const Panel& panel) {
  const auto series = std::ranges::find(panel.series, experiments::Engine::model, &Series::engine);
  return series == panel.series.end() ? nullptr : series->records.back();
}

}  // namespace

ModelTimes::ModelTimes(const Panel& panel) : panel_(panel) {
  const experiments::Record* const record = any_of_model(panel);
  if (record == nullptr) {
    obstacle_ = "it has no results";
  } else if (inputs::is_real_data(record->point.input.kind)) {
    obstacle_ = "the input is a data file, which a report does not read";
  } else {
    RecordedPlatforms platforms;
    if (const platforms::PlatformFile* const found = platforms.of(*record)) platform_ = *found;
    if (!platform_)
      obstacle_ = fmt::format("platform {} is not there as it was", record->point.platform);
    density_ = static_cast<double>(record->point.nnz) / static_cast<double>(record->point.universe);
    for (const Series& series : panel.series)
      if (series.engine == experiments::Engine::model)
        for (const experiments::Record* one : series.records)
          known_[{series.algorithm, step_of(one->point, panel.axis)}] = one->time_s;
  }
}

double ModelTimes::seconds(const std::string& algorithm, std::uint64_t step) {
  const auto [found, fresh] = known_.try_emplace({algorithm, step});
  if (fresh) found->second = evaluated(algorithm, step);
  return found->second;
}

double ModelTimes::evaluated(const std::string& algorithm, std::uint64_t step) const {
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  const experiments::Point& like =
      panel_.find(experiments::Engine::model, algorithm)->records.front()->point;
  try {
    return experiments::run::predicted_seconds(point_at(like, panel_.axis, step, density_),
                                               *platform_)
        .value_or(kUndefined);
  } catch (const model::ParameterError&) {
    return kUndefined;  // the settings do not fit P and N here
  }
}

bool ModelTimes::reproduces(const experiments::Record& record) {
  const auto [found, fresh] = reproduced_.try_emplace(&record);
  if (fresh) {
    const double again =
        evaluated(record.point.algorithm.spec(), step_of(record.point, panel_.axis));
    found->second = std::abs(again - record.time_s) <= 1e-9 * record.time_s;
  }
  return found->second;
}

}  // namespace sparlab::analysis
