#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// An experiment with the points of published measurements, by engines model and loggp on a
/// platform that has the name of the machine: their algorithms, P, N and densities. The MPI
/// library's own collectives, which no engine predicts, are left out. Inputs have the form that
/// each algorithm takes, as before a published collective.
///
/// `machine`: of the records; empty: the only one.
/// Errors  ConfigError: no record of engine measured, several machines without a choice, a machine
///         that no record has.
nlohmann::json measured_experiment(const std::vector<Record>& records, const std::string& machine);

}  // namespace sparlab::experiments::records
