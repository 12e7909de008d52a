#!/bin/bash
# Usage: two_networks.sh SPARLAB [RANKS [FOLDER]]
# Compares the machine `network` of loggp with simgrid on piz-daint: all algorithms with RANKS ranks (64
# unless given), N = 2^20 and 0.1 %, uniform and clustered inputs, ranks on consecutive hosts ("near") and
# spread over all groups ("far"). simgrid has no gap between two messages of a rank, so `network` runs with
# the gap of the platform and without it. Prints quantiles of the difference, and the points beyond 5 %.
set -euo pipefail

sparlab=$(readlink -f "$1")
readonly ranks=${2:-64}
if [[ $# -gt 2 ]]; then
  folder=$3
else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"
readonly sparlab folder
readonly clusters='{"kind": "clustered", "cluster": 256, "overlap": 0.5}'
readonly spread='.topology.placement = [range(5760) | 1447 * . % 5760]'
piz_daint=$("$sparlab" platform show piz-daint --format json | jq -r .path)
readonly piz_daint

# platform NAME FILTER: a copy of piz-daint, changed by a filter of jq.
platform() { jq --arg name "$1" ".name = \$name | $2" "$piz_daint" >"$folder/$1.json"; }

readonly algorithms=all,s2_omnireduce_standin

# times ENGINES PLATFORM INPUT OUTPUT
times() {
  "$sparlab" run -a "$algorithms" --input-form own -P "$ranks" -N 2^20 --density 0.001 --platform "$folder/$2.json" --input "$3" \
    --engines "$1" --machine network --no-report --force --point-timeout 1200 --output "$folder/$4" \
    >"$folder/$4.log" 2>&1 || { cat "$folder/$4.log" >&2; exit 1; }
}

# compare PLACEMENT INPUT NAME: lines "GAP,PLACEMENT,NAME algorithm network/simgrid-1" of all algorithms.
compare() {
  times loggp,simgrid "$1" "$2" "$1,$3"
  times loggp "$1-no-gap" "$2" "$1,$3,no-gap"
  "$sparlab" records "$folder/$1,$3" >"$folder/gap.jsonl"
  {
    "$sparlab" records "$folder/$1,$3,no-gap"
    jq -c 'select(.engine == "simgrid")' "$folder/gap.jsonl"
  } >"$folder/no-gap.jsonl"
  local gap
  for gap in gap no-gap; do
    jq -rs --arg name "$gap,$1,$3" 'group_by(.algorithm)[]
      | (map({(.engine): .time_s}) | add) as $time
      | "\($name) \(.[0].algorithm) \($time.loggp / $time.simgrid - 1)"' "$folder/$gap.jsonl"
  done
}

# quantiles NAME: of the absolute differences of the lines on standard input.
quantiles() {
  awk '{ print $3 < 0 ? -$3 : $3 }' | sort -g | awk -v name="$1" '{ value[NR] = $1 } END {
    printf "%-22s %3d points, median %6.3f %%, p95 %5.2f %%, greatest %5.2f %%\n", name, NR,
      100 * value[int((NR + 1) / 2)], 100 * value[int(0.95 * NR + 0.999)], 100 * value[NR] }'
}

platform near '.'
platform far "$spread"
platform near-no-gap '.loggp.gap.value = 0'
platform far-no-gap "$spread | .loggp.gap.value = 0"
{
  for placement in near far; do
    compare "$placement" uniform uniform
    compare "$placement" "$clusters" clustered
  done
} >"$folder/differences"
for gap in gap no-gap; do
  for name in near,uniform near,clustered far,uniform far,clustered; do
    grep "^$gap,$name " "$folder/differences" | quantiles "$gap,$name"
  done
  grep "^$gap," "$folder/differences" | quantiles "$gap,all"
done
awk '$3 > 0.05 || $3 < -0.05 { printf "%-22s %-24s %+.1f %%\n", $1, $2, 100 * $3 }' "$folder/differences"
