#pragma once

#include <map>
#include <string>

namespace sparlab::experiments {

/// Where and with what this process runs, for records: version, commit, dirty, compiler, flags,
/// libraries, host, system, cpu, cores, and the settings in the environment that change results
/// ("env.OMPI_MCA_..." and UCX_*, OMP_*, the shape of a Slurm job), without what launchers add.
std::map<std::string, std::string> describe_environment();

/// Processors that this process may use: its affinity mask, not the machine's count.
unsigned usable_processors();

/// Physical cores of the machine; usable_processors() if the system does not tell.
unsigned physical_cores();

/// Now, in UTC: "2025-01-31T12:34:56Z".
std::string utc_timestamp();

}  // namespace sparlab::experiments
