#pragma once

#include <cstddef>
#include <span>

/// Fuzz targets for text that the laboratory reads; the contract is that of parsers.hpp.
namespace sparlab::fuzz {

/// True if the bytes were accepted.
bool parse_experiment(std::span<const std::byte> bytes);
/// Applies the bytes as the text after `--set` to an experiment.
bool parse_override(std::span<const std::byte> bytes);
/// A row of published results.
bool parse_published(std::span<const std::byte> bytes);
bool parse_platform(std::span<const std::byte> bytes);
bool parse_launcher(std::span<const std::byte> bytes);
/// The profile of a cluster, and the scripts that it leads to.
bool parse_site(std::span<const std::byte> bytes);
/// An algorithm with its settings: "oktopk(tau=16)".
bool parse_spec(std::span<const std::byte> bytes);
/// Lines of records, of all versions.
bool parse_record(std::span<const std::byte> bytes);
/// A table of published measurements, in each of the formats of `sparlab import`.
bool parse_import(std::span<const std::byte> bytes);
/// The workload of a training step.
bool parse_workload(std::span<const std::byte> bytes);
/// A schedule of partial sums.
bool parse_schedule(std::span<const std::byte> bytes);
/// Execution traces of training: Chakra, the PyTorch profiler, SimAI.
bool parse_chakra(std::span<const std::byte> bytes);
bool parse_kineto(std::span<const std::byte> bytes);
bool parse_simai(std::span<const std::byte> bytes);

}  // namespace sparlab::fuzz
