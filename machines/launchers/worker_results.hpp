#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/system/whole_file.hpp"

/// How a worker process returns the results of its jobs. They travel through a pipe or through the
/// standard output of whatever started the worker, where launchers and libraries may print too.
/// Therefore each line carries a token that only the two sides know, a number, a length and a
/// checksum; all other output is skipped. A line that is lost or changed is found, and no result
/// is taken from then on. The first line says that the worker has started.
namespace sparlab::machines {

/// The outcome of one job.
struct JobResult {
  bool succeeded = false;
  std::string text;      ///< of its result, or the reason why there is none
  bool crashed = false;  ///< a signal ended its process
};

/// A new random token.
std::string result_token();

/// The worker's side.
class ResultWriter {
 public:
  /// Sends the first line.
  /// Errors  EnvironmentError, also of `send`: the pipe cannot be written to.
  ResultWriter(base::FileDescriptor pipe, std::string token);

  /// Newlines in the text become spaces.
  void send(const JobResult& result);

 private:
  void send_line(std::string_view kind, std::string_view text);

  base::FileDescriptor pipe_;
  std::string token_;
  std::uint64_t number_ = 0;  ///< of the next line
};

/// The side of the process that started the worker.
class ResultReader {
 public:
  ResultReader(base::FileDescriptor pipe, const std::string& token);

  /// Becomes readable when there is something to receive.
  int descriptor() const { return pipe_.get(); }

  /// Reads what has arrived; does not block.
  void receive();

  bool started() const { return started_; }

  /// What is wrong with the results, empty if nothing is. Nothing more arrives then.
  const std::string& damage() const { return damage_; }

  /// The last lines that are not results, for a message.
  std::string other_output() const;

  /// The next result that has arrived.
  std::optional<JobResult> take();

 private:
  void read_line(std::string_view line);
  void read_result(std::string_view line);

  base::FileDescriptor pipe_;
  std::string mark_;  ///< begins each line of a result
  std::uint64_t number_ = 0;
  bool started_ = false;
  std::string damage_;
  std::string unfinished_line_, unfinished_text_;
  std::string other_;
  std::deque<JobResult> results_;
};

}  // namespace sparlab::machines
