#pragma once

namespace sparlab::experiments {

/// Memory that programs can take without swapping, in bytes: MemAvailable of /proc/meminfo.
/// Infinite if the system does not tell.
double available_memory_bytes();

}  // namespace sparlab::experiments
