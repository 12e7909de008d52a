#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace sparlab::base {

/// The environment of this process, for records: version, commit, dirty, compiler, flags,
/// libraries, host, system, cpu, cores, and the environment variables that influence results
/// ("env.OMPI_MCA_...", UCX_*, OMP_*, the shape of a Slurm job), without those that launchers add.
std::map<std::string, std::string> describe_environment();

/// The number of processors that this process may use: those of its affinity mask.
unsigned usable_processors();

/// Physical cores of the machine; usable_processors() if the system does not report them.
unsigned physical_cores();

/// The width of the terminal: COLUMNS, or that of stdout, or kLineCharacters where stdout is none.
std::size_t terminal_columns();

/// The current time in UTC: "2025-01-31T12:34:56Z".
std::string utc_timestamp();
/// The same of another time, in seconds since 1970.
std::string utc_timestamp(std::int64_t seconds);

/// Memory in bytes that programs can allocate without swapping: MemAvailable of /proc/meminfo.
/// Infinite if the system does not report it.
double available_memory_bytes();

}  // namespace sparlab::base
