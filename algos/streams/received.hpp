#pragma once

#include "model/base/format_set.hpp"

namespace sparlab::algos {

/// A stream taken from a message, and the form in which the message held it.
template <class Stream>
struct Received {
  Stream stream;
  model::Format format;
  double wire_bytes;
};

}  // namespace sparlab::algos
