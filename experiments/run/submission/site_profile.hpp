#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparlab::experiments::run {

/// How jobs of one cluster are asked for. The default value asks for what any Slurm has.
struct SiteProfile {
  std::string partition, account, qos;    ///< empty: the cluster's own
  std::uint64_t time_limit_minutes = 60;  ///< of a task
  std::uint64_t task_minutes = 0;         ///< predicted, of a task; 0: a quarter of the limit
  std::uint64_t processors_per_task = 1;  ///< of simulations: as many run at a time
  std::uint64_t tasks_per_node = 0;       ///< ranks of measurements on a node; 0: Slurm decides
  std::uint64_t tasks_at_once = 0;        ///< of an array; 0: no limit
  std::uint64_t array_size = 1000;        ///< tasks in one array; longer ones are divided
  /// Of ranks: "-n RANKS WORKER" follows. Empty: srun --mpi=pmix in jobs of Slurm, otherwise that
  /// of the experiment.
  std::vector<std::string> launcher;
  std::vector<std::string> modules;    ///< arguments of `module load`
  std::vector<std::string> arguments;  ///< of sbatch, in addition
  std::map<std::string, std::string> environment;

  double task_seconds() const;
};

/// Errors  ConfigError with file, path, value and what is accepted.
SiteProfile site_profile_from_json(const nlohmann::json& content, const std::string& file);

}  // namespace sparlab::experiments::run
