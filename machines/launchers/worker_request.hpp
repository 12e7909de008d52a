#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/system/whole_file.hpp"

/// What the mpi worker shall do. Rank 0 reads it from its standard input, which launchers pass on
/// to it, and sends it to the other ranks. No file is needed that all hosts share.
namespace sparlab::machines {

enum class WorkerTask : std::uint8_t {
  points,  ///< `work` has "points", each with a result, the line of its record, and the seconds
           ///< "patience_s" that they may wait for steady processors
  calibration,  ///< `work` says what to measure; the result is JSON in one line
};

struct WorkerRequest {  // NOLINT(bugprone-exception-escape): only memory can fail
  WorkerTask task = WorkerTask::points;
  std::uint64_t ranks = 1;                              ///< that the launcher shall have started
  std::string token;                                    ///< of the results
  std::map<std::string, std::string> environment = {};  ///< that all ranks shall have
  nlohmann::json work = {};
};

/// As the worker reads it: a line with the number of bytes, then JSON.
std::string request_to_text(const WorkerRequest& request);

/// Reads the JSON of a request. Does not read beyond its end, since a launcher may keep the input
/// open.
/// Errors  EnvironmentError: the input ends early or begins with something else.
std::string read_request(const base::FileDescriptor& input);

/// Errors  FormatError, ConfigError.
WorkerRequest request_from_json(std::string_view text);

/// Errors  EnvironmentError: this process lacks a variable of the request, or it has another value.
void require_environment(const WorkerRequest& request);

}  // namespace sparlab::machines
