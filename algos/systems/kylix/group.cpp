#include "algos/systems/kylix/group.hpp"

#include <utility>

namespace sparlab::algos::kylix {

std::vector<runtime::Message> exchange(runtime::Comm& comm, const Group& group,
                                       std::vector<runtime::Message> messages) {
  std::vector<runtime::Request> receives;
  std::vector<runtime::Request> sends;
  for (int step = 1; step < group.degree; ++step) {
    receives.push_back(comm.irecv(group.rank((group.own + group.degree - step) % group.degree)));
  }
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

}  // namespace sparlab::algos::kylix
