#include "runtime/decorators/trace.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string_view>

namespace sparlab::runtime::decorators {
namespace {

constexpr double kMicrosecondsPerSecond = 1e6;

std::string_view name_of(TraceEvent::Kind kind) {
  switch (kind) {
    case TraceEvent::Kind::send:
      return "send";
    case TraceEvent::Kind::recv:
      return "recv";
    case TraceEvent::Kind::wait:
      return "wait";
    case TraceEvent::Kind::wait_any:
      return "wait_any";
    case TraceEvent::Kind::work:
      break;
  }
  return "work";
}

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string arguments(const TraceEvent& event) {
  if (event.kind == TraceEvent::Kind::work) return fmt::format(R"("count":{})", event.bytes);
  return fmt::format(R"("peer":{},"tag":{},"bytes":{})", event.peer, event.tag, event.bytes);
}

}  // namespace

void write_chrome_trace(std::ostream& out, const Trace& trace) {
  out << R"({"displayTimeUnit":"ns","traceEvents":[)";
  const char* separator = "\n";
  for (const TraceEvent& event : trace.events) {
    out << separator
        << fmt::format(R"({{"name":"{}","cat":{},"ph":"X","pid":0,"tid":{},"ts":{},"dur":{},)",
                       name_of(event.kind), json_string(trace.phases[event.phase]), event.rank,
                       event.start_s * kMicrosecondsPerSecond,
                       (event.end_s - event.start_s) * kMicrosecondsPerSecond)
        << fmt::format(R"("args":{{{}}}}})", arguments(event));
    separator = ",\n";
  }
  out << "\n]}\n";
}

}  // namespace sparlab::runtime::decorators
