#!/bin/bash
# Usage: test_check_cycles.sh
# Plants includes in a tree of its own and expects check_cycles.sh to find the cycles among them, and
# nothing else.
set -euo pipefail

check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/check_cycles.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

plant() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '#include "%s"\n' "$2" >>"$tree/$1"
}

expect() {
  local said
  said=$("$check" "$tree" model algos 2>&1 | grep '^cycle' || true)
  if [[ $said != "$1" ]]; then
    echo "expected '$1', got '$said'"
    failures=$((failures + 1))
  fi
}

plant model/costs/ring.cpp model/base/cost.hpp
plant model/base/cost.cpp model/base/cost.hpp
plant algos/steps/ring_and_recursive.hpp model/costs/step_costs.hpp
expect ""

plant model/base/cost.hpp model/costs/step_costs.hpp
expect "cycle of folders in ./model: base costs"

rm "$tree/model/base/cost.hpp"
plant algos/steps/inner/a.hpp algos/steps/b.hpp
expect ""
plant algos/steps/b.hpp algos/steps/inner/a.hpp
expect "cycle of folders in ./algos/steps: files inner"

rm "$tree/algos/steps/b.hpp"
plant model/base/cost.hpp algos/steps/b.hpp
expect "cycle of folders in .: algos model"

exit $((failures > 0))
