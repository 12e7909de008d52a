#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/system/whole_file.hpp"
#include "machines/launchers/launcher.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::machines {

/// Ensures that a user runs one calibration at a time, whatever file it writes, since two would
/// disturb each other. Released by the destructor, or by the system when the process ends.
class CalibrationLock {
 public:
  /// Waits while another process holds the lock, and says so on stderr. The lock file is in
  /// temporary_place(), so that a user without a home folder can calibrate.
  /// Errors  EnvironmentError: the lock file cannot be created, or a signal interrupted the wait.
  CalibrationLock();

 private:
  base::FileDescriptor file_;
};

/// Measures this machine if that was not done before, and says so on stderr. Waits while another
/// process measures.
/// Errors  As calibrate().
void measure_local_platform_once();

/// The user's platform `local`, measured first if it does not exist. Repeats the doubts of the
/// measurement on stderr.
///
/// Errors  As calibrate(). ConfigError: the file is not a valid platform, for instance from an
///         older version; the message says how to measure again.
platforms::PlatformFile load_local_platform();

/// The same, but without measuring; nullopt if the platform does not exist.
///
/// Errors  ConfigError, as above.
std::optional<platforms::PlatformFile> find_local_platform();

/// What `sparlab calibrate` does.
struct CalibrationOrder {
  std::filesystem::path file;  ///< empty: the user's file of platform `local`
  Launcher launcher = {};
  std::vector<int> ranks;  ///< ascending, from 2 on
  double budget_s = 60;
  bool accepts_load = false;    ///< other programs may use more than half of the processors
  double wait_s = 0;            ///< until they use less, before ranks of this machine measure
  double least_messages_s = 0;  ///< as of calibration::Request
};

/// Powers of two from 2 to the number of hosts of the launcher, or of processors that this process
/// may use; at most 8.
std::vector<int> ranks_to_measure(const Launcher& launcher);

/// Measures the machine on which the launcher starts ranks, and writes the platform file, replacing
/// an older one. Waits while another process of this user measures. Doubts about the numbers, such
/// as other running programs, are reported on stderr and in the file. Returns the path.
///
/// Errors  EnvironmentError: no mpirun, no folder for the file, or the measurement failed (with the
///         reason). Nothing is written then.
std::filesystem::path calibrate(CalibrationOrder order);

/// Measures kernels alone. Returns the sections `gamma` and `kernels` of a platform file, as JSON
/// text.
/// Errors  as calibrate.
std::string calibrate_kernels(const Launcher& launcher, bool accepts_load);

/// Measures whether long messages among `ranks` ranks travel faster whole or in chunks, and prints
/// a table on stderr. Returns the section `environment` of a launcher file, as JSON text.
/// Errors  as calibrate.
std::string calibrate_chunks(const Launcher& launcher, int ranks, double budget_s,
                             bool accepts_load);

}  // namespace sparlab::machines
