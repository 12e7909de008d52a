#include "algos/systems/redsync_rgc_quantized.hpp"

#include <optional>
#include <utility>

#include "algos/collectives/dense_rabenseifner.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/interface/require_sum.hpp"
#include "algos/steps/quantized_allgather.hpp"
#include "algos/steps/select_k.hpp"

namespace sparlab::algos {

using model::RedsyncForm;
using model::RedsyncPath;
using quantizers::Sign;

template <class Stream>
RedsyncRgcQuantized<Stream>::RedsyncRgcQuantized(
    const model::RedsyncRgcQuantizedParameters& parameters, const AllreduceOptions<Stream>& options)
    : parameters_(parameters),
      options_(options),
      velocity_({parameters.momentum, parameters.nesterov}),
      selection_(RedsyncForm::corrected, 1) {
  require_sum(options, "redsync_rgc_quantized");
}

template <class Stream>
Stream RedsyncRgcQuantized<Stream>::choose(runtime::Comm& comm, const Stream& accumulated,
                                           Sign sign, RedsyncPath path) {
  if (parameters_.form == RedsyncForm::published) {
    const std::uint64_t k = parameters_.k != 0 ? parameters_.k : accumulated.range().size();
    return extreme_values(comm, accumulated, sign, k);
  }
  Stream of_sign = entries_of_sign(comm, accumulated, sign);
  if (parameters_.k == 0) return of_sign;
  return selection_.choose(comm, of_sign, parameters_.k, path);
}

template <class Stream>
Stream RedsyncRgcQuantized<Stream>::reduce(runtime::Comm& comm, Stream input) {
  const RedsyncPath path = redsync_path(parameters_, input.range().size(), input.wire_format());
  Stream moved = velocity_.advance(std::move(input));
  if (path == RedsyncPath::dense) return dense_rabenseifner(comm, std::move(moved), options_);
  const Sign sign = calls_++ % 2 == 0 ? Sign::positive : Sign::negative;
  const Stream chosen = select_and_hold(
      comm, held_, std::move(moved),
      [&](const Stream& accumulated) { return choose(comm, accumulated, sign, path); });
  velocity_.mask(chosen);
  const bool mixed = parameters_.form == RedsyncForm::published;
  return merge_all(comm,
                   sign_mean_allgather(comm, chosen, mixed ? std::nullopt : std::optional(sign)),
                   options_);
}

SPARLAB_INSTANTIATE_SYSTEM(RedsyncRgcQuantized)

}  // namespace sparlab::algos
