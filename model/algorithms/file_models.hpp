#pragma once

#include <span>

#include "model/algorithms/algorithm_model.hpp"

namespace sparlab::model {

/// The rows of algorithms that a file defines. No program can choose them, so they are none of
/// algorithm_models().
std::span<const AlgorithmModel> file_models();

}  // namespace sparlab::model
