#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "workloads/definition/workload.hpp"

namespace sparlab::workloads {

inline constexpr std::size_t kMostLayers = 100'000;
/// Of a layer, and of a workload.
inline constexpr double kMostParameters = 1e12;

/// The time of a layer's backward pass over that of its forward pass, where a file states the time
/// of both passes of the network alone: one product of matrices becomes two.
inline constexpr double kBackwardOverForward = 2;

/// Reads and checks a workload. Layers have `forward_s` and `backward_s`, or the document has
/// `compute`, the time of both passes, and layers have `flop`, operations of one sample's forward
/// pass: a layer then takes its share of the operations. docs/steps.md describes the format.
///
/// Errors  ConfigError: a missing or unknown key, a wrong type, a number out of range, more than
///         kMostLayers layers, no parameters at all.
Workload workload_from_json(const nlohmann::json& document, const std::string& file);

/// The workload of a file, or one that ships with the program.
/// Errors  ConfigError, as above and if there is no such file.
Workload load_workload(const std::string& name_or_path);

/// The text of a file that reads back to the same workload.
std::string workload_text(const Workload& workload);

}  // namespace sparlab::workloads
