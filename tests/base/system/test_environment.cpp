#include <cstdlib>

#include "base/system/environment.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {

TEST_CASE("records keep the settings of the environment and nothing that launchers add") {
  const auto is_kept = [](const char* name) {
    ::setenv(name, "x", 1);
    const bool kept = describe_environment().contains(std::string("env.") + name);
    ::unsetenv(name);
    return kept;
  };
  for (const char* name :
       {"OMPI_MCA_btl", "OMPI_MCA_mpi_yield_when_idle", "UCX_TLS", "OMP_NUM_THREADS",
        "SLURM_NTASKS", "SLURM_NTASKS_PER_NODE", "SLURM_CPUS_PER_TASK", "SLURM_CPU_BIND"})
    CHECK((is_kept(name) ? "" : name) == std::string());
  for (const char* name :
       {"OMPI_COMM_WORLD_RANK", "OMPI_MCA_orte_hnp_uri", "OMPI_MCA_ess_base_jobid", "OMPI_ARGV",
        "OMPI_FILE_LOCATION", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir", "OMPI_UNIVERSE_SIZE",
        "SLURM_LAUNCH_NODE_IPADDR", "SLURM_TASK_PID", "SLURM_SRUN_COMM_HOST", "PMIX_SERVER_URI2"})
    CHECK((is_kept(name) ? name : "") == std::string());
}

}  // namespace sparlab::base
