#include "analysis/advice/setting_search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/parameters/settings.hpp"

namespace sparlab::analysis {
namespace {

constexpr double kRounding = 1e-9;

/// nullopt where the value does not fit the other settings.
std::optional<model::Algorithm> changed(const model::Algorithm& algorithm, const std::string& name,
                                        const std::string& value) {
  model::AlgorithmSpec spec = model::parse_spec(algorithm.spec());
  std::erase_if(spec.settings, [&](const model::Setting& one) { return one.name == name; });
  spec.settings.push_back({name, value});
  try {
    return model::Algorithm(model::to_text(spec));
  } catch (const model::ParameterError&) {
    return std::nullopt;
  }
}

}  // namespace

SearchedSettings fastest_settings(const model::Algorithm& algorithm, double seconds,
                                  const PlaceModel& place, const SearchLimit& limit) {
  const TimedSettings start{algorithm, seconds};
  const std::vector<model::TunedParameter> parameters = algorithm.tuned(place.tuning_shape());
  TimedSettings best = start;
  std::vector<TimedSettings> seen;
  std::size_t unchanged = 0;
  for (std::size_t i = 0; unchanged < parameters.size(); ++i, ++unchanged) {
    const model::TunedParameter& parameter = parameters[i % parameters.size()];
    const model::Algorithm from = best.algorithm;
    for (const std::string& value : parameter.values) {
      if (limit.is_over()) break;
      const auto tried = changed(from, parameter.name, value);
      if (!tried || *tried == from) continue;
      const double tried_s = place.seconds(*tried);
      if (std::isnan(tried_s)) continue;
      seen.push_back({*tried, tried_s});
      if (tried_s * (1 + kRounding) >= best.seconds) continue;
      best = seen.back();
    }
    // Its own values cannot become faster before another parameter changes.
    if (!(best.algorithm == from)) unchanged = 0;
  }
  const bool gains = std::isnan(seconds) || best.seconds * kAsFast <= seconds;
  return {gains ? best : start, std::move(seen)};
}

}  // namespace sparlab::analysis
