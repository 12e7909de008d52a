#include "base/system/interruption.hpp"

#include <csignal>

namespace sparlab::base {
namespace {

volatile std::sig_atomic_t signal_came = 0;
volatile std::sig_atomic_t flush_asked = 0;

void on_request(int /*signal*/) { flush_asked = 1; }

void on_signal(int signal) {
  signal_came = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptionGuard::InterruptionGuard() {
  signal_came = 0;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  flush_asked = 0;
  std::signal(SIGUSR1, on_request);
}

InterruptionGuard::~InterruptionGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGUSR1, SIG_DFL);
}

bool interrupted() { return signal_came != 0; }

bool take_flush_request() {
  const bool asked = flush_asked != 0;
  if (asked) flush_asked = 0;
  return asked;
}

}  // namespace sparlab::base
