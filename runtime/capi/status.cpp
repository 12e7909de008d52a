#include "runtime/capi/status.hpp"

namespace sparlab::runtime::capi {

std::string& last_error() {
  static thread_local std::string text;
  return text;
}

sparlab_status fail(sparlab_status status, const char* why) noexcept {
  try {
    last_error() = why;
  } catch (...) {
    last_error().clear();
  }
  return status;
}

}  // namespace sparlab::runtime::capi

const char* sparlab_last_error(void) { return sparlab::runtime::capi::last_error().c_str(); }
