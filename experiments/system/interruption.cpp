#include "experiments/system/interruption.hpp"

#include <csignal>

namespace sparlab::experiments {
namespace {

volatile std::sig_atomic_t signal_came = 0;

void on_signal(int signal) {
  signal_came = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptionGuard::InterruptionGuard() {
  signal_came = 0;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

InterruptionGuard::~InterruptionGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool interrupted() { return signal_came != 0; }

}  // namespace sparlab::experiments
