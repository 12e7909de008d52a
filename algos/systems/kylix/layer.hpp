#pragma once

#include <cstddef>
#include <vector>

#include "algos/systems/kylix/index_set.hpp"
#include "algos/systems/kylix/value_block.hpp"
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

/// One layer of the nested butterfly: the group divides the range that its members hold into one
/// part for each member, which that member reduces. The layer stores the positions of the members'
/// indices and reuses them for the values.
class Layer {
 public:
  explicit Layer(const Group& group) : group_(group) {}

  /// Sends the parts of the indices to their members; returns the union of the indices received for
  /// the own part.
  IndexSet configure(runtime::Comm& comm, const IndexSet& held);
  /// Sends the reduced indices of the own part to all members; returns those of all parts.
  IndexSet configure_gather(runtime::Comm& comm, const IndexSet& reduced);

  /// The same exchanges for values.
  ValueBlock reduce(runtime::Comm& comm, const ValueBlock& held, const Operation& op) const;
  ValueBlock gather(runtime::Comm& comm, const ValueBlock& reduced) const;

 private:
  std::vector<runtime::Message> to_all_others(const runtime::Message& message) const;

  Group group_;
  std::vector<std::uint64_t> boundaries_;
  std::vector<double> sent_;      ///< values to each member
  std::vector<double> received_;  ///< values from each member
  std::vector<double> gathered_;  ///< reduced values from each member
  Positions positions_;           ///< of each member's values among the reduced ones
  double reduced_ = 0;            ///< values of the own part
};

}  // namespace sparlab::algos::kylix
