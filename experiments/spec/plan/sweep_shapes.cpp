#include "experiments/spec/plan/sweep_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors/errors.hpp"
#include "base/text/content_hash.hpp"
#include "experiments/spec/definition/spec_error.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/files/data_error.hpp"
#include "training/methods/method.hpp"
#include "training/problem/trial_rate.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/schedules/schedule.hpp"

namespace sparlab::experiments {
namespace {

Shape shape_of(std::uint64_t universe, std::uint64_t nnz) {
  return {universe, nnz, static_cast<double>(nnz) / static_cast<double>(universe)};
}

}  // namespace

SweepShapes::SweepShapes(const Sweep& sweep, const std::string& file) : sweep_(sweep), file_(file) {
  if (sweep.step) workload_ = workloads::load_workload(sweep.step->workload);
  if (!sweep.training) return;
  samples_ = inputs::shared_svmlight(sweep.input.path, 0);
  problem_ = training::problem_of(*samples_, *sweep.training->loss, sweep.training->l2);
  // The ranks of a measurement have only parts of the samples.
  if (sweep.training->rate.rate == 0 && std::ranges::any_of(sweep.engines, measures))
    problem_->usual_rate = training::trial_rate(*problem_, *samples_);
}

std::vector<Shape> SweepShapes::of(std::uint64_t ranks) const {
  if (sweep_.step) return generated({workload_.parameters()});
  if (sweep_.training) return {of_training(ranks)};
  return inputs::is_real_data(sweep_.input.kind) ? of_data(sweep_.inputs_of(ranks))
                                                 : generated(sweep_.universes);
}

void SweepShapes::refuse(const std::string& key, const std::string& value,
                         const std::string& accepted) const {
  throw base::ConfigError(file_, sweep_.json_path + "." + key, value, accepted);
}

std::vector<Shape> SweepShapes::generated(const std::vector<std::uint64_t>& universes) const {
  std::vector<Shape> shapes;
  for (const std::uint64_t universe : universes) {
    const std::size_t first = shapes.size();
    for (const double density : sweep_.densities) {
      const double entries = std::round(density * static_cast<double>(universe));
      const std::uint64_t nnz =
          density > 0 ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(entries)) : 0;
      if (shapes.size() == first || shapes.back().nnz != nnz)
        shapes.push_back(shape_of(universe, nnz));
    }
  }
  if (sweep_.step)
    for (Shape& shape : shapes)
      shape.input_hash = base::content_hash(workloads::workload_text(workload_));
  return shapes;
}

/// k is the number of parameters that a first mini-batch changes.
Shape SweepShapes::of_training(std::uint64_t ranks) const {
  if (samples_->size() < ranks)
    throw inputs::DataError(sweep_.input.path, "", fmt::format("{} samples", samples_->size()),
                            fmt::format("at least one for each of {} ranks", ranks));
  inputs::InputSpec input = sweep_.input;
  input.batch = std::min<std::uint64_t>(input.batch, samples_->size());
  const double nonzeros = inputs::shared_input(input, 0, 0, 1, sweep_.seed)->mean_nnz() *
                          static_cast<double>(problem_->outputs());
  Shape shape =
      shape_of(problem_->parameters(), static_cast<std::uint64_t>(std::llround(nonzeros)));
  shape.input_hash = samples_->content_hash;
  return shape;
}

/// The shapes of the data file for this many inputs, one for each universe of the sweep.
std::vector<Shape> SweepShapes::of_data(std::uint64_t ranks) const {
  const auto input = inputs::shared_input(sweep_.input, 0, 0, ranks, sweep_.seed);
  std::vector<std::uint64_t> universes = sweep_.universes;
  if (universes.empty()) universes.push_back(input->universe());
  if (universes.front() < input->universe())
    refuse(
        "N", std::to_string(universes.front()),
        fmt::format("at least {}, the largest index in {}", input->universe(), sweep_.input.path));
  if (universes.back() > largest_universe(sweep_.index))
    refuse("index", "\"uint32\"", fmt::format("uint64: the data has {} indices", universes.back()));
  const bool extrapolated = ranks > input->max_ranks();
  if (extrapolated) refuse_without_data(ranks, input->max_ranks());
  std::vector<Shape> shapes;
  for (const std::uint64_t universe : universes) {
    shapes.push_back(
        shape_of(universe, static_cast<std::uint64_t>(std::llround(input->mean_nnz()))));
    shapes.back().input_hash = input->content_hash();
    if (extrapolated) shapes.back().extrapolated_from = input->max_ranks();
  }
  return shapes;
}

/// Expected unions can be extrapolated to more ranks than the file has data for; data cannot.
void SweepShapes::refuse_without_data(std::uint64_t ranks, std::uint64_t recorded) const {
  for (const Engine engine : sweep_.engines) {
    const bool carries_data =
        measures(engine) ||
        (simulates(engine) && settings_for(info_of(engine), sweep_).payload == Payload::data);
    if (!carries_data) continue;
    refuse("P", std::to_string(ranks),
           fmt::format("at most {} on {}, the ranks for which {} has data; the engine model, and "
                       "others with \"payload\": \"counted\", extrapolate",
                       recorded, name_of(engine), sweep_.input.path));
  }
}

bool SweepShapes::fit(const SweepAlgorithm& item, std::uint64_t ranks, const Shape& shape) const {
  std::uint64_t universe = shape.universe;
  if (sweep_.training) return fits_training(item, {ranks, universe});
  try {
    if (sweep_.step) {
      for (const workloads::Exchange& exchange :
           workloads::exchanges_of(workload_, sweep_.step->schedule, shape.density)) {
        universe = exchange.parameters;
        (exchange.dense ? sweep_.step->dense : item.algorithm).check({ranks, universe});
      }
    } else {
      item.algorithm.check({ranks, universe});
    }
    return true;
  } catch (const model::ParameterError& error) {
    if (item.by_keyword) return false;
    throw spec_error(error, item.algorithm.spec(), file_, item.json_path,
                     fmt::format("P = {}, N = {}", ranks, universe));
  }
}

/// What is refused may be the method, one of its settings, or what it is combined with.
bool SweepShapes::fits_training(const SweepAlgorithm& item, const model::Shape& shape) const {
  const training::Method& method = sweep_.training->method;
  try {
    method.check(shape, *sweep_.training->loss);
    training::algorithm_of(method, item.algorithm, shape);
    return true;
  } catch (const model::ParameterError& error) {
    if (item.by_keyword) return false;
    const bool whole = error.parameter() == "method" || error.parameter() == "algorithm";
    refuse("training.method",
           whole ? error.value()
                 : fmt::format("{} = {} in {}", error.parameter(), error.value(), method.spec()),
           error.accepted());
  }
}

}  // namespace sparlab::experiments
