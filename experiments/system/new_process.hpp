#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <sys/types.h>

namespace sparlab::experiments {

/// A file without a name, which is deleted when it is closed.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens a file for the output of a new process.
/// Errors  EnvironmentError: no space, no permission.
TemporaryFile open_temporary_file();

/// fork(2), retried for some seconds if the system is short of processes or memory.
/// Errors  EnvironmentError: no process can be created.
pid_t fork_process();


/// Describes a wait status: "killed by signal 9 (Killed)", "ended with exit code 1".
std::string describe_exit(int wait_status);


/// The last lines that a process printed into `file`, for an error message: joined by " | ", a few
/// hundred characters at most; empty if there are none. If some lines come from sparlab ("sparlab:
/// ..."), only these are returned, since launchers print banners around them.
std::string last_lines(std::FILE* file);

}  // namespace sparlab::experiments
