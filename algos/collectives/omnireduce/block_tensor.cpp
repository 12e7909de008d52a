#include "algos/collectives/omnireduce/block_tensor.hpp"

#include <algorithm>
#include <cstddef>

#include "algos/steps/united_blocks.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::omnireduce_parts {

using runtime::Comm;
using runtime::WorkKind;

BlockTensor::BlockTensor(Comm& comm, Stream input, std::uint64_t block, const Operation& op)
    : block_(block), rank_(static_cast<std::uint64_t>(comm.rank())) {
  input.visit([&]<class One>(const One& one) {
    if constexpr (is_counted_v<One>) {
      const model::FillIn& fill_in = *one.context().fill_in;
      SPARLAB_EXPECTS((one.range() == Range{0, fill_in.universe()}));
      holders_.emplace(fill_in, static_cast<std::uint64_t>(comm.size()), block);
    } else {
      held_ = held_blocks(one, block, op.of<typename One::value_type>().neutral());
    }
  });
  comm.charge({WorkKind::scatter, input.count()});
  dense_ = input.format() == Format::dense ? with_one_neutral(comm, std::move(input), op)
                                           : densify(comm, std::move(input), op);
}

void BlockTensor::charge_copy(Comm& comm, std::uint64_t number) const {
  comm.charge(
      {WorkKind::copy, static_cast<double>(range_of(number).size()) * wire_format().value_bytes});
}

Stream BlockTensor::block(Comm& comm, std::uint64_t number) const {
  charge_copy(comm, number);
  return dense_.visit([&]<class One>(const One& dense) -> Stream {
    if constexpr (is_counted_v<One>) {
      return {};
    } else {
      const Range range = range_of(number);
      One block = One::uninitialised_dense(range);
      std::ranges::copy(
          dense.values().subspan(static_cast<std::size_t>(range.lo - dense.range().lo),
                                 static_cast<std::size_t>(range.size())),
          block.mutable_values().begin());
      return block;
    }
  });
}

void BlockTensor::put(Comm& comm, std::uint64_t number, const Stream& block) {
  charge_copy(comm, number);
  dense_.visit([&]<class One>(One& dense) {
    if constexpr (!is_counted_v<One>) {
      const One& sums = block.as<One>();
      std::ranges::copy(sums.values(),
                        dense.mutable_values().begin() +
                            static_cast<std::ptrdiff_t>(sums.range().lo - dense.range().lo));
    }
  });
}

}  // namespace sparlab::algos::omnireduce_parts
