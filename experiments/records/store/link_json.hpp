#pragma once

#include <nlohmann/json_fwd.hpp>

#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

nlohmann::json links_to_json(const LinkStatistics& links);

/// The inverse. Errors  FormatError that names the key that is missing or has the wrong type.
LinkStatistics links_from_json(const nlohmann::json& object);

}  // namespace sparlab::experiments::records
