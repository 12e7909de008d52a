#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>

namespace sparlab::experiments {

/// A nameless file that goes when it is closed.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Where a new process prints.
/// Errors  EnvironmentError: no space, no permission.
TemporaryFile open_temporary_file();

/// fork(2). A system that is short of processes or memory is asked again for some seconds.
/// Errors  EnvironmentError: it gives no process.
pid_t fork_process();

}  // namespace sparlab::experiments
