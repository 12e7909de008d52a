#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "training/program/curve.hpp"
#include "training/run/plan.hpp"

namespace sparlab::training {

struct Outcome {
  Job job;
  Curve curve;          ///< without epochs if the run failed before it recorded one
  std::string failure;  ///< why there is no whole curve; empty if there is one
};

/// The failure of a job that had not ended when the user ended the run.
inline constexpr const char* kNotRun = "interrupted";

/// "loggp, topk_sgd(k=0.1%), oktopk", for messages.
std::string describe(const Job& job);

/// Runs all jobs in processes of their own: at most `processes` simulations at a time, then those
/// on mpi, one after the other. Outcomes are in the order of jobs. SIGINT and SIGTERM end it, and
/// jobs that have not ended then have failed. Errors  EnvironmentError: no process can be created,
/// mpirun or the mpi worker is missing.
std::vector<Outcome> run_jobs(const TrainingPlan& plan, unsigned processes, std::ostream& messages);

}  // namespace sparlab::training
