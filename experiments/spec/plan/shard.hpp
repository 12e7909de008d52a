#pragma once

#include <cstdint>
#include <string>

#include "experiments/spec/plan/plan.hpp"

namespace sparlab::experiments {

/// A part of a plan.
struct Shard {
  std::uint64_t number = 1;  ///< from 1 on
  std::uint64_t count = 1;
  std::string group;  ///< only points of this group are divided; empty: all
  std::string plan;   ///< the plan_id for which it was made; empty: any
};

/// "2/8", or "measured-P4:2/8@PLAN" with a group and the id of a plan.
/// Errors  ConfigError: anything else.
Shard parse_shard(const std::string& text);

/// Points that ask for the same resources of a cluster: "simulated" (which includes formulas), or
/// "measured-P8".
std::string group_of(const Point& point);

/// The hash of the ids of all points.
std::string plan_id(const Plan& plan);

/// Keeps the points of one part: points are dealt to the parts from that with the longest predicted
/// time on, so that parts take similar times. Those of all parts together are the group, and no
/// point is in two of them.
/// Errors  ConfigError: the shard was made for another plan.
void keep_shard(Plan& plan, const Shard& shard);

}  // namespace sparlab::experiments
