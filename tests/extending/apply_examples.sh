#!/bin/bash
# Usage: apply_examples.sh ROOT COPY
# Copies the sources of ROOT to the new folder COPY and applies the examples of docs/extending.md to the
# copy, one after the other. Each may touch at most as many files as the table there says. Prints the
# sources that the examples touch.
set -euo pipefail

root=$(readlink -f "$1")
copy=$(readlink -m "$2")
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

# The number in the table of docs/extending.md.
promised() { sed -n "s/^| $1 | \([0-9]*\) |$/\1/p" "$root/docs/extending.md"; }

mkdir "$copy"
folders=(CMakeLists.txt CMakePresets.json cmake model runtime algos api sim base inputs platforms machines
         experiments workloads training analysis report cli docs tests)
(cd "$root" && tar -cf - "${folders[@]}") | tar -xf - -C "$copy"
cd "$copy"
git init -q

apply() {
  local patch=$here/$1.patch count
  count=$(git apply --numstat "$patch" | wc -l)
  if ((count > $(promised "$2"))); then
    echo "$1.patch touches $count files, docs/extending.md promises $(promised "$2")" >&2
    return 1
  fi
  git apply "$patch" || { echo "$1.patch does not apply: adapt it to the new sources" >&2; return 1; }
  git apply --numstat "$patch" | cut -f 3 | grep '\.cpp$'
}
apply algorithm algorithm
apply engine engine
apply setting 'sweep setting'
apply verb verb
apply import_format 'import format'
apply figure figure
