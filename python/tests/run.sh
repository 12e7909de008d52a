#!/bin/bash
# Usage: run.sh "PACKAGES" MODULE [MPIEXEC OPTIONS...]
# Runs the tests of a module of this folder, through MPIEXEC if given. The interpreter is Debian's
# /usr/bin/python3, or python3 of PATH, whichever has all the packages; mpi4py of another one may use
# another MPI than libsparlab. Exits 77, for ctest to report the test as skipped, if neither has them.
set -euo pipefail

readonly packages=$1 module=$2
shift 2
folder=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

for python in /usr/bin/python3 "$(command -v python3 || true)"; do
  if [[ -x $python ]] && "$python" -c "import ${packages// /, }" 2>/dev/null; then
    echo "interpreter: $python"
    exec "$@" "$python" "$folder/run.py" "$module"
  fi
done
echo "skipped: no python3 has all of $packages"
exit 77
