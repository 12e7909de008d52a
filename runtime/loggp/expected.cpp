// Expected messages, which a rank takes in the order of their completion.

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

void Simulation::expect(int rank, int from, int tag) {
  if (mailboxes_.empty()) mailboxes_.resize(ranks_.size());
  const std::uint32_t index = entry_of(irecv(rank, from, tag));
  entries_[index].expect();
  mailbox(rank).expect();
  if (entries_[index].done()) note_expected(rank, index);
}

void Simulation::note_expected(int rank, std::uint32_t index) {
  const Entry& entry = entries_[index];
  mailbox(rank).add(entry.time_s, entry.peer(), index);
}

Mail Simulation::take_first(int rank) {
  Rank& self = at(rank);
  SPARLAB_EXPECTS(!mailboxes_.empty() && mailbox(rank).expects());
  Mailbox& box = mailbox(rank);
  for (;;) {
    const bool known = !box.empty();
    const Mailbox::Ready best = known ? box.first() : Mailbox::Ready{};
    const double best_s = known ? best.time_s : std::numeric_limits<double>::infinity();
    if (best_s > std::max(self.clock_s, now_s_)) {
      // As in wait_any.
      if (known) events_.push({best_s, EventKind::timer, static_cast<std::uint32_t>(rank)});
      self.wait_for_any({}, best_s);
      block(rank, Rank::kAnyRequest);
      if (best_s > now_s_) continue;
    }
    box.remove(best.number);
    Request request = request_of_entry(best.entry);
    return {best.from, wait(rank, request)};
  }
}

}  // namespace sparlab::runtime::loggp
