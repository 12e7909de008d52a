#!/bin/bash
# `sparlab report` makes one page. Where Chromium, node and playwright-core are there, a browser opens
# it without network. cmake/fetch_npm.sh playwright fetches playwright-core;
# SPARLAB_PLAYWRIGHT names another folder with it.
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

# A point that has no result is named with the reason.
expect 3 "1 failed" -- run -a dense_ring -P 2,1536 -N 1M --density 0.01 --platform alpha-beta \
  --engines loggp --no-report -j 1 --point-timeout 1 -o failing
expect 0 -- report failing
holds "the reason is on the page" grep -q '<td>no result</td><td>1</td><td>stopped after its time' \
  failing/report.html
holds "the point is on the page" grep -q 'loggp dense_ring P=1536' failing/report.html
holds "a page without failures says so" grep -q 'None: every point' results/report.html

# Use of links, and a point that was left out, are on the page that the browser opens.
network=(run -N 1M --density 0.01,0.1 --platform piz-daint-small --no-report -o results)
expect 0 -- "${network[@]}" -a dense_ring,ssar_split_allgather -P 128 --engines loggp --machine network \
  --link-statistics true
expect 0 "are left out" -- "${network[@]}" -a ssar_split_allgather -P 256 --engines simgrid \
  --point-budget 0.01 --over-budget leave-out
expect 0 -- table results
holds "the table has the use of links" grep -q '^  links  *blue  *node' out
holds "the table has the busiest links" grep -q '^  busiest links ' out
expect 0 -- plot results
holds "links are drawn" test -s results/figures/quick-2-links.svg
holds "groups are drawn" test -s results/figures/quick-2-groups.svg
expect 0 -- report results
holds "what was left out is on the page" grep -q '<td>left out before the run</td>' results/report.html

playwright=${SPARLAB_PLAYWRIGHT:-$source_dir/build/playwright/node_modules}
libraries=$source_dir/build/vega/vega.min.js
if [[ ! -e $libraries ]]; then
  echo "skipped: no libraries of charts; cmake/fetch_npm.sh vega fetches them"
elif ! command -v chromium >/dev/null || ! command -v node >/dev/null; then
  echo "skipped: chromium and node are needed to open the page"
elif [[ ! -d $playwright/playwright-core ]]; then
  echo "skipped: no $playwright/playwright-core; cmake/fetch_npm.sh playwright fetches it"
else
  node "$source_dir/tests/page/check_page.mjs" "$playwright" results/report.html \
    sparse_ring >out 2>err || fail "the page does not work in a browser"
fi
