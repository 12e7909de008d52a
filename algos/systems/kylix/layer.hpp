#pragma once

#include <vector>

#include "algos/systems/kylix/group.hpp"
#include "algos/systems/kylix/index_set.hpp"
#include "algos/systems/kylix/value_block.hpp"

namespace sparlab::algos::kylix {

/// One layer of the nested butterfly: the group divides the range that its members hold into one
/// part for each member, which that member reduces. The layer stores the positions of the members'
/// indices and reuses them for the values.
template <class Stream>
class Layer {
 public:
  using Indices = IndexSet<Stream>;
  using Values = ValueBlock<Stream>;

  explicit Layer(const Group& group) : group_(group) {}

  /// Sends the parts of the indices to their members; returns the union of the indices received for
  /// the own part.
  Indices configure(runtime::Comm& comm, const Indices& held);
  /// Sends the reduced indices of the own part to all members; returns those of all parts.
  Indices configure_gather(runtime::Comm& comm, const Indices& reduced);

  /// The same exchanges for values.
  Values reduce(runtime::Comm& comm, const Values& held,
                const typename Stream::reduction_type& op) const;
  Values gather(runtime::Comm& comm, const Values& reduced) const;

 private:
  using Count = typename Values::Count;

  std::vector<runtime::Message> to_all_others(const runtime::Message& message) const;

  Group group_;
  std::vector<std::uint64_t> boundaries_;
  std::vector<Count> sent_;      ///< values to each member
  std::vector<Count> received_;  ///< values from each member
  std::vector<Count> gathered_;  ///< reduced values from each member
  Positions<Stream> positions_;  ///< of each member's values among the reduced ones
  Count reduced_{};              ///< values of the own part
};

}  // namespace sparlab::algos::kylix
