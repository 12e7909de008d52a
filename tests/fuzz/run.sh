#!/bin/bash
# Usage: run.sh EXECUTIONS SECONDS TARGET...
# Runs each fuzz target (build/dev/tests/fuzz/fuzz_NAME) on its saved corpus until one of the two
# limits is reached; SECONDS 0 is no limit. Next to the target, new inputs are stored in found/ and
# inputs that break something in broken/. Exits with 1 if something broke.
set -euo pipefail

saved=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
readonly saved
readonly executions=$1 seconds=$2
shift 2

status=0
for target in "$@"; do
  name=$(basename "$target")
  name=${name#fuzz_}
  found=$(dirname "$target")/found/$name
  broken=$(dirname "$target")/broken/$name
  mkdir -p "$found" "$broken"
  dictionary=()
  if [[ -e $saved/dictionaries/$name ]]; then dictionary=(-dict="$saved/dictionaries/$name"); fi
  # Without -entropic=0, selecting the input to mutate takes longer than most parsers.
  "$target" -runs="$executions" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
    -entropic=0 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 -artifact_prefix="$broken/" \
    "${dictionary[@]}" "$found" "$saved/corpus/$name" || status=1
done
exit "$status"
