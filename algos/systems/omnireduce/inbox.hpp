#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos::omnireduce_parts {

/// Messages that will come, in whatever order. Those with one sender and tag come in the order in
/// which they were sent, so that of all that are expected only the first of each has to be watched.
class Inbox {
 public:
  struct Mail {
    int from;
    int tag;
    runtime::Message message;
  };

  explicit Inbox(runtime::Comm& comm) : comm_(comm) {}

  /// One message more from that rank with that tag.
  void expect(int from, int tag) {
    ++expected_;
    runtime::Request request = comm_.irecv(from, tag);
    const auto [found, is_new] = positions_.try_emplace({from, tag}, watched_.size());
    if (is_new) {
      watched_.push_back(std::move(request));
      channels_.push_back({from, tag, {}});
    } else if (!watched_[found->second].pending()) {
      watched_[found->second] = std::move(request);
    } else {
      channels_[found->second].behind.push_back(std::move(request));
    }
  }

  bool is_empty() const { return expected_ == 0; }

  /// Waits for one of the expected messages.
  Mail take() {
    --expected_;
    const std::size_t position = comm_.wait_any(watched_);
    Channel& channel = channels_[position];
    Mail mail{channel.from, channel.tag, comm_.wait(watched_[position])};
    if (!channel.behind.empty()) {
      watched_[position] = std::move(channel.behind.front());
      channel.behind.pop_front();
    }
    return mail;
  }

 private:
  struct Channel {
    int from;
    int tag;
    std::deque<runtime::Request> behind;
  };

  runtime::Comm& comm_;
  std::size_t expected_ = 0;
  std::map<std::pair<int, int>, std::size_t> positions_;
  std::vector<runtime::Request> watched_;  ///< by channel: the first that has not come
  std::deque<Channel> channels_;
};

}  // namespace sparlab::algos::omnireduce_parts
