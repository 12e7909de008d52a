#include "api/status.hpp"

namespace sparlab::api {
namespace {

/// The message of this thread's last error.
std::string& last_error() {
  static thread_local std::string text;
  return text;
}

}  // namespace

sparlab_status fail(sparlab_status status, const char* why) noexcept {
  try {
    last_error() = why;
  } catch (...) {
    last_error().clear();
  }
  return status;
}

}  // namespace sparlab::api

const char* sparlab_last_error(void) { return sparlab::api::last_error().c_str(); }
