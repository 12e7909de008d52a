#include "tests/conformance/suite/message_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "runtime/inbox.hpp"

namespace sparlab::conformance {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::Request;

/// Around the sizes from which engines and MPI libraries ask the receiver first.
constexpr std::array<std::size_t, 12> kBytes = {100'000, 8,    5000, 8,  300, 40'000,
                                                8,       1000, 64,   32, 600, 8};
constexpr int kMessages = static_cast<int>(kBytes.size());
constexpr int kReady = 1;  ///< the tag that says that all messages are sent

int number_of(const Message& message) {
  int number = -1;
  if (message.bytes().size() >= sizeof number)
    std::memcpy(&number, message.bytes().data(), sizeof number);
  return number;
}

/// One rank's receives, and what it found.
class Receiver {
 public:
  explicit Receiver(Comm& comm) : comm_(comm), next_(static_cast<std::size_t>(comm.size()), 0) {}

  void take(const char* how, int from, int expected, const Message& message) {
    if (number_of(message) == expected) return;
    found_.push_back(fmt::format("{}: rank {} gets message {} of rank {} instead of {}", how,
                                 comm_.rank(), number_of(message), from, expected));
  }

  void one_by_one() {
    for (int number = 0; number < kMessages; ++number)
      for (int from = 0; from < comm_.size(); ++from)
        take("receive", from, number, receive(comm_, from));
  }

  void post_all() {
    for (int number = 0; number < kMessages; ++number)
      for (int from = 0; from < comm_.size(); ++from) posted_.push_back(comm_.irecv(from));
  }
  void wait_backwards() {
    for (std::size_t i = posted_.size(); i-- > 0;) wait_for("irecv", i);
  }
  void wait_for_any() {
    for (std::size_t left = posted_.size(); left > 0; --left)
      wait_for("wait_any", comm_.wait_any(posted_));
  }

  void expect_all(runtime::Inbox& inbox) {
    for (int number = 0; number < kMessages; ++number)
      for (int from = 0; from < comm_.size(); ++from) inbox.expect(from);
  }
  void empty(runtime::Inbox& inbox) {
    while (!inbox.is_empty()) {
      const runtime::Mail mail = inbox.take();
      take("Inbox", mail.from, next_[static_cast<std::size_t>(mail.from)]++, mail.message);
    }
  }

  std::vector<std::string> found() && { return std::move(found_); }

 private:
  void wait_for(const char* how, std::size_t position) {
    const int ranks = comm_.size();
    take(how, static_cast<int>(position) % ranks, static_cast<int>(position) / ranks,
         comm_.wait(posted_[position]));
  }

  Comm& comm_;
  std::vector<int> next_;        ///< by sender, of the Inbox
  std::vector<Request> posted_;  ///< by number and sender
  std::vector<std::string> found_;
};

std::vector<Request> send_all(Comm& comm, const NumberedMessage& make) {
  std::vector<Request> sends;
  for (int number = 0; number < kMessages; ++number) {
    for (int step = 0; step < comm.size(); ++step) {
      const int to = (comm.rank() + step) % comm.size();
      sends.push_back(comm.isend(to, make(number, kBytes[static_cast<std::size_t>(number)])));
    }
  }
  return sends;
}

/// Lets all ranks send all before any receives.
void meet(Comm& comm) { barrier(comm, kReady); }

}  // namespace

Message numbered_bytes(int number, std::size_t bytes) {
  runtime::Buffer buffer(std::max(bytes, sizeof number));
  std::memset(buffer.data(), 0, bytes);
  std::memcpy(buffer.data(), &number, sizeof number);
  return Message(std::move(buffer), 0, std::max(bytes, sizeof number));
}

Message numbered_token(int number, std::size_t bytes) {
  return Message::token(std::as_bytes(std::span(&number, 1)), static_cast<double>(bytes));
}

std::vector<std::string> order_complaints(Comm& comm, const NumberedMessage& make) {
  std::vector<std::string> found;
  const auto add = [&](Receiver&& receiver) {
    for (std::string& complaint : std::move(receiver).found())
      found.push_back(std::move(complaint));
  };
  for (const bool late : {false, true}) {
    const auto send = [&] {
      std::vector<Request> sends = send_all(comm, make);
      if (late) meet(comm);
      return sends;
    };
    {
      Receiver receiver(comm);
      std::vector<Request> sends = send();
      receiver.one_by_one();
      wait_all(comm, sends);
      add(std::move(receiver));
    }
    for (const auto wait : {&Receiver::wait_backwards, &Receiver::wait_for_any}) {
      Receiver receiver(comm);
      if (!late) receiver.post_all();
      std::vector<Request> sends = send();
      if (late) receiver.post_all();
      (receiver.*wait)();
      wait_all(comm, sends);
      add(std::move(receiver));
    }
    Receiver receiver(comm);
    runtime::Inbox inbox(comm);
    if (!late) receiver.expect_all(inbox);
    std::vector<Request> sends = send();
    if (late) receiver.expect_all(inbox);
    receiver.empty(inbox);
    wait_all(comm, sends);
    add(std::move(receiver));
  }
  return found;
}

}  // namespace sparlab::conformance
