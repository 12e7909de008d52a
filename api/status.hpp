#pragma once

#include <sparlab/sparlab.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "algos/registry/call_agreement.hpp"

namespace sparlab::api {

/// A call that is refused before anything is sent.
class Refusal : public std::runtime_error {
 public:
  Refusal(sparlab_status status, const std::string& why)
      : std::runtime_error(why), status_(status) {}
  sparlab_status status() const { return status_; }

 private:
  sparlab_status status_;
};

/// Errors  Refusal: SPARLAB_INVALID_ARGUMENT.
inline void require(bool holds, const char* rule) {
  if (!holds) throw Refusal(SPARLAB_INVALID_ARGUMENT, rule);
}

/// Stores `why` for sparlab_last_error; if memory runs out, only the status is reported.
sparlab_status fail(sparlab_status status, const char* why) noexcept;

/// Runs `body` and converts exceptions to a status.
template <class Body>
sparlab_status guarded(Body body) noexcept {
  try {
    body();
    return SPARLAB_OK;
  } catch (const Refusal& refusal) {
    return fail(refusal.status(), refusal.what());
  } catch (const algos::MismatchError& mismatch) {
    return fail(SPARLAB_MISMATCH, mismatch.what());
  } catch (const std::bad_alloc& error) {
    return fail(SPARLAB_OUT_OF_MEMORY, error.what());
  } catch (const std::exception& error) {
    return fail(SPARLAB_FAILED, error.what());
  }
}

}  // namespace sparlab::api
