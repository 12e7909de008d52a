#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "machines/launchers/launcher.hpp"
#include "platforms/files/platform_file.hpp"
#include "training/program/job.hpp"

namespace sparlab::training {

/// What a user asks for; texts as on the command line.
struct TrainingRequest {
  std::string model;
  std::filesystem::path data;  ///< an svmlight file
  std::vector<std::string> methods{"sgd"};
  std::vector<std::string> algorithms{"ssar_split_allgather"};
  std::vector<std::string> engines{"loggp"};
  std::uint64_t ranks = 1;
  std::uint64_t epochs = 1;
  std::optional<std::uint64_t> batch;  ///< samples of a rank; default kBatch
  Rate rate;
  double l2 = 0;
  std::uint64_t seed = 1;
  std::string platform = "ideal";
  std::string launcher{machines::kLocalLauncher};
  bool accepts_doubtful = false;
};
inline constexpr std::uint64_t kBatch = 100;

/// Runs of every method with every algorithm on every engine, in this order.
struct TrainingPlan {
  std::string path;  ///< of the data, absolute
  TrainingSet set;
  platforms::PlatformFile platform;
  machines::Launcher launcher;
  std::vector<Job> jobs;
};

/// Reads the data and checks everything before the first run begins.
/// Errors  DataError: the file, or fewer samples than ranks. ConfigError: anything else that cannot
///         run, also for lack of memory.
TrainingPlan make_training_plan(const TrainingRequest& request);

/// The memory in bytes that a simulation of a job takes beside the data: every rank has its
/// weights, what it holds back, and streams of up to that size.
double memory_of(const Job& job, const Problem& problem);

}  // namespace sparlab::training
