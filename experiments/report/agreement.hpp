#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Compares one engine's times of an algorithm with those of the reference engine, over the
/// positions of a panel at which both have one. Ratios are not averaged: median and extremes are
/// given.
struct Agreement {
  Engine engine = Engine::loggp;
  std::string algorithm;
  std::size_t positions = 0;
  double median = 1;
  double least = 1;
  double greatest = 1;
};

/// The engine that the others are compared with: the first of model, loggp, simgrid, mpi that has a
/// series. nullopt if the panel has only one engine.
std::optional<Engine> reference_engine(const Panel& panel);

/// By algorithm and engine; combinations without a common position are omitted.
std::vector<Agreement> agreements(const Panel& panel, Engine reference);

}  // namespace sparlab::experiments
