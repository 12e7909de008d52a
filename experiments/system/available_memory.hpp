#pragma once

namespace sparlab::experiments {

/// Memory in bytes that programs can allocate without swapping: MemAvailable of /proc/meminfo.
/// Infinite if the system does not report it.
double available_memory_bytes();

}  // namespace sparlab::experiments
