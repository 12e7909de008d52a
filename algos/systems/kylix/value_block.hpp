#pragma once

#include <cstddef>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/systems/kylix/index_set.hpp"

/// Values without indices, which reductions exchange; the indices are known from the configuration.
/// A message contains only the values.
namespace sparlab::algos::kylix {

/// A view of a block of memory that is shared and immutable; of counted streams, the expected
/// number of values.
struct ValueBlock {
  StreamType type;  ///< of the stream whose values these are
  double count = 0;
  double value_bytes = 0;
  runtime::Buffer buffer;
  std::size_t first = 0;  ///< byte

  const std::byte* data() const { return buffer.data() + first; }
  std::size_t bytes() const { return static_cast<std::size_t>(count * value_bytes); }
};

/// The values of a coo stream. Charges the copy.
ValueBlock values_of(runtime::Comm& comm, const Stream& stream);

/// Adjacent views of a block, with the given numbers of values. Copies nothing.
std::vector<ValueBlock> cut(const ValueBlock& block, const std::vector<double>& counts);

/// The reduction of the members' values, in order, at their positions among `count` values. Charges
/// the filling with neutral elements and the scatter.
ValueBlock combine(runtime::Comm& comm, const std::vector<ValueBlock>& members,
                   const Positions& positions, double count, const Operation& op);

/// Concatenates the parts. Charges the copy.
ValueBlock join(runtime::Comm& comm, const std::vector<ValueBlock>& parts);

runtime::Message message_of(const ValueBlock& block);

/// A block like `like`.
/// Errors  WireError unless there are `count` values.
ValueBlock read_values(const ValueBlock& like, const runtime::Message& message, double count);

/// The coo stream of indices and values. Charges the copy.
Stream stream_of(runtime::Comm& comm, const IndexSet& indices, const ValueBlock& values);

}  // namespace sparlab::algos::kylix
