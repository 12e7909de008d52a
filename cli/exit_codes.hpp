#pragma once

/// The program's exit codes; part of its interface.
namespace sparlab::cli {

inline constexpr int kSuccess = 0;
inline constexpr int kCheckFailed = 1;    ///< ran, but a result was wrong
inline constexpr int kUsage = 2;          ///< command line, experiment or data is wrong
inline constexpr int kPartial = 3;        ///< some points have no record
inline constexpr int kEnvironment = 4;    ///< the machine lacks something
inline constexpr int kInterrupted = 130;  ///< the code of shells for SIGINT

}  // namespace sparlab::cli
