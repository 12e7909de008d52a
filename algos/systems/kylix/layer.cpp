#include "algos/systems/kylix/layer.hpp"

#include <utility>

#include "model/base/range.hpp"

namespace sparlab::algos::kylix {

std::vector<runtime::Message> exchange(runtime::Comm& comm, const Group& group,
                                       std::vector<runtime::Message> messages) {
  std::vector<runtime::Request> receives;
  std::vector<runtime::Request> sends;
  for (int step = 1; step < group.degree; ++step)
    receives.push_back(comm.irecv(group.rank((group.own + group.degree - step) % group.degree)));
  for (int step = 1; step < group.degree; ++step) {
    const int member = (group.own + step) % group.degree;
    sends.push_back(
        comm.isend(group.rank(member), std::move(messages[static_cast<std::size_t>(member)])));
  }
  std::vector<runtime::Message> received(messages.size());
  for (int step = 1; step < group.degree; ++step) {
    const int member = (group.own + group.degree - step) % group.degree;
    received[static_cast<std::size_t>(member)] =
        comm.wait(receives[static_cast<std::size_t>(step - 1)]);
  }
  wait_all(comm, sends);
  return received;
}

IndexSet Layer::configure(runtime::Comm& comm, const IndexSet& held) {
  const auto own = static_cast<std::size_t>(group_.own);
  boundaries_ = model::boundaries(held.range, static_cast<std::uint64_t>(group_.degree));
  std::vector<IndexSet> parts = split(comm, held, std::span<const std::uint64_t>(boundaries_));
  std::vector<runtime::Message> messages;
  for (const IndexSet& part : parts) {
    sent_.push_back(part.count());
    messages.push_back(messages.size() == own ? runtime::Message{} : message_of(part));
  }
  const auto received = exchange(comm, group_, std::move(messages));
  const Range range = parts[own].range;
  for (std::size_t member = 0; member < received.size(); ++member) {
    if (member != own) parts[member] = read_index_set(held, received[member], range);
    received_.push_back(parts[member].count());
  }
  IndexSet reduced = unite(comm, parts, positions_);
  reduced_ = reduced.count();
  return reduced;
}

IndexSet Layer::configure_gather(runtime::Comm& comm, const IndexSet& reduced) {
  const auto own = static_cast<std::size_t>(group_.own);
  const auto received = exchange(comm, group_, to_all_others(message_of(reduced)));
  std::vector<IndexSet> parts;
  for (std::size_t member = 0; member < received.size(); ++member) {
    const Range range{boundaries_[member], boundaries_[member + 1]};
    parts.push_back(member == own ? reduced : read_index_set(reduced, received[member], range));
    gathered_.push_back(parts.back().count());
  }
  return join(comm, parts);
}

ValueBlock Layer::reduce(runtime::Comm& comm, const ValueBlock& held, const Operation& op) const {
  const auto own = static_cast<std::size_t>(group_.own);
  std::vector<ValueBlock> parts = cut(held, sent_);
  std::vector<runtime::Message> messages;
  for (const ValueBlock& part : parts)
    messages.push_back(messages.size() == own ? runtime::Message{} : message_of(part));
  const auto received = exchange(comm, group_, std::move(messages));
  for (std::size_t member = 0; member < received.size(); ++member)
    if (member != own) parts[member] = read_values(held, received[member], received_[member]);
  return combine(comm, parts, positions_, reduced_, op);
}

ValueBlock Layer::gather(runtime::Comm& comm, const ValueBlock& reduced) const {
  const auto own = static_cast<std::size_t>(group_.own);
  const auto received = exchange(comm, group_, to_all_others(message_of(reduced)));
  std::vector<ValueBlock> parts;
  for (std::size_t member = 0; member < received.size(); ++member) {
    parts.push_back(member == own ? reduced
                                  : read_values(reduced, received[member], gathered_[member]));
  }
  return join(comm, parts);
}

std::vector<runtime::Message> Layer::to_all_others(const runtime::Message& message) const {
  std::vector<runtime::Message> messages(static_cast<std::size_t>(group_.degree), message);
  messages[static_cast<std::size_t>(group_.own)] = {};
  return messages;
}

}  // namespace sparlab::algos::kylix
