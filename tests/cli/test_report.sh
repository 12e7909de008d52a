#!/bin/bash
# `sparlab report` makes one page. Where Chromium, node and playwright-core (in the folder
# SPARLAB_PLAYWRIGHT) are there, a browser opens it without network.
source "$(dirname "$0")/expect.sh"

expect 0 -- run -a dense_ring,sparse_ring,ssar_split_allgather -P 2,4,8 -N 1M \
  --density 0.001,0.01,0.1,0.5 --engines model,loggp --platform gige-8 -o results
expect 0 -- report results
holds "its place is printed" grep -qx results/report.html out
holds "the page names its command" grep -q 'sparlab report results' results/report.html
holds "the page is complete" grep -q '</html>' results/report.html
expect 0 -- report results -o elsewhere.html
holds "the place can be chosen" test -s elsewhere.html
expect 2 "dir" -- report

libraries=$source_dir/build/vega/vega.min.js
if [[ ! -e $libraries ]]; then
  echo "skipped: no libraries of charts; cmake/fetch_vega.sh build/vega fetches them"
elif ! command -v chromium >/dev/null || ! command -v node >/dev/null; then
  echo "skipped: chromium and node are needed to open the page"
elif [[ ! -d ${SPARLAB_PLAYWRIGHT:-}/playwright-core ]]; then
  echo "skipped: SPARLAB_PLAYWRIGHT names no node_modules with playwright-core"
else
  node "$source_dir/tests/page/check_page.mjs" "$SPARLAB_PLAYWRIGHT" results/report.html \
    sparse_ring >out 2>err || fail "the page does not work in a browser"
fi
