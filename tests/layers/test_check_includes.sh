#!/bin/bash
# Usage: test_check_includes.sh
# Plants violations of the dependency rule, one at a time, and expects check_includes.sh to name each;
# plants what is allowed and expects silence.
set -euo pipefail

check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/check_includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

plant() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/$(dirname "$1")"
  printf '#pragma once\n#include %s\n' "$2" >"$tree/$1"
}

expect_violation() {
  plant "$1" "$2"
  local said
  if said=$("$check" "$tree") || [[ $said != "$1:2: "* ]]; then
    echo "not found: $1 includes $2; said '$said'"
    failures=$((failures + 1))
  fi
}

expect_allowed() {
  plant "$1" "$2"
  local said
  if ! said=$("$check" "$tree"); then
    echo "wrongly rejected: $said"
    failures=$((failures + 1))
  fi
}

expect_violation model/base/cost.hpp '"algos/kernels/reduction.hpp"'
expect_violation model/base/cost.hpp '<nlohmann/json.hpp>'
expect_violation runtime/comm.hpp '"model/base/contract.hpp"'
expect_violation runtime/comm.hpp '<fmt/format.h>'
expect_violation runtime/loggp/engine.cpp '"algos/kernels/reduction.hpp"'
expect_violation runtime/loggp/engine.cpp '<mpi.h>'
expect_violation runtime/loggp/engine.cpp '<boost/context/fiber.hpp>'
expect_violation runtime/mpi/nonblocking.hpp '"algos/registry/registry.hpp"'
expect_violation algos/ring.cpp '"experiments/spec/plan/plan.hpp"'
expect_violation algos/ring.cpp '"runtime/loggp/engine.hpp"'
expect_violation algos/ring.cpp '<mpi.h>'
expect_violation algos/ring.cpp '  <simgrid/s4u.hpp>'
expect_violation sim/engine.cpp '"runtime/loggp/machine.hpp"'
expect_violation sim/engine.cpp '"algos/kernels/reduction.hpp"'
expect_violation experiments/spec/plan/plan.cpp '<simgrid/s4u.hpp>'
expect_violation experiments/spec/plan/plan.cpp '<mpi.h>'
expect_violation experiments/spec/plan/plan.cpp '"runtime/mpi/world.hpp"'
expect_violation experiments/run/mpi_worker/execute.cpp '<mpi.h>'
expect_violation inputs/svmlight.cpp '<nlohmann/json.hpp>'
expect_violation inputs/svmlight.cpp '"experiments/spec/plan/plan.hpp"'
expect_violation experiments/spec/plan/plan.cpp '<CLI/CLI.hpp>'
expect_violation base/text/quantity.cpp '"experiments/spec/points/point.hpp"'
expect_violation platforms/files/platform_file.cpp '"machines/launchers/launcher.hpp"'
expect_violation experiments/spec/plan/plan.cpp '"experiments/run/sweep/runner.hpp"'
expect_violation experiments/run/sweep/runner.cpp '"analysis/results/ranking.hpp"'
expect_violation analysis/results/ranking.cpp '"report/tables/csv_cells.hpp"'
expect_violation cli/main.cpp '<mpi.h>'
expect_violation runtime/mpi/world.hpp '"algos/kernels/reduction.hpp"'
expect_violation api/operation.cpp '"experiments/spec/plan/plan.hpp"'
expect_violation api/operation.cpp '"runtime/loggp/engine.hpp"'
expect_violation api/include/sparlab/sparlab.hpp '"api/operation.hpp"'
expect_violation algos/ring.cpp '"api/operation.hpp"'
expect_violation docs/examples/allreduce.c '"api/operation.hpp"'
expect_violation bench/kernels.cpp '<mpi.h>'
expect_violation tests/algos/ring.cpp '<mpi.h>'
expect_violation algos/ring.cpp '"reduction.hpp"'
expect_violation algos/ring.cpp '"kernels/merge.hpp"'
expect_violation algos/ring.cpp '"simgrid/s4u.hpp"'
expect_violation algos/ring.cpp '"../model/cost.hpp"'
expect_violation algos/ring.cpp '<model/../experiments/plan/plan.hpp>'

expect_allowed model/base/cost.cpp '"model/base/cost.hpp"'
expect_allowed model/base/cost.cpp '<vector>'
expect_allowed runtime/loggp/slab.cpp '<sys/mman.h>'
expect_allowed runtime/fibers/fibers.cpp '<boost/context/detail/fcontext.hpp>'
expect_allowed runtime/mpi/comm.cpp '<mpi.h>'
expect_allowed api/include/sparlab/sparlab.h '<mpi.h>'
expect_allowed api/operation.cpp '"algos/registry/registry.hpp"'
expect_allowed docs/examples/allreduce.cpp '<sparlab/sparlab.hpp>'
expect_allowed algos/ring.cpp '"runtime/comm.hpp"'
expect_allowed sim/engine.cpp '<simgrid/s4u.hpp>'
expect_allowed experiments/spec/plan/plan.cpp '<nlohmann/json.hpp>'
expect_allowed experiments/run/engines/loggp.cpp '"runtime/loggp/engine.hpp"'
expect_allowed cli/main.cpp '<CLI/CLI.hpp>'
expect_allowed bench/mpi_comm.cpp '<mpi.h>'
expect_allowed tests/mpi/main.cpp '<mpi.h>'

if ((failures > 0)); then exit 1; fi
