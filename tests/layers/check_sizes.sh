#!/bin/bash
# Usage: check_sizes.sh ROOT
# Prints files, lines, median lines and the share of files under 40 lines of each layer of the program, and of
# all of it. Fails if a layer has more than a quarter of the lines.
set -euo pipefail

cd "$1"
folders=(model runtime algos api sim base inputs platforms machines experiments/spec experiments/records
         experiments/run workloads training analysis report cli)

# shellcheck disable=SC2016  # the program is awk's
for folder in "${folders[@]}"; do
  find "$folder" \( -name '*.?pp' -o -name '*.[ch]' \) -exec wc -l {} + | awk -v folder="$folder" '$2 != "total" { print $1, folder }'
done | sort -n | awk '
  { for (place = 1; place <= 2; ++place) {
      name = place == 1 ? $2 : "program"
      lines[name] += $1; sizes[name, ++files[name]] = $1; short[name] += $1 < 40 } }
  END {
    printf "%-20s %6s %7s %6s %7s %6s\n", "layer", "files", "lines", "share", "median", "< 40"
    for (name in files) {
      share = lines[name] / lines["program"]
      printf "%-20s %6d %7d %4.0f %% %7d %4.0f %%\n", name, files[name], lines[name], 100 * share,
             sizes[name, int((files[name] + 1) / 2)], 100 * short[name] / files[name]
      if (name != "program" && share > 0.25) { print name ": more than a quarter of the program"; failed = 1 }
    }
    exit failed
  }'
