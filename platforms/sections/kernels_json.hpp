#pragma once

#include "base/json/strict_object.hpp"
#include "model/base/local_work.hpp"

namespace sparlab::platforms {

/// Reads the section `kernels` of a platform file: the time of an operation by its size. Kernels
/// that it does not name have the same cost per unit at every size.
/// Errors  ConfigError: a kernel that is named twice, sizes that do not ascend, times that fall.
model::WorkCurves read_kernels(base::StrictObject& document);

}  // namespace sparlab::platforms
