#!/bin/bash
# Usage: two_networks.sh SPARLAB [RANKS [FOLDER]]
# Compares the machine `network` of loggp with simgrid on piz-daint: all algorithms with RANKS ranks (64
# unless given), N = 2^20 and 0.1 %, uniform and clustered inputs, ranks on consecutive hosts ("near") and
# spread over all groups ("far"). Prints quantiles of the difference, and the points beyond 5 %.
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

"$sparlab" platform show piz-daint --format json | jq -r .path >"$folder/path"
jq '.name = "far" | .topology.placement = [range(5760) | 1447 * . % 5760]' \
  "$(cat "$folder/path")" >"$folder/far.json"

# compare NAME PLATFORM INPUT: a line "NAME algorithm network/simgrid-1" for each algorithm.
compare() {
  "$sparlab" run -a all -P "$ranks" -N 2^20 --density 0.001 --platform "$2" --input "$3" \
    --engines loggp,simgrid --machine network --no-report --force --point-timeout 1200 --output "$folder/$1" \
    >"$folder/$1.log" 2>&1 || { cat "$folder/$1.log" >&2; exit 1; }
  "$sparlab" records "$folder/$1" | jq -rs --arg name "$1" 'group_by(.algorithm)[]
    | (map({(.engine): .time_s}) | add) as $time
    | "\($name) \(.[0].algorithm) \($time.loggp / $time.simgrid - 1)"'
}

# quantiles NAME: of the absolute differences of the lines on standard input.
quantiles() {
  awk '{ print $3 < 0 ? -$3 : $3 }' | sort -g | awk -v name="$1" '{ value[NR] = $1 } END {
    printf "%-18s %3d points, median %6.3f %%, p95 %5.2f %%, greatest %5.2f %%\n", name, NR,
      100 * value[int((NR + 1) / 2)], 100 * value[int(0.95 * NR + 0.999)], 100 * value[NR] }'
}

{
  compare near,uniform piz-daint uniform
  compare near,clustered piz-daint "$clusters"
  compare far,uniform "$folder/far.json" uniform
  compare far,clustered "$folder/far.json" "$clusters"
} >"$folder/differences"
for name in near,uniform near,clustered far,uniform far,clustered; do
  grep "^$name " "$folder/differences" | quantiles "$name"
done
quantiles all <"$folder/differences"
awk '$3 > 0.05 || $3 < -0.05 { printf "%-18s %-24s %+.1f %%\n", $1, $2, 100 * $3 }' "$folder/differences"
