#pragma once

#include <vector>

#include "experiments/spec/points/settings.hpp"

namespace sparlab::experiments {

/// The settings of inputs and of what messages carry.
std::vector<Setting> message_settings();

}  // namespace sparlab::experiments
