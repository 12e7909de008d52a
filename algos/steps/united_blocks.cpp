#include "algos/steps/united_blocks.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <type_traits>
#include <vector>

#include "algos/kernels/half_precision.hpp"
#include "algos/steps/ring_and_recursive.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::algos {
namespace {

using runtime::WorkKind;
using sketches::BlockBitmap;

/// The range of a vector of flags. It ends where `whole` ends, so that a disagreement on N is
/// found.
Range flags_range(Range whole, std::uint64_t values) { return {whole.hi - values, whole.hi}; }

/// Number of blocks whose flags one value holds.
template <class Value>
constexpr std::uint64_t blocks_per_value(model::BlockFlags flags) {
  return flags == model::BlockFlags::packed ? 8 * sizeof(Value) : 1;
}

/// ORs the bits of values that represent 16, 32 or 64 flags each, not numbers.
template <class Value>
void or_bits(Value* inout, const Value* in, std::size_t count, void* /*context*/) {
  using Bits = std::make_unsigned_t<BitsOf<Value>>;
  for (std::size_t i = 0; i < count; ++i) {
    const auto united = std::bit_cast<Bits>(inout[i]) | std::bit_cast<Bits>(in[i]);
    inout[i] = std::bit_cast<Value>(static_cast<Bits>(united));
  }
}

template <class Value>
void write_flags(const BlockBitmap& bitmap, model::BlockFlags flags, std::span<Value> values) {
  if (flags == model::BlockFlags::packed) {
    std::ranges::copy(std::as_bytes(bitmap.words()).first(values.size_bytes()),
                      std::as_writable_bytes(values).begin());
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<Value>(bitmap.is_marked(i) ? 1 : 0);
}

/// Adds the flags to the bitmap.
template <class Value>
void read_flags(std::span<const Value> values, model::BlockFlags flags, BlockBitmap& bitmap) {
  if (flags == model::BlockFlags::packed) {
    std::vector<std::uint64_t> words(bitmap.words().size());
    std::ranges::copy(std::as_bytes(values), std::as_writable_bytes(std::span(words)).begin());
    bitmap.unite(words);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] > 0) bitmap.mark(i * bitmap.block());
}

template <class Value, class Index>
UnitedBlocks unite_blocks_of(runtime::Comm& comm, const SparseStream<Value, Index>& stream,
                             std::uint64_t block, model::BlockFlags flags,
                             const Reduction<Value>& op) {
  using One = SparseStream<Value, Index>;
  BlockBitmap bitmap = held_blocks(stream, block, op.neutral());
  const std::uint64_t values = model::block_count(bitmap.blocks(), blocks_per_value<Value>(flags));
  auto vector = One::uninitialised_dense(flags_range(stream.range(), values));
  write_flags(bitmap, flags, vector.mutable_values());
  AllreduceOptions options;
  if (flags == model::BlockFlags::packed)
    options.op = Reduction<Value>::user(or_bits<Value>, Value{0});
  const One united = ring(comm, std::move(vector), options).template as<One>();
  read_flags(united.values(), flags, bitmap);
  return UnitedBlocks(stream.range(), std::move(bitmap));
}

UnitedBlocks unite_blocks_of(runtime::Comm& comm, const CountedStream& stream, std::uint64_t block,
                             model::BlockFlags flags) {
  SPARLAB_EXPECTS((stream.range() == Range{0, stream.context().fill_in->universe()}));
  const std::uint64_t blocks = model::block_count(stream.range().size(), block);
  const std::uint64_t values = stream.wire_format().value_bytes == sizeof(float)
                                   ? model::block_count(blocks, blocks_per_value<float>(flags))
                                   : model::block_count(blocks, blocks_per_value<double>(flags));
  ring(comm, CountedStream(stream.context(), flags_range(stream.range(), values), Format::dense),
       {});
  return UnitedBlocks(model::live_elements(*stream.context().fill_in,
                                           static_cast<std::uint64_t>(comm.size()), block));
}

}  // namespace

UnitedBlocks::UnitedBlocks(Range whole, BlockBitmap bitmap)
    : whole_(whole), bitmap_(std::move(bitmap)) {
  for_each([this](Range range) { elements_ += range.size(); });
}

UnitedBlocks unite_blocks(runtime::Comm& comm, const Stream& stream, std::uint64_t block,
                          model::BlockFlags flags, const Operation& op) {
  comm.enter_phase("mark_blocks");
  comm.charge({WorkKind::scatter, stream.count()});
  return stream.visit([&]<class One>(const One& one) {
    if constexpr (is_counted_v<One>)
      return unite_blocks_of(comm, one, block, flags);
    else
      return unite_blocks_of(comm, one, block, flags, op.of<typename One::value_type>());
  });
}

}  // namespace sparlab::algos
