#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "experiments/spec/points/engine.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/base/cost.hpp"
#include "training/methods/method.hpp"
#include "training/steps/local_step.hpp"

namespace sparlab::training {

/// One run of a method.
struct Job {
  experiments::Engine engine = experiments::Engine::loggp;
  std::uint64_t ranks = 1;
  Method method{"sgd"};
  model::Algorithm algorithm;  ///< as given; see algorithm_of
  std::uint64_t epochs = 1;
  Pass pass;
};

/// What the mpi worker needs of a job: each rank reads the file itself.
struct WorkerJob {
  Job job;
  Problem problem;
  std::string path;                       ///< of the svmlight file, absolute
  std::string content_hash;               ///< of the file
  std::optional<model::Machine> machine;  ///< by which algorithms with a choice decide
};
nlohmann::json worker_job_to_json(const WorkerJob& job);
/// Errors  FormatError, ParameterError.
WorkerJob worker_job_from_json(const nlohmann::json& object);

/// Reads the samples of a rank's job: its own, or those of the whole file if the method needs them.
/// Errors  DataError: as read_svmlight, or the file is not the one of the job.
TrainingSet read_part(const WorkerJob& job, std::uint64_t rank);

}  // namespace sparlab::training
