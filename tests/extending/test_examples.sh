#!/bin/bash
# Usage: test_examples.sh ROOT COMPILER [FLAGS...]
# The examples of docs/extending.md apply to the sources under ROOT, and what they touch compiles.
set -euo pipefail

root=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

sources=$("$(dirname "$0")/apply_examples.sh" "$root" "$folder/copy")
cd "$folder/copy"
for source in $(sort -u <<<"$sources"); do "$@" -std=c++20 -fsyntax-only -I. "$source"; done
