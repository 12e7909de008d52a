#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "inputs/files/random.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "training/program/training.hpp"

namespace sparlab::tests {

/// `count` samples of `classes` classes with labels 0, 1, ... Each has 6 of `features` features,
/// most of which are typical of its class.
inline std::shared_ptr<const inputs::Samples> drawn_samples(std::uint64_t count,
                                                            std::uint64_t features,
                                                            std::uint64_t classes = 2) {
  inputs::Random random(3, inputs::Purpose::values, 0);
  auto samples = std::make_shared<inputs::Samples>();
  samples->name = "drawn";
  samples->universe = features;
  const std::uint64_t part = features / classes;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t label = i % classes;
    samples->labels.push_back(static_cast<double>(label));
    for (const std::uint64_t feature : inputs::random_subset(part, 6, random)) {
      const bool typical = random.unit() < 0.9;
      samples->features.push_back(typical ? feature + label * part
                                          : feature + part * (i / 7 % classes));
      samples->values.push_back(0.5 + random.unit());
    }
    // Features of a sample increase: the classes' parts may be mixed.
    const auto begin = samples->begin.back();
    std::sort(samples->features.begin() + static_cast<std::ptrdiff_t>(begin),
              samples->features.end());
    const auto last = std::unique(samples->features.begin() + static_cast<std::ptrdiff_t>(begin),
                                  samples->features.end());
    samples->features.erase(last, samples->features.end());
    samples->values.resize(samples->features.size());
    samples->begin.push_back(samples->features.size());
  }
  return samples;
}

inline training::TrainingSet set_of(std::shared_ptr<const inputs::Samples> samples,
                                    const std::string& model = "logistic", double l2 = 0) {
  return {training::problem_of(*samples, *training::find_loss(model), l2), samples};
}

inline training::Job job_of(const std::string& method, const std::string& algorithm,
                            std::uint64_t ranks = 4, std::uint64_t epochs = 2) {
  training::Job job;
  job.ranks = ranks;
  job.method = training::Method(method);
  job.algorithm = model::Algorithm(algorithm);
  job.epochs = epochs;
  job.pass = {5, {0.5, training::Schedule::constant}, 1};
  return job;
}

inline training::Curve train(const training::Job& job, const training::TrainingSet& set) {
  training::Training training(job, set, nullptr);
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-5, 1e-8, {1e-9, 1e-9, 1e-9, 1e-9, 1e-9}),
                      static_cast<int>(job.ranks),
                      [&](runtime::Comm& comm) { training.run(comm); });
  return training.curve();
}

}  // namespace sparlab::tests
