#!/bin/bash
# Usage: fetch_vega.sh FOLDER
# Puts the libraries that draw the interactive figures of `sparlab report` into FOLDER, with their
# licences: the versions of vega/package-lock.json, whose checksums npm verifies. Does nothing if
# they are there. Exits 1 without npm or network; reports then have fixed pictures.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
readonly here
readonly target=$1

if cmp -s "$here/vega/package-lock.json" "$target/package-lock.json"; then exit 0; fi
if ! command -v npm >/dev/null; then
  echo "npm is not installed" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/vega/package.json" "$here/vega/package-lock.json" "$work"
# Without network, the first use of the program must not wait for it.
(cd "$work" && timeout 60 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error \
  --fetch-retries=1 --fetch-timeout=15000 >&2)
mkdir -p "$target"
for name in vega vega-lite vega-embed; do
  cp "$work/node_modules/$name/build/$name.min.js" "$target/"
  cp "$work/node_modules/$name/LICENSE" "$target/$name.LICENSE"
done
# Last: with it, the folder is complete.
cp "$here/vega/package-lock.json" "$target/"
