#include "algos/systems/omnireduce/block_tensor.hpp"

#include <algorithm>

#include "algos/interface/instantiate.hpp"
#include "algos/steps/united_blocks.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::omnireduce_parts {

using runtime::Comm;
using runtime::WorkKind;

template <class Stream>
BlockTensor<Stream>::BlockTensor(Comm& comm, Stream input, std::uint64_t block,
                                 const Reduction<Value>& op)
    : block_(block), held_(held_blocks(input, block, op.neutral())) {
  comm.charge({WorkKind::scatter, static_cast<double>(input.count())});
  dense_ = input.format() == Format::dense ? with_one_neutral(comm, std::move(input), op)
                                           : densify(comm, std::move(input), op);
}

template <class Stream>
Stream BlockTensor<Stream>::block(Comm& comm, std::uint64_t number) const {
  const Range range = model::block_range(dense_.range(), block_, number);
  comm.charge({WorkKind::copy, static_cast<double>(range.size() * sizeof(Value))});
  Stream block = Stream::uninitialised_dense(range);
  std::ranges::copy(dense_.values().subspan(static_cast<std::size_t>(range.lo - dense_.range().lo),
                                            static_cast<std::size_t>(range.size())),
                    block.mutable_values().begin());
  return block;
}

template <class Stream>
void BlockTensor<Stream>::put(Comm& comm, std::uint64_t /*number*/, const Stream& block) {
  comm.charge({WorkKind::copy, static_cast<double>(block.values().size_bytes())});
  std::ranges::copy(block.values(),
                    dense_.mutable_values().begin() +
                        static_cast<std::ptrdiff_t>(block.range().lo - dense_.range().lo));
}

BlockTensor<CountedStream>::BlockTensor(Comm& comm, const CountedStream& input, std::uint64_t block,
                                        CountedStream::reduction_type op)
    : block_(block),
      rank_(static_cast<std::uint64_t>(comm.rank())),
      holders_(*input.context().fill_in, static_cast<std::uint64_t>(comm.size()), block) {
  SPARLAB_EXPECTS((input.range() == Range{0, input.context().fill_in->universe()}));
  comm.charge({WorkKind::scatter, input.count()});
  dense_ = input.format() == Format::dense ? with_one_neutral(comm, input, op)
                                           : densify(comm, input, op);
}

NoValues BlockTensor<CountedStream>::block(Comm& comm, std::uint64_t number) const {
  const Range range = model::block_range(dense_.range(), block_, number);
  comm.charge({WorkKind::copy, static_cast<double>(range.size()) * wire_format().value_bytes});
  return {};
}

#define SPARLAB_INSTANTIATE(V, I) template class BlockTensor<SparseStream<V, I>>;
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::omnireduce_parts
