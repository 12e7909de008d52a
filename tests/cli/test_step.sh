#!/bin/bash
# The time of a training step, and workloads of execution traces.
source "$(dirname "$0")/expect.sh"

expect 0 -- list workloads --format names
holds "networks are listed" grep -qx resnet50 out

expect 0 -- step resnet20 -P 2,8 --platform gige-8 --density 1% -a ssar_recursive_double,dense_ring --engines model,loggp --format csv
holds "a row for each P, engine and algorithm" test "$(wc -l <out)" == 9
expect 0 -- step resnet20 -P 8 --density 1% -a ssar_recursive_double --format json
holds "rows are in JSON" grep -q '"exposed_s"' out
expect 0 -- step resnet20 -P 8 -a dense_ring --format markdown
holds "a table of Markdown" grep -q '^| P | engine' out
expect 0 -- step resnet20 -P 8 --density 1% -a ssar_recursive_double --engines loggp --stragglers exponential:5% --streams 2 --progress calls --schedule by-size --dense-below 4kB --bucket 64KiB --timeline step.json
holds "a timeline is written" grep -q '"traceEvents"' step.json

expect 2 "resnet20" -- step resnet21 -P 8
expect 2 "-P" -- step resnet20 -P 0
expect 2 "at most 8" -- step resnet20 -P 9 --platform gige-8
expect 2 "--timeline" "one number of ranks" -- step resnet20 -P 2,4 -a dense_ring --timeline step.json
expect 2 "--bucket" "25MiB" -- step resnet20 -P 2 --bucket 3
expect 2 "--dense-below" "--schedule layers" -- step resnet20 -P 2 --schedule layers --dense-below 3kB
expect 2 "--stragglers" "lognormal:MEDIAN:90TH" -- step resnet20 -P 2 --stragglers often:3
expect 2 "engine loggp alone" -- step resnet20 -P 2 --stragglers uniform:3%
expect 2 "--engines loggp" -- step resnet20 -P 2 --streams 3
expect 2 "model, loggp, recorded" -- step resnet20 -P 2 --engines mpi
expect 2 "exchange_s" -- step resnet20 -P 2 --engines recorded
expect 2 "a generated input" -- step resnet20 -P 2 --input '{"kind": "recording", "path": "x"}'
expect 2 "no algorithm" -- step resnet20 -P 2 --dense ring
expect 2 "runs itself" -- step resnet20 -P 2 -a dense_mpi

corpus=$source_dir/tests/fuzz/corpus
gzip -c "$corpus/chakra/step" >step.et.gz
expect 0 -- import step.et.gz --format chakra -o imported.json
holds "what is left out is listed" grep -q 'left out: collectives of kind 5' out
expect 0 -- step imported.json -P 4 --engines recorded,model --schedule layers -a dense_ring
holds "the recorded times have a row" grep -q 'as recorded' out
expect 2 "byte" -- import "$corpus/chakra/truncated" --format chakra -o x.json
expect 2 "--licence" -- import step.et.gz --format chakra -o x.json --licence MIT
sed 's/"parameters":1000/"parameters":-1/' imported.json >wrong.json
expect 2 "wrong.json" "layers" "parameters" -- step wrong.json -P 2
