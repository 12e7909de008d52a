#pragma once

#include <string>

#include "machines/calibration/calibration.hpp"

namespace sparlab::machines::calibration {

/// What a platform file says besides the numbers.
struct PlatformNames {
  std::string name;      ///< the name of the file without its extension
  std::string ranks;     ///< how ranks were started and what connects them, for its title
  bool network = false;  ///< they have hosts of their own, with ports that connections share
};

/// The text of a platform file (see docs/platforms.md) with these numbers and doubts.
std::string platform_text(const Calibration& calibration, const PlatformNames& names);

/// The sections `gamma` and `kernels` of a platform file, as an object with these keys.
std::string gamma_text(const KernelCosts& kernels);

}  // namespace sparlab::machines::calibration
