#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// The parts of a rank's stream between adjacent boundaries, and their messages. All ranks share
/// the parts of a counted stream, and its message is made when it is sent, since a process
/// simulates many ranks.
class OutgoingParts {
 public:
  OutgoingParts(runtime::Comm& comm, const Stream& stream,
                std::span<const std::uint64_t> boundaries);

  Stream take(std::uint64_t part);
  /// Converts the part to the format of its message, which replaces it.
  void pack(runtime::Comm& comm, std::uint64_t part, const AllreduceOptions& options);
  runtime::Message message(std::uint64_t part, const AllreduceOptions& options);

 private:
  std::shared_ptr<const CountedParts> shared_;  ///< of a counted stream; otherwise null
  std::vector<Stream> parts_;
  std::vector<runtime::Message> messages_;
};

}  // namespace sparlab::algos
