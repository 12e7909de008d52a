#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// The parts of a rank's stream between adjacent boundaries, and their messages.
template <class Stream>
class OutgoingParts {
 public:
  OutgoingParts(runtime::Comm& comm, const Stream& stream,
                std::span<const std::uint64_t> boundaries)
      : parts_(split(comm, stream, boundaries)), messages_(parts_.size()) {}

  Stream take(std::uint64_t part) { return std::move(parts_[static_cast<std::size_t>(part)]); }
  /// Converts the part to the format of its message, which replaces it.
  void pack(runtime::Comm& comm, std::uint64_t part, const AllreduceOptions<Stream>& options) {
    messages_[static_cast<std::size_t>(part)] = algos::pack(comm, take(part), options.formats);
  }
  runtime::Message message(std::uint64_t part, const AllreduceOptions<Stream>& /*options*/) {
    return std::move(messages_[static_cast<std::size_t>(part)]);
  }

 private:
  std::vector<Stream> parts_;
  std::vector<runtime::Message> messages_;
};

/// All ranks share the parts, and a message is made when it is sent, since a process simulates many
/// ranks.
template <>
class OutgoingParts<CountedStream> {
 public:
  OutgoingParts(runtime::Comm& comm, const CountedStream& stream,
                std::span<const std::uint64_t> boundaries)
      : parts_(shared_split(comm, stream, boundaries)) {}

  const CountedStream& take(std::uint64_t part) const {
    return parts_->all()[static_cast<std::size_t>(part)];
  }
  void pack(runtime::Comm& comm, std::uint64_t part,
            const AllreduceOptions<CountedStream>& options) const {
    charge_packing(comm, take(part), options.formats);
  }
  runtime::Message message(std::uint64_t part,
                           const AllreduceOptions<CountedStream>& options) const {
    return charged_message(take(part), options.formats);
  }

 private:
  std::shared_ptr<const CountedParts> parts_;
};

}  // namespace sparlab::algos
