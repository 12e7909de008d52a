#pragma once

#include "algos/options.hpp"
#include "experiments/plan/point.hpp"

namespace sparlab::experiments {

/// What a point says of how its allreduce runs, for any type of streams. `machine` is the one by
/// which algorithms choose, null where none does; it must outlive what is made with the options.
template <class Stream>
algos::AllreduceOptions<Stream> allreduce_options(const Point& point,
                                                  const model::Machine* machine) {
  algos::AllreduceOptions<Stream> options;
  options.dense_switch =
      point.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never;
  options.formats = point.formats;
  options.machine = machine;
  return options;
}

}  // namespace sparlab::experiments
