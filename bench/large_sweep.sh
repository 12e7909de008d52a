#!/bin/bash
# Usage: large_sweep.sh SPARLAB [FOLDER]
# Runs a sweep of 100,000 points of engine model in FOLDER (a temporary one unless given), resumes it,
# plots it and makes its page. Prints for each step the elapsed time, the time of the processors and
# the largest process; and the mean size of a record and the size of the page. Needs GNU time.
set -euo pipefail

sparlab=$(readlink -f "$1")
if [[ $# -gt 1 ]]; then
  folder=$2
else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
readonly sparlab folder
readonly points=100000
readonly algorithms=dense_ring,dense_rabenseifner,dense_recursive_doubling,ssar_recursive_double,\
ssar_split_allgather,dsar_split_allgather,sparse_ring,sparse_allgather,topk_allgather,topk_dsa

run() {
  "$sparlab" run -a "$algorithms" -P 2..101 -N 16M --density 1e-4:0.3:log100 --engines model \
    --platform piz-daint --no-report -o "$folder/sweep"
}

# step NAME COMMAND...: prints what the command took.
step() {
  local name=$1
  shift
  export -f run
  export sparlab folder algorithms
  /usr/bin/time -o "$folder/took" -f "%e s elapsed, %U s user, %S s system, %M KB" "$@" \
    >"$folder/out" 2>"$folder/err" || { cat "$folder/err" >&2; exit 1; }
  printf '%-8s %s\n' "$name" "$(cat "$folder/took")"
}

step run bash -c run
step resume bash -c run
step plot "$sparlab" plot "$folder/sweep"
step report "$sparlab" report "$folder/sweep"
printf 'record   %s bytes in the mean\n' $(($(stat -c %s "$folder/sweep/records.jsonl.gz") / points))
printf 'page     %s bytes\n' "$(stat -c %s "$folder/sweep/report.html")"
