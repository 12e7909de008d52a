#include "training/run/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "experiments/spec/definition/spec_error.hpp"
#include "inputs/files/data_error.hpp"
#include "machines/calibration/local_platform.hpp"
#include "machines/launchers/mpi_launch.hpp"

namespace sparlab::training {
namespace {

using base::ConfigError;
using experiments::Engine;

constexpr const char* kCommandLine = "command line";

const LossInfo& loss_of(const std::string& name) {
  const LossInfo* const found = find_loss(name);
  if (found == nullptr) throw ConfigError(kCommandLine, "model", name, loss_names());
  return *found;
}

/// What is refused may be the method, one of its settings, or what it is combined with.
[[noreturn]] void refuse_method(const model::ParameterError& error, const std::string& spec) {
  const bool whole = error.parameter() == "method" || error.parameter() == "algorithm";
  throw ConfigError(
      kCommandLine, "--method",
      whole ? error.value() : fmt::format("{} = {} in {}", error.parameter(), error.value(), spec),
      error.accepted());
}

Method read_method(const std::string& spec) {
  try {
    return Method(spec);
  } catch (const model::ParameterError& error) {
    refuse_method(error, spec);
  }
}

Engine read_engine(const std::string& name) {
  const auto engine = experiments::engine_named(name);
  if (engine && (experiments::simulates(*engine) || experiments::measures(*engine))) return *engine;
  std::string accepted;
  for (const experiments::EngineInfo& info : experiments::kEngines)
    if (experiments::simulates(info.engine) || experiments::measures(info.engine))
      accepted += (accepted.empty() ? "" : ", ") + std::string(info.name);
  throw ConfigError(kCommandLine, "--engines", name, accepted);
}

platforms::PlatformFile read_platform(const TrainingRequest& request) {
  if (request.platform == platforms::kLocalPlatform) return machines::load_local_platform();
  platforms::PlatformFile platform = platforms::load_platform(
      base::find_platform_file(request.platform, kCommandLine, "--platform"));
  const auto doubt = platforms::disturbance(platform);
  if (doubt && !request.accepts_doubtful)
    throw ConfigError(kCommandLine, "--platform", request.platform,
                      fmt::format("a platform whose measurement was not disturbed ({}), or "
                                  "--accept-doubtful",
                                  *doubt));
  return platform;
}

/// Errors  DataError, ConfigError.
void check_ranks(const TrainingPlan& plan, std::uint64_t ranks) {
  if (plan.set.problem.samples < ranks)
    throw inputs::DataError(plan.path, "", fmt::format("{} samples", plan.set.problem.samples),
                            fmt::format("at least one for each of {} ranks", ranks));
  for (const Job& job : plan.jobs) {
    const platforms::PlatformFile& platform = plan.platform;
    if (experiments::measures(job.engine)) {
      if (machines::ranks_per_processor(plan.launcher, ranks) > machines::kMostRanksPerProcessor)
        throw ConfigError(
            kCommandLine, "-P", machines::describe_oversubscription(plan.launcher, ranks),
            fmt::format("at most {} ranks a processor", machines::kMostRanksPerProcessor));
      continue;
    }
    if (ranks > platform.max_ranks())
      throw ConfigError(
          kCommandLine, "-P", std::to_string(ranks),
          fmt::format("at most {}, the ranks of platform {}", platform.max_ranks(), platform.name));
    if (info_of(job.engine).needs_links && (!platform.network || platform.groups_lack_links()))
      throw ConfigError(kCommandLine, "--platform", platform.name,
                        fmt::format("a platform with links for engine {}", name_of(job.engine)));
    const double bytes = memory_of(job, plan.set.problem);
    if (bytes > base::available_memory_bytes())
      throw ConfigError(kCommandLine, "-P",
                        fmt::format("{} ranks with {} parameters each take {:.0f} MB", ranks,
                                    plan.set.problem.parameters(), bytes / 1e6),
                        fmt::format("at most the {:.0f} MB of memory available",
                                    base::available_memory_bytes() / 1e6));
  }
}

}  // namespace

double memory_of(const Job& job, const Problem& problem) {
  constexpr double kWeights = 4;  // bytes, of a float
  constexpr double kVectors = 5;  // weights, local or outer ones, residual, and two streams
  const double vectors =
      static_cast<double>(job.ranks) * static_cast<double>(problem.parameters()) * kWeights;
  const double margins = job.method.rule(job.ranks).coordinates == 0
                             ? 0
                             : 8 * static_cast<double>(job.ranks * problem.samples) *
                                   static_cast<double>(problem.outputs());
  return kVectors * vectors + margins;
}

TrainingPlan make_training_plan(const TrainingRequest& request) {
  const LossInfo& loss = loss_of(request.model);
  std::vector<Method> methods;
  for (const std::string& spec : request.methods) methods.push_back(read_method(spec));
  const auto algorithms =
      experiments::read_algorithm_list(request.algorithms, false, kCommandLine, "--algorithms");
  TrainingPlan plan;
  plan.platform = read_platform(request);
  plan.launcher = machines::find_launcher(request.launcher, kCommandLine, "--launcher");
  std::error_code error;
  plan.path = std::filesystem::absolute(request.data, error).string();
  plan.set.samples = inputs::shared_svmlight(request.data.string(), 0);
  plan.set.problem = problem_of(*plan.set.samples, loss, request.l2);
  const model::Shape shape{request.ranks, plan.set.problem.parameters()};
  const auto draws = [&](const Method& method) {
    return method.rule(request.ranks).coordinates > 0;
  };
  if (request.batch && std::ranges::all_of(methods, draws))
    throw ConfigError(kCommandLine, "--batch", std::to_string(*request.batch),
                      "no batch with scd, which uses all samples in each step");
  for (const Method& method : methods)
    for (const experiments::SweepAlgorithm& item : algorithms) {
      try {
        method.check(shape, loss);
        algorithm_of(method, item.algorithm, shape);
      } catch (const model::ParameterError& refused) {
        if (item.by_keyword) continue;
        refuse_method(refused, method.spec());
      }
      for (const std::string& engine : request.engines)
        plan.jobs.push_back({read_engine(engine),
                             request.ranks,
                             method,
                             item.algorithm,
                             request.epochs,
                             {request.batch.value_or(kBatch), request.rate, request.seed}});
    }
  if (plan.jobs.empty())
    throw ConfigError(kCommandLine, "--algorithms", "none of them fits the methods",
                      "an algorithm that does");
  check_ranks(plan, request.ranks);
  return plan;
}

}  // namespace sparlab::training
