#!/bin/bash
# Usage: check_includes.sh ROOT
# Enforces the dependency rule of layers.txt on the sources under ROOT: prints each include that
# breaks it as file:line, and fails if there is one.
set -euo pipefail

rules=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/layers.txt
cd "$1"

# Only folders that hold sources; build trees and results are not ours to judge.
mapfile -t folders < <(awk '$1 == "layer" { sub("/.*", "", $2); print $2 }' "$rules" | sort -u)
mapfile -t present < <(for folder in "${folders[@]}"; do [[ -d $folder ]] && echo "$folder"; done)

# shellcheck disable=SC2016  # the program is awk's
find "${present[@]}" \( -name '*.?pp' -o -name '*.[ch]' \) -print0 | sort -z |
  xargs -0 awk -v rules="$rules" '
    # Reads the table: may[layer] is the list of prefixes that the layer may include.
    BEGIN {
      while ((getline line < rules) > 0) {
        count = split(line, word, " ")
        if (count == 0 || word[1] ~ /^#/) continue
        first = 1
        if (word[1] == "layer") { layer = word[2]; layers[layer] = 1; continue }
        if (word[1] == "ours" || word[1] == "others") { key = word[1]; first = 2 }
        for (i = first; i <= count; ++i) may[layer, key] = may[layer, key] " " word[i]
      }
      for (layer in layers) { split(layer, part, "/"); folders[part[1]] = 1 }
      # What tells another library from a system header: a folder of its own, or one of these.
      system_folders = " sys/ netinet/ arpa/ net/ linux/ asm/ experimental/ ext/ sanitizer/ "
      flat_libraries = " mpi.h zlib.h zstd.h rapidcheck.h "
    }

    function layer_of(path,    layer, best) {
      best = ""
      for (layer in layers)
        if (index(path, layer) == 1 && length(layer) > length(best)) best = layer
      return best
    }

    function allowed(header, prefixes,    list, count, i) {
      count = split(prefixes, list, " ")
      for (i = 1; i <= count; ++i) if (index(header, list[i]) == 1) return 1
      return 0
    }

    function is_system(header) {
      if (index(flat_libraries, " " header " ")) return 0
      if (!index(header, "/")) return 1
      return index(system_folders, " " substr(header, 1, index(header, "/")) " ") > 0
    }

    function complain(what) {
      printf "%s:%d: %s (layer %s): %s\n", FILENAME, FNR, header, layer, what
      broken = 1
    }

    FNR == 1 { layer = layer_of(FILENAME) }

    /^[ \t]*#[ \t]*include[ \t]*["<]/ {
      match($0, /["<][^">]+[">]/)
      header = substr($0, RSTART + 1, RLENGTH - 2)
      split(header, part, "/")
      quoted = substr($0, RSTART, 1) == "\""
      if (header ~ /\/\.\.?\/|^\.\.?\//) {
        complain("include by the path from the root of the repository")
      } else if (part[1] in folders && index(header, "/")) {
        if (!allowed(header, may[layer, "ours"])) complain("this layer may not include it")
      } else if (quoted && !index(header, "/")) {
        complain("include by the path from the root of the repository")
      } else if (!is_system(header) && !allowed(header, may[layer, "others"])) {
        complain("this layer may not use this library")
      }
    }

    END { exit broken }'
