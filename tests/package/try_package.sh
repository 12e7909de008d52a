#!/bin/bash
# Usage: try_package.sh BUILD_DIR SCRATCH_DIR CXX
# Installs a built tree, moves what was installed to another place, and builds and runs a program
# that finds it there with find_package(sparlab).
set -euo pipefail

readonly build=$1 scratch=$2 compiler=$3
consumer=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source_tree=$(readlink -f "$consumer/../..")

rm -rf "$scratch"
cmake --install "$build" --prefix "$scratch/installed" >/dev/null
mv "$scratch/installed" "$scratch/moved"

if grep -rlF -e "$source_tree" -e "$scratch" "$scratch"/moved/lib*/cmake "$scratch"/moved/include; then
  echo "these installed files name a folder of this machine" >&2
  exit 1
fi

cmake -S "$consumer" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/moved" \
  -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$scratch/build"
"$scratch/build/consumer"
if [[ -e $scratch/build/mpi_consumer ]]; then "$scratch/build/mpi_consumer"; fi
