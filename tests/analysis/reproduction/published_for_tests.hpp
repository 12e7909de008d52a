#pragma once

#include <nlohmann/json.hpp>

namespace sparlab::experiments::tests {

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

/// A row for it with one claim: the bytes of P = 8 over those of P = 4 of the dense ring. These are
/// 14 x 1024 values over 6 x 1024, and headers.
inline nlohmann::json small_row() {
  return nlohmann::json::parse(R"({
    "source": "a paper", "setting": "a machine", "experiment": "small.json",
    "claims": [
      {"claim": "bytes", "tolerance": 0.1, "published": {"value": 2.3333},
       "quantity": {
         "kind": "ratio", "field": "bytes",
         "of": {"sweep": "ranks", "engine": "model", "algorithms": ["dense_ring"], "P": 8},
         "over": {"sweep": "ranks", "engine": "model", "algorithms": ["dense_ring"], "P": 4}}}
    ]
  })");
}

}  // namespace sparlab::experiments::tests
