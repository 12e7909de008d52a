#include "algos/systems/quantized_sum.hpp"

#include <utility>
#include <vector>

#include "algos/kernels/hash.hpp"
#include "algos/quantizers/shared_scales.hpp"
#include "algos/steps/agree.hpp"

namespace sparlab::algos {
namespace {

using quantizers::SharedScales;
using runtime::Comm;

/// Charges a pass that reads values and writes integers, or vice versa.
void charge_conversion(Comm& comm, const Stream& from, const Stream& to) {
  const double headers = from.wire_format().header_bytes + to.wire_format().header_bytes;
  comm.charge({runtime::WorkKind::copy, from.wire_bytes() + to.wire_bytes() - headers});
}

std::vector<double> magnitudes_of(const SharedScales& quantizer, const Stream& input) {
  return input.visit([&]<class One>(const One& one) {
    if constexpr (is_counted_v<One>)
      return std::vector<double>(static_cast<std::size_t>(quantizer.blocks()), 0.0);
    else
      return quantizer.magnitudes(one);
  });
}

}  // namespace

QuantizedSum::QuantizedSum(const model::QuantizedSumParameters& parameters,
                           const AllreduceOptions& options, AllreduceByName exchange)
    : parameters_(parameters), options_(options), exchange_(std::move(exchange)) {
  require_sum(options, "quantized_sum");
  options_.formats = options.formats.with_integers(static_cast<std::uint8_t>(parameters.bits));
}

Stream QuantizedSum::reduce(Comm& comm, Stream input) {
  const SharedScales quantizer(parameters_, input.range());
  const StreamType type = input.type();
  const std::uint64_t of_call = kernels::mix64(parameters_.seed + calls_++);
  const std::uint64_t seed = kernels::mix64(of_call ^ static_cast<std::uint64_t>(comm.rank()));

  comm.enter_phase("quantize");
  comm.charge({runtime::WorkKind::copy, input.count() * input.wire_format().value_bytes});
  const std::vector<double> own = magnitudes_of(quantizer, input);
  const std::vector<double> scales = agree_on_max(comm, own);
  const bool accepted = with_type(type, [&]<class One>() {
    if constexpr (is_counted_v<One>)
      return true;
    else
      return SharedScales::accepts<typename One::value_type>(scales, own);
  });
  if (!accepted) throw WireError("quantized_sum: not the scales of all ranks");

  comm.enter_phase("quantize");
  Stream integers = input.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return one.as_integers(static_cast<double>(parameters_.bits));
    else
      return quantizer.integers(one, scales, seed);
  });
  charge_conversion(comm, input, integers);
  input = {};
  const Stream sums = exchange_(comm, std::move(integers), options_);

  comm.enter_phase("dequantize");
  Stream result = with_type(type, [&]<class One>() -> Stream {
    if constexpr (is_counted_v<One>) {
      return sums.as<One>().as_values();
    } else {
      using Integers = SparseStream<float, typename One::index_type>;
      return quantizer.values<typename One::value_type>(sums.as<Integers>(), scales);
    }
  });
  charge_conversion(comm, sums, result);
  return result;
}

}  // namespace sparlab::algos
