#!/bin/bash
# sparlab certify: all supports and orders of messages of a few ranks.
source "$(dirname "$0")/expect.sh"

expect 0 -- certify --most-supports 64
holds "every exact algorithm" grep -q '^dense_ring  *right  *1x6 2x3 3x2 4x1 ' out
holds "all are right" test "$(grep -c '  right  ' out)" = "$(($(sed '/^$/,$d' out | wc -l) - 1))"
holds "bounds that hold" grep -q '  lemma_5_1_corrected  proved  *values .* 0  1.00x  ' out
expect 0 -- certify -a approximate --most-supports 16
holds "all keep the mass or agree" test -z "$(sed '1d; /^$/,$d; /  keeps mass  /d; /  ranks agree  /d' out)"
expect 0 -- certify -a ssar_recursive_double -P 2 -N 1..3
holds "the smallest call that breaks a published bound" \
  grep -q '^The smallest call that breaks lemma_5_2_published: P = 2, N = 3, indices {1} {0}' out
expect 0 -- certify -a omnireduce -P 4 --most-supports 16 --most-orders 2
holds "orders that were not run" grep -q 'right, not all orders' out
expect 0 -- certify -a 'kylix(degrees=2x2)' -P 3,4 --most-supports 16 --format json
holds "settings that P does not accept" grep -q '"refused": ' out
holds "the build" grep -q '"commit": "' out
expect 2 "algorithms that run" -- certify -a dense_mpi
expect 2 "-N" "from 1 to 8" -- certify -P 4 -N 9
expect 2 "-P" "from 1 to 8" -- certify -P 9
expect 2 "--most-orders" -- certify --most-orders 0
expect 2 "did you mean" -- certify -a klyix
