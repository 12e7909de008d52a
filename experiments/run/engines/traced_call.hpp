#pragma once

#include <vector>

#include "experiments/run/execution/message_rounds.hpp"
#include "experiments/spec/points/record.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments::run {

/// The record of a simulated point and the messages of its first call.
struct TracedCall {
  Record record;
  std::vector<RoundMessage> messages;  ///< empty: none, or more than kMostTracedEvents
};

/// Runs a point of engine `loggp`, once.
/// Errors  As execute.
TracedCall trace_loggp(const Point& point, const platforms::PlatformFile& platform);

}  // namespace sparlab::experiments::run
