#pragma once

#include "runtime/loggp/machine.hpp"
#include "tests/conformance/suite/drawn_case.hpp"

namespace sparlab::conformance {

/// Any machine of engine `loggp` for so many ranks: with ports alone, with shared hosts, or with a
/// topology; with gaps, overheads, segments, slow-downs, handshakes, limits of messages on their
/// way, groups, delays and background traffic, each in some of them.
runtime::loggp::Machine draw_machine(int ranks, Generator& generator);

}  // namespace sparlab::conformance
