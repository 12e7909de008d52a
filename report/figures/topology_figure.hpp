#pragma once

#include <cstdint>
#include <string>

#include "platforms/files/platform_file.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// A picture of hosts, switches, link classes by colour, and groups, of which `detailed` are drawn
/// in detail. The same platform always gives the same chart.
/// Contract: the platform has a topology.
Chart topology_figure(const platforms::PlatformFile& platform, std::uint32_t detailed,
                      const std::string& name);

}  // namespace sparlab::report
