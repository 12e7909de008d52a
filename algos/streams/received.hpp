#pragma once

#include "model/base/wire_format.hpp"

namespace sparlab::algos {

/// A stream taken from a message, and the form in which the message held it.
template <class Stream>
struct Received {
  Stream stream;
  model::Format format;
  double wire_bytes;
};

}  // namespace sparlab::algos
