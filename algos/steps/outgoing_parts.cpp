#include "algos/steps/outgoing_parts.hpp"

#include <cstddef>
#include <utility>

#include "algos/streams/counted_operations.hpp"

namespace sparlab::algos {

OutgoingParts::OutgoingParts(runtime::Comm& comm, const Stream& stream,
                             std::span<const std::uint64_t> boundaries) {
  if (stream.is_counted()) {
    shared_ = shared_split(comm, stream.as<CountedStream>(), boundaries);
  } else {
    parts_ = split(comm, stream, boundaries);
    messages_.resize(parts_.size());
  }
}

Stream OutgoingParts::take(std::uint64_t part) {
  const auto place = static_cast<std::size_t>(part);
  return shared_ ? Stream(shared_->all()[place]) : std::move(parts_[place]);
}

void OutgoingParts::pack(runtime::Comm& comm, std::uint64_t part, const AllreduceOptions& options) {
  const auto place = static_cast<std::size_t>(part);
  if (shared_) {
    charge_packing(comm, shared_->all()[place], options.formats);
  } else {
    messages_[place] = algos::pack(comm, take(part), options.formats);
  }
}

runtime::Message OutgoingParts::message(std::uint64_t part, const AllreduceOptions& options) {
  const auto place = static_cast<std::size_t>(part);
  return shared_ ? charged_message(shared_->all()[place], options.formats)
                 : std::move(messages_[place]);
}

}  // namespace sparlab::algos
