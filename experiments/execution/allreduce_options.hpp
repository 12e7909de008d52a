#pragma once

#include "algos/streams/options.hpp"
#include "experiments/points/point.hpp"

namespace sparlab::experiments {

/// The options of a point's allreduce, for streams of any type. `machine` is the one that
/// algorithms with a choice decide by, null if there is none; it must outlive whatever is made with
/// the options.
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
