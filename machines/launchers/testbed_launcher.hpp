#pragma once

#include "machines/launchers/launcher.hpp"

namespace sparlab::machines {

/// Starts ranks with Open MPI's mpirun on the hosts of the testbed, over TCP: rank i on host i
/// modulo their number. Its hash depends on the shape of the testbed. `testbed down` refuses to
/// remove it while this process runs. Errors  EnvironmentError: there is no testbed, or mpirun
/// cannot be told the path of this program.
Launcher testbed_launcher();

}  // namespace sparlab::machines
