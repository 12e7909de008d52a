#include "experiments/report/analysis/model_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

#include "experiments/engines/execute.hpp"
#include "experiments/errors/errors.hpp"
#include "experiments/points/engine.hpp"
#include "experiments/system/data_folders.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments {
namespace {

/// nullopt if there is no such file, or if it has changed since the record was made.
std::optional<PlatformFile> platform_of(const Record& record) {
  try {
    const auto file = find_platform_file(record.point.platform, "", "");
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
    PlatformFile platform = load_platform(file);
    if (platform.hash == record.platform_hash) return platform;
  } catch (const ConfigError&) {
    // A report needs only the records; running a point reports bad files.
  }
  return std::nullopt;
}

const Record* any_of_model(const Panel& panel) {
  const auto series = std::ranges::find(panel.series, Engine::model, &Series::engine);
  return series == panel.series.end() ? nullptr : series->records.back();
}

}  // namespace

ModelTimes::ModelTimes(const Panel& panel) : panel_(panel) {
  const Record* const record = any_of_model(panel);
  if (record == nullptr) {
    obstacle_ = "it has no results";
  } else if (is_real_data(record->point.input.kind)) {
    obstacle_ = "the input is a data file, which a report does not read";
  } else if (platform_ = platform_of(*record); !platform_) {
    obstacle_ = fmt::format("platform {} is not there as it was", record->point.platform);
  } else {
    density_ = static_cast<double>(record->point.nnz) / static_cast<double>(record->point.universe);
  }
}

std::uint64_t ModelTimes::step_of(const Point& point) const {
  switch (panel_.axis) {
    case Axis::density:
      return point.nnz;
    case Axis::ranks:
      return point.ranks;
    case Axis::universe:
      break;
  }
  return point.universe;
}

double ModelTimes::position_of(std::uint64_t step) const {
  const auto value = static_cast<double>(step);
  return panel_.axis == Axis::density ? value / static_cast<double>(panel_.universe) : value;
}

Point ModelTimes::point_at(const Point& like, std::uint64_t step) const {
  Point point = like;
  switch (panel_.axis) {
    case Axis::density:
      point.nnz = step;
      break;
    case Axis::ranks:
      point.ranks = step;
      break;
    case Axis::universe:
      point.universe = step;
      if (point.nnz > 0) {
        const double entries = std::round(density_ * static_cast<double>(step));
        point.nnz = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(entries));
      }
      break;
  }
  return point;
}

double ModelTimes::seconds(const std::string& algorithm, std::uint64_t step) {
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  const auto [found, fresh] = known_.try_emplace({algorithm, step}, kUndefined);
  if (!fresh) return found->second;
  const Point& like = panel_.find(Engine::model, algorithm)->records.front()->point;
  try {
    const auto seconds = predicted_seconds(point_at(like, step), *platform_);
    found->second = seconds.value_or(kUndefined);
  } catch (const model::ParameterError&) {
    return kUndefined;  // the settings do not fit P and N here
  }
  return found->second;
}

bool ModelTimes::reproduces(const Record& record) {
  const double again = seconds(record.point.algorithm.spec(), step_of(record.point));
  return std::abs(again - record.time_s) <= 1e-9 * record.time_s;
}

}  // namespace sparlab::experiments
