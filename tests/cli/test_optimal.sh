#!/bin/bash
# sparlab optimal: schedules of a few ranks, and what bounds them.
source "$(dirname "$0")/expect.sh"

expect 0 -- optimal -P 4 --platform gige-8
holds "a row for each number of rounds" grep -q '^ *3 .* 1.0000  optimal ' out
holds "known algorithms" grep -q '^  halving and doubling  *4 ' out
holds "no schedule unless it is asked for" test "$(grep -c Schedule out)" = 0
expect 0 -- optimal -P 4 -N 1k --density 100% --schedule 3
holds "the messages of a rank" grep -q '^  round 3, to rank 1, 2 kB: part ' out
expect 0 -- optimal -P 4 -N 1k --density 100% --schedule 9
holds "the schedule of fewer rounds where more are no better" grep -q '^Schedule of 3 rounds' out
expect 0 -- optimal -P 3 --schedule 2 --format json
holds "what each rank sends" grep -q '"from": 2' out
holds "the verdict" grep -q '"verdict": "optimal"' out
expect 0 -- optimal -P 5 --width 1
expect 0 -- optimal -P 3 --density 0
holds "nothing to send is a number" test "$(grep -c nan out)" = 0
expect 0 -- optimal -P 4 --density 10% --schedule 3 --write best.json
expect 2 "rounding = equal" "free" -- run -a "scheduled(file=best.json)" -P 4 -N 1k --density 10% -o r
expect 0 -- run -a "scheduled(file=best.json, rounding=free),butterfly" -P 4 -N 1k --density 10% \
  --engines model,loggp --payload data -o r
holds "records name the content" grep -q 'best.json#' r/summary.csv
holds "each rank's result is checked" grep -q passed r/summary.csv
expect 0 -- explain "scheduled(file=best.json, rounding=free)" -P 4 -N 1k --density 10%
holds "its rounds" grep -q '^round 3' out
expect 0 -- predict -a "scheduled(file=best.json, rounding=free)" -P 4 -N 1k --density 10%
expect 2 "P = 8" -- run -a "scheduled(file=best.json)" -P 8 -N 1k --density 10% -o r
expect 2 "no.json" -- run -a "scheduled(file=no.json)" -P 4 -N 1k --density 10% -o r
expect 2 "file" "missing" -- run -a scheduled -P 4 -N 1k --density 10% -o r
sed 's/"inputs":\[0\]/"inputs":[1]/' best.json >wrong.json
expect 2 "wrong.json" "round 1, message" "but holds" -- explain "scheduled(file=wrong.json)" -P 4
expect 0 -- certify -a "scheduled(file=best.json, rounding=free)" -P 4 --most-supports 64
expect 2 "-P" "from 2 to 8" -- optimal -P 9
expect 2 "-P" "from 2 to 8" -- optimal -P 1
expect 2 "--schedule" "at least 2" -- optimal -P 4 --schedule 1
expect 2 "--input" "depend only on how many ranks" -- optimal -P 4 --input clustered
expect 2 "--width" -- optimal -P 4 --width 0
