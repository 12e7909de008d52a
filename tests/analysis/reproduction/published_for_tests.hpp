#pragma once

#include <nlohmann/json.hpp>

namespace sparlab::tests {

/// An experiment of two sweeps, one of them with a density axis.
inline nlohmann::json small_experiment() {
  return nlohmann::json::parse(R"({
    "name": "small",
    "sweeps": [
      {"label": "ranks", "engines": ["model"], "algorithms": ["dense_ring", "sparse_allgather"],
       "P": [4, 8], "N": 1024, "density": 0.125, "platform": "ideal"},
      {"label": "densities", "engines": ["model"], "algorithms": ["dense_ring", "sparse_allgather"],
       "P": 4, "N": 1024, "density": [0.125, 0.25, 0.5], "platform": "ideal"}
    ]
  })");
}

/// A row for it with one claim: the bytes of the allgather over those of the dense ring at P = 8.
/// These are 56 x 128 entries over 14 x 1024 values, and headers.
inline nlohmann::json small_row() {
  return nlohmann::json::parse(R"({
    "source": "a paper", "setting": "a machine", "experiment": "small.json",
    "points": {"sweep": "ranks", "engine": "model", "field": "bytes"},
    "claims": [{"claim": "bytes", "of": "sparse_allgather", "over": "dense_ring", "P": 8,
                "value": 1, "tolerance": 0.1}]
  })");
}

}  // namespace sparlab::tests
