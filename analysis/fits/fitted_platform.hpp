#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "analysis/fits/measured_collectives.hpp"
#include "analysis/fits/predicted_times.hpp"
#include "base/text/value.hpp"
#include "model/analysis/run_spread.hpp"

namespace sparlab::analysis {

/// The noise of a machine, from the quantiles of its measured collectives. It leaves the median
/// where it is, because the times to which alpha, beta and work are fitted are medians and contain
/// the median of all delays.
///
/// nullopt  fewer than model::kLeastSpreads records say how their repetitions differ.
std::optional<model::FittedRunSpread> run_spread_of(const FitPoints& points);

/// The platform file of a fitted machine, with the topology and links that the points name, or
/// without links. Its messages between groups of hosts take
/// the fit's longest crossing longer, and those of ranks whose groups are not known take
/// `crossing_s` longer: the median of the runs. Merges, scatters and selection,
/// which dense collectives do not have, are copied from the platform `like`.
///
/// Errors  ConfigError: no platform `like`, or its file is not valid.
nlohmann::ordered_json fitted_platform(const std::string& name, const FitPoints& points,
                                       const model::MachineFit& fit, double crossing_s,
                                       const std::string& like);

/// States in a fitted platform how well engine model predicts times with it: those fitted, and
/// those of numbers of ranks that a fit of the others has not seen, if such a fit was possible. The
/// worse of both is the residual.
void add_residual(nlohmann::ordered_json& platform, const PredictionSummary& fitted,
                  const std::optional<PredictionSummary>& left_out);

/// The numbers of a fit, crossings by run, and how well an engine predicts the fitted
/// times themselves.
base::Fields fit_fields(const FitPoints& points, const model::MachineFit& fit,
                        experiments::Engine engine, const PredictionSummary& predicted);
void print_fit(std::ostream& stream, const FitPoints& points, const model::MachineFit& fit,
               experiments::Engine engine, const PredictionSummary& predicted);

}  // namespace sparlab::analysis
