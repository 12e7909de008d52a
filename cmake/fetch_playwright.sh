#!/bin/bash
# Usage: fetch_playwright.sh FOLDER
# Puts playwright-core, which opens pages in Chromium for a test, into FOLDER/node_modules: the
# version of playwright/package-lock.json, whose checksum npm verifies. It brings no browser. Does
# nothing if it is there. Exits 1 without npm or network; the test is then skipped.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
readonly here
readonly target=$1

if cmp -s "$here/playwright/package-lock.json" "$target/package-lock.json"; then exit 0; fi
if ! command -v npm >/dev/null; then
  echo "npm is not installed" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/playwright/package.json" "$here/playwright/package-lock.json" "$work"
(cd "$work" && timeout 60 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error \
  --fetch-retries=1 --fetch-timeout=15000 >&2)
mkdir -p "$target"
rm -rf "$target/node_modules"
cp -r "$work/node_modules" "$target/"
# Last: with it, the folder is complete.
cp "$here/playwright/package-lock.json" "$target/"
