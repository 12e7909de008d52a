#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::analysis {

/// What must be equal for two records to be of the same point, by the name for messages.
using PointIdentity = std::map<std::string, nlohmann::json>;

/// The machine that a platform describes, if its file has another name: platform to machine.
using MachineNames = std::map<std::string, std::string>;

/// The name of a platform without folder and extension.
std::string platform_name(const experiments::Point& point);

/// The machine of a prediction, in the comparison with published measurements.
std::string machine_of(const experiments::Point& point, const MachineNames& machines);

/// The identity of a point as far as both engines know it: algorithm with settings, P, N, k, input,
/// and the settings that both use, without the groups of ranks. Published measurements do not say
/// their seed. `machine` is empty where it is not compared.
PointIdentity identity_of(const experiments::Record& record, const std::string& machine,
                          const experiments::EngineInfo& predictor,
                          const experiments::EngineInfo& reference);

/// Equal for equal identities.
std::string text_of(const PointIdentity& identity);

/// At most `most` of many values.
std::string some_of(const std::set<std::string>& values, std::size_t most);

/// The words of difference_of.
struct DifferenceText {
  std::string_view first;   ///< before the values of the first: "predicted "
  std::string_view second;  ///< before those of the second: "; measured "
  std::string_view none;    ///< if no part differs in all points
  std::size_t most = 0;     ///< values of a part
};

/// The parts of the identity of which two lists without a common point have no common value.
std::string difference_of(const std::vector<PointIdentity>& first,
                          const std::vector<PointIdentity>& second, const DifferenceText& text);

}  // namespace sparlab::analysis
