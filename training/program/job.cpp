#include "training/program/job.hpp"

#include <memory>
#include <utility>

#include "inputs/files/data_error.hpp"
#include "model/base/range.hpp"

namespace sparlab::training {

TrainingSet read_part(const Job& job, const Problem& problem, const std::string& path,
                      const std::string& content_hash, std::uint64_t rank) {
  const model::Range all{0, problem.samples};
  const bool whole = job.method.rule(job.ranks).coordinates > 0;
  const model::Range part = whole ? all : model::part_of(all, rank, job.ranks);
  inputs::DataFile file(path);
  auto samples = std::make_shared<const inputs::Samples>(
      inputs::read_svmlight(file, problem.features, {}, {part.lo, part.hi}));
  if (samples->content_hash != content_hash)
    throw inputs::DataError(path, "", "a file with SHA-256 " + samples->content_hash,
                            content_hash + ", the file on the host that started the run");
  return {problem, std::move(samples), part.lo};
}

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

}  // namespace sparlab::training
