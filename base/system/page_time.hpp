#pragma once

namespace sparlab::base {

/// Seconds of the first touch of a page of memory: about 2e-7 without a hypervisor, up to a hundred
/// times as long under one. Measured once in a process, within some milliseconds.
double page_s();

}  // namespace sparlab::base
