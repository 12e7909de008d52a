#!/bin/bash
# sparlab certify: all supports and orders of messages of a few ranks.
source "$(dirname "$0")/expect.sh"

expect 0 -- certify --most-supports 64
holds "every exact algorithm" grep -q '^dense_ring  *right  *1x6 2x3 3x2 4x1 ' out
holds "all are right" test "$(grep -c '  right  ' out)" = "$(($(wc -l <out) - 1))"
expect 0 -- certify -a omnireduce -P 4 --most-supports 16 --most-orders 2
holds "orders that were not run" grep -q 'right, not all orders' out
expect 0 -- certify -a 'kylix(degrees=2x2)' -P 3,4 --most-supports 16 --format json
holds "settings that P does not accept" grep -q '"refused": ' out
holds "the build" grep -q '"commit": "' out
expect 2 "exact algorithms that run" "oktopk" -- certify -a oktopk
expect 2 "exact algorithms that run" -- certify -a dense_mpi
expect 2 "-P" "from 1 to 8" -- certify -P 9
expect 2 "--most-orders" -- certify --most-orders 0
expect 2 "did you mean" -- certify -a klyix
