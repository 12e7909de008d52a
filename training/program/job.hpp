#pragma once

#include <cstdint>
#include <string>

#include "model/algorithms/algorithm.hpp"
#include "training/program/training_spec.hpp"
#include "training/steps/local_step.hpp"

namespace sparlab::training {

/// One run of a method.
struct Job {
  std::uint64_t ranks = 1;
  Method method{"sgd"};
  model::Algorithm algorithm;  ///< as given; see algorithm_of
  std::uint64_t epochs = 1;
  Pass pass;
  std::string record;  ///< beginning of the paths of recordings; empty: none
};

/// The samples of a rank's job: those that a process reads that has one rank. Only its own, or
/// those of the whole file if the method needs them. Errors  DataError: as read_svmlight; the
/// file's hash is not `content_hash`.
TrainingSet read_part(const Job& job, const Problem& problem, const std::string& path,
                      const std::string& content_hash, std::uint64_t rank);

/// The bytes that the ranks of a run take in one process.
double memory_of(const Job& job, const Problem& problem);

}  // namespace sparlab::training
