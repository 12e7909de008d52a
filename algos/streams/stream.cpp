#include "algos/streams/stream.hpp"

namespace sparlab::algos {

Range Stream::sparse_range() const {
  return visit([](const auto& one) { return one.range(); });
}

Format Stream::sparse_format() const {
  return visit([](const auto& one) { return one.format(); });
}

double Stream::sparse_count() const {
  return visit([](const auto& one) { return static_cast<double>(one.count()); });
}

double Stream::wire_bytes() const {
  return visit([](const auto& one) { return static_cast<double>(one.wire_bytes()); });
}

model::WireFormat Stream::wire_format() const {
  return visit([](const auto& one) -> model::WireFormat { return one.wire_format(); });
}

void Stream::refuse_type() {
  throw WireError("a stream whose type of values or indices differs from the receiver's");
}

}  // namespace sparlab::algos
