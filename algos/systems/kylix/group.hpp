#pragma once

#include <cstddef>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos::kylix {

/// The ranks first, first + stride, ..., first + (degree-1)*stride, which exchange in one layer;
/// this rank is member `own`.
struct Group {
  int first = 0;
  int stride = 1;
  int degree = 1;
  int own = 0;

  /// The group of `rank` in a layer of `degree`; `stride` is the product of the degrees of the
  /// layers before.
  static Group of(int rank, int stride, int degree) {
    const int own = rank / stride % degree;
    return {rank - own * stride, stride, degree, own};
  }
  int rank(int member) const { return first + member * stride; }
};

/// Sends messages[m] to every other member m and returns the received messages by member; the own
/// place stays empty. Member m sends to m+1 first, so that messages are spread evenly over the
/// receivers.
std::vector<runtime::Message> exchange(runtime::Comm& comm, const Group& group,
                                       std::vector<runtime::Message> messages);

}  // namespace sparlab::algos::kylix
