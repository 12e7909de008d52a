#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>

namespace sparlab::experiments {

/// A file without a name, which is deleted when it is closed.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens a file for the output of a new process.
/// Errors  EnvironmentError: no space, no permission.
TemporaryFile open_temporary_file();

/// fork(2), retried for some seconds if the system is short of processes or memory.
/// Errors  EnvironmentError: no process can be created.
pid_t fork_process();

}  // namespace sparlab::experiments
