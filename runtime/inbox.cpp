#include "runtime/inbox.hpp"

#include <utility>

namespace sparlab::runtime {

Inbox::Inbox(Comm& comm) : comm_(comm), receives_(expected_receives(comm)) {}

void Inbox::expect(int from) {
  ++expected_;
  if (receives_ != nullptr) return receives_->expect(from, 0);
  const auto sender = static_cast<std::size_t>(from);
  if (watched_.size() <= sender) watched_.resize(sender + 1);
  Request request = comm_.irecv(from);
  if (watched_[sender].pending())
    behind_[sender].push_back(std::move(request));
  else
    watched_[sender] = std::move(request);
}

Mail Inbox::take() {
  --expected_;
  if (receives_ != nullptr) return receives_->take_first();
  const std::size_t sender = comm_.wait_any(watched_);
  Mail mail{static_cast<int>(sender), comm_.wait(watched_[sender])};
  const auto behind = behind_.find(sender);
  if (behind == behind_.end()) return mail;
  watched_[sender] = std::move(behind->second.front());
  behind->second.pop_front();
  if (behind->second.empty()) behind_.erase(behind);
  return mail;
}

}  // namespace sparlab::runtime
