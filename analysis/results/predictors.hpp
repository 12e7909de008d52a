#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/results/measured_points.hpp"

namespace sparlab::analysis {

/// Names predictions by their engine, and by what else distinguishes several of one engine: the
/// settings that only predictions have, several platforms of one machine, several files of one
/// platform.
class Predictors {
 public:
  /// `machines` must outlive this object. Without `published`, all platforms are of one machine.
  Predictors(const std::vector<SourcedRecord>& predictions, const MachineNames& machines,
             bool published);

  /// "loggp", "loggp (machine loggp, platform gige)".
  std::string name(const experiments::Record& record) const;

 private:
  std::string machine(const experiments::Point& point) const;

  const MachineNames& machines_;
  bool published_;
  std::map<experiments::Engine, std::map<std::string, std::set<std::string>>> settings_;
  std::map<std::pair<experiments::Engine, std::string>, std::set<std::string>> platforms_, hashes_;
};

}  // namespace sparlab::analysis
