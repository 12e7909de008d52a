#pragma once

#include <cstddef>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos::kylix {

/// The ranks first, first + stride, ..., first + (degree-1)*stride that exchange in one layer;
/// this rank is member `own`.
struct Group {
  int first = 0;
  int stride = 1;
  int degree = 1;
  int own = 0;

  /// The group of `rank` in a layer of `degree`, where those before multiply to `stride`.
  static Group of(int rank, int stride, int degree) {
    const int own = rank / stride % degree;
    return {rank - own * stride, stride, degree, own};
  }
  int rank(int member) const { return first + member * stride; }
};

/// Sends messages[m] to every other member m and returns what each has sent, by member, with
/// nothing at the own place. Member m begins with m+1, so that none is flooded while others idle.
std::vector<runtime::Message> exchange(runtime::Comm& comm, const Group& group,
                                       std::vector<runtime::Message> messages);

}  // namespace sparlab::algos::kylix
