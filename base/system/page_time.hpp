#pragma once

namespace sparlab::base {

/// Seconds that a page costs which a process touches first: about 2e-7 on a machine of its own, up
/// to a hundred times as much under a hypervisor. Measured once a process, in a few milliseconds.
double page_s();

}  // namespace sparlab::base
