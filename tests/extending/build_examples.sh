#!/bin/bash
# Usage: build_examples.sh ROOT FOLDER
# Builds the program with the examples of docs/extending.md in FOLDER and uses each of them.
set -euo pipefail

root=$1
folder=$(readlink -m "$2")
rm -rf "$folder"
mkdir -p "$folder"
"$(dirname "$(readlink -f "$0")")/apply_examples.sh" "$root" "$folder/copy" >/dev/null
cmake -S "$folder/copy" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=10 -DSPARLAB_BUILD_TESTS=OFF \
  -DSPARLAB_BUILD_BENCH=OFF >/dev/null
cmake --build "$folder/build" --target sparlab
program=$folder/build/cli/sparlab

cmp <("$program" schema) "$folder/copy/experiments/experiment.schema.json"
time_of() {  # time_of OPTION...: the time of the only point, in seconds
  "$program" run -P 8 -N 1M --density 1e-3 --platform gige-8 -o "$folder/results" --fresh --format jsonl "$@" |
    jq -e .time_s
}
is() { jq -en "$1" >/dev/null || { echo "not so: $1" >&2; return 1; }; }

star=$(time_of -a star --engines model)
star_simulated=$(time_of -a star --engines loggp)
bound=$(time_of -a star --engines bound)
bare=$(time_of -a star --engines model --set headers=false)
(($("$program" ids quickstart --digits 8 | grep -cE '^[0-9a-f]{8}$') > 0))
printf 'system,benchmark,ranks,bytes,median_us\nours,osu_allreduce,4,4096,17\n' >"$folder/osu.csv"
"$program" import "$folder/osu.csv" --format osu --licence none --output "$folder/imported" | grep '^1 points of ours'

is "$star > $bound and $bound > 0"
is "$star > $bare"
is "$star / $star_simulated < 1.05 and $star_simulated / $star < 1.05"
