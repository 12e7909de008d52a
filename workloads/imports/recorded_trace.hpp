#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "inputs/files/data_file.hpp"
#include "workloads/definition/workload.hpp"

/// Execution traces of other programs as workloads.
namespace sparlab::workloads {

inline constexpr std::size_t kMostTraceBytes = std::size_t{1} << 28U;  ///< decompressed

inline constexpr double kMicrosecond = 1e-6;

/// A workload that was read from a trace, and what the trace has besides.
struct ImportedWorkload {
  Workload workload;
  std::map<std::string, std::uint64_t> left_out;  ///< how many, by what and why
};

/// An allreduce of a recorded step.
struct RecordedExchange {
  std::string name;
  double bytes = 0;
  double ready_s = 0;  ///< from the begin of the step
  double seconds = 0;
};

/// The workload of a step whose allreduces, and the end of whose computation, are known: one layer
/// for each allreduce. Its backward pass is the time since the one before became ready; a trace
/// does not say where the forward pass ends, which is part of that of the first allreduce. An
/// element has 4 bytes. `update_s` is what the rank does after all allreduces.
/// Contract: there is an allreduce.
Workload workload_of(std::vector<RecordedExchange> exchanges, double update_s);

/// The whole content of a file.
/// Errors  DataError: more than kMostTraceBytes.
std::string read_trace(inputs::DataFile& file);

/// A format of traces.
struct TraceFormat {
  std::string_view name;
  std::string_view title;
  /// Errors  DataError: damaged, beyond a limit, or without an allreduce.
  ImportedWorkload (*read)(inputs::DataFile& file);
};

ImportedWorkload read_chakra(inputs::DataFile& file);
ImportedWorkload read_kineto(inputs::DataFile& file);
ImportedWorkload read_simai(inputs::DataFile& file);

const std::vector<TraceFormat>& trace_formats();

/// Reads a file. Its workload has the name of the file, and says that it comes from it, or from
/// `source`. It can be written and read again.
/// Errors  as the format; ConfigError: times beyond those of a workload.
ImportedWorkload import_trace(const TraceFormat& format, inputs::DataFile& file,
                              const std::string& source);

}  // namespace sparlab::workloads
