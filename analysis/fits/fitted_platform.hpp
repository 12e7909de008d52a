#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/fits/measured_collectives.hpp"
#include "base/text/value.hpp"

namespace sparlab::analysis {

/// The platform file of a fitted machine, without links. alpha contains the median crossing of the
/// runs. Merges, scatters and selection, which dense collectives do not have, are copied from the
/// platform `like`.
///
/// Errors  ConfigError: no platform `like`, or its file is not valid.
nlohmann::ordered_json fitted_platform(const std::string& name, const FitPoints& points,
                                       const model::MachineFit& fit, const std::string& like);

/// The numbers of a fit, crossings by run and errors of the fitted times themselves.
base::Fields fit_fields(const FitPoints& points, const model::MachineFit& fit);
void print_fit(std::ostream& stream, const FitPoints& points, const model::MachineFit& fit);

}  // namespace sparlab::analysis
