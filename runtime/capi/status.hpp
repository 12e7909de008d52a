#pragma once

#include <exception>
#include <new>
#include <string>

#include "algos/registry/call_agreement.hpp"
#include "runtime/capi/arguments.hpp"
#include "runtime/capi/sparlab.h"

namespace sparlab::runtime::capi {

/// The text of this thread's last failure.
std::string& last_error();

/// Remembers `why` for sparlab_last_error; without memory for it, the status has to do.
sparlab_status fail(sparlab_status status, const char* why) noexcept;

/// Runs `body`; what it throws becomes a status.
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

}  // namespace sparlab::runtime::capi
