#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::conformance {

/// A message that holds a number and counts as at least so many bytes.
using NumberedMessage = std::function<runtime::Message(int number, std::size_t bytes)>;

/// Real bytes, and a token, which only simulated engines accept.
runtime::Message numbered_bytes(int number, std::size_t bytes);
runtime::Message numbered_token(int number, std::size_t bytes);

/// Every rank sends long and short messages with one tag to every rank, itself included, so that
/// short ones follow long ones, and receives them in every way there is: one after the other, with
/// all receives posted, by wait_any, from an Inbox; with the receives posted early and late. What
/// arrived out of order is described.
std::vector<std::string> order_complaints(runtime::Comm& comm, const NumberedMessage& make);

}  // namespace sparlab::conformance
