#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace sparlab::runtime::decorators {

/// An activity of a rank from start_s to end_s. The events of one rank do not overlap.
struct TraceEvent {
  enum class Kind : std::uint8_t {
    send,      ///< starting a send
    recv,      ///< waiting for a receive until its message is there
    wait,      ///< waiting for a send
    wait_any,  ///< waiting for any of several requests; peer and tag are those of the completed one
    work,      ///< local work; `bytes` holds its count
  };

  Kind kind;
  int rank;
  std::uint32_t phase;  ///< index into Trace::phases
  int peer;             ///< -1 for work
  int tag;
  double bytes;  ///< wire bytes; 0 if not known
  double start_s;
  double end_s;
};

/// The events of all ranks that run on one thread, in the order in which they ended.
struct Trace {
  std::vector<std::string> phases;
  std::vector<TraceEvent> events;
};

/// Writes the trace in Chrome's trace-event format (JSON), which chrome://tracing and Perfetto
/// open: one row for each rank, times in microseconds.
void write_chrome_trace(std::ostream& out, const Trace& trace);

}  // namespace sparlab::runtime::decorators
