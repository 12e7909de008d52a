#pragma once

#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "experiments/spec/points/record.hpp"
#include "tests/catch.hpp"

namespace sparlab::tests {

/// A small valid experiment for tests to modify.
inline nlohmann::json valid_experiment() {
  return nlohmann::json::parse(R"({
    "name": "test",
    "sweeps": [{
      "label": "one", "engines": ["model", "loggp"],
      "algorithms": ["dense_ring", "ssar_split_allgather"],
      "P": [2, 8], "N": 1024, "density": [0.01, 0.1], "platform": "ideal"
    }]
  })");
}

/// Returns the ConfigError that `action` throws; fails the test on any other outcome.
template <class Action>
base::ConfigError config_error(Action action) {
  try {
    action();
  } catch (const base::ConfigError& error) {
    return error;
  }
  FAIL("no ConfigError");
  throw std::logic_error("unreachable");
}

/// A record with a value in every field.
inline experiments::Record full_record(const std::string& id) {
  experiments::Record record;
  record.id = id;
  record.point.experiment = "test";
  record.point.sweep = "one";
  record.point.engine = experiments::Engine::mpi;
  record.point.algorithm = model::Algorithm("dense_ring");
  record.point.ranks = 8;
  record.point.universe = std::uint64_t{1} << 33U;
  record.point.nnz = 3;
  record.point.density = 0.1;
  record.point.input.kind = inputs::InputKind::zipf;
  record.point.input.exponent = 1.0 / 3;
  record.point.input.shuffled = false;
  record.point.payload = experiments::Payload::data;
  record.point.value = algos::ValueType::float64;
  record.point.index = algos::IndexType::uint64;
  record.point.dense_switch = false;
  record.point.formats = {model::Format::coo, model::Format::delta, model::Format::runs};
  record.point.platform = "ideal";
  record.point.machine = experiments::MachineKind::loggp;
  record.point.seed = ~std::uint64_t{0};
  record.time_s = 0.1 + 0.2;
  record.deterministic = false;
  record.samples_s = {0.1, 1.0 / 3, 5e-324};
  record.time_low_s = 0.29;
  record.time_high_s = 0.31;
  record.outliers = 1;
  record.warmup = 2;
  record.stopped_by = "budget";
  record.messages = 16;
  record.bytes = 1e9;
  record.phases = {{"split \"\n", 8, 1e8}};
  record.timeline = {{"computation", "conv1", "forward", 0, 1.0 / 3}};
  record.result_nnz = 7;
  record.terms = {{"alpha_messages", 3}};
  record.network = {{"network/model", "CM02"}};
  record.platform_hash = "p";
  record.input_hash = "i";
  record.check = {"failed", "rank 3 differs"};
  record.environment = {{"host", "h"}};
  record.started = "2025-01-31T12:34:56Z";
  record.wall_s = 1.5;
  return record;
}

}  // namespace sparlab::tests
