#!/bin/bash
# Usage: fetch_npm.sh vega|playwright
# Puts a package of npm into build/NAME: the version of cmake/NAME/package-lock.json, whose checksums
# npm verifies. Does nothing if it is there. Exits 1 without npm or network.
#
#   vega        the libraries, with their licences, that draw the interactive charts of `sparlab report`;
#               without them, reports have fixed pictures
#   playwright  opens pages in Chromium for a test, which is skipped without it; brings no browser
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
readonly root
readonly name=${1-}
readonly locked=$root/cmake/$name target=$root/build/$name

if [[ $name != vega && $name != playwright ]]; then
  echo "fetch_npm.sh: unknown package '$name' (accepted: vega, playwright)" >&2
  exit 2
fi
if cmp -s "$locked/package-lock.json" "$target/package-lock.json"; then exit 0; fi
if ! command -v npm >/dev/null; then
  echo "npm is not installed (Debian: apt-get install npm)" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$locked/package.json" "$locked/package-lock.json" "$work"
(cd "$work" && timeout 60 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error \
  --fetch-retries=1 --fetch-timeout=15000 >&2)
mkdir -p "$target"
case $name in
  vega)
    for library in vega vega-lite vega-embed; do
      cp "$work/node_modules/$library/build/$library.min.js" "$target/"
      cp "$work/node_modules/$library/LICENSE" "$target/$library.LICENSE"
    done
    ;;
  playwright)
    rm -rf "$target/node_modules"
    cp -r "$work/node_modules" "$target/"
    ;;
esac
# Last: with it, the folder is complete.
cp "$locked/package-lock.json" "$target/"
