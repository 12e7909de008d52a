#!/bin/bash
# The time of a training step, and workloads of execution traces.
source "$(dirname "$0")/expect.sh"

expect 0 -- list workloads --format names
holds "networks are listed" grep -qx resnet50 out

expect 0 -- step resnet20 -P 2,8 --platform gige-8 --density 1% -a ssar_recursive_double,dense_rabenseifner --engines model,loggp --format csv
holds "a row for each P, engine and algorithm" test "$(wc -l <out)" == 9
expect 0 -- step resnet20 -P 8 --density 1% -a ssar_recursive_double --format json
holds "rows are in JSON" grep -q '"exposed_s"' out
holds "and the dense step is among them" grep -q '"dense_rabenseifner"' out
expect 0 -- step resnet20 -P 8 -a dense_ring --format markdown
holds "a table of Markdown" grep -q '^| P | engine' out
expect 0 -- step resnet20 -P 8 --density 1% -a ssar_recursive_double --engines loggp --stragglers exponential:5% --streams 2 --progress calls --schedule by-size --dense-below 4kB --bucket 64KiB --timeline step.json
holds "a timeline is written" grep -q '"traceEvents"' step.json

expect 0 -- step resnet20 -P 2 --platform gige-8 --density 1% -a ssar_recursive_double --engines loggp,simgrid --format csv
holds "simgrid has rows too" grep -q ',simgrid,ssar_recursive_double' out
cat >small.json <<'NETWORK'
{"name": "small", "title": "two layers", "source": "a test", "layers": [
  {"name": "a", "parameters": 3000, "forward_s": 0.002, "backward_s": 0.004},
  {"name": "b", "parameters": 500, "forward_s": 0.002, "backward_s": 0.004, "update_s": 0.001}]}
NETWORK
for progress in offloaded thread calls; do
  expect 0 -- step small.json -P 2 --density 10% -a ssar_split_allgather --engines mpi --schedule layers --streams 2 --progress $progress --output measured-$progress --format csv
  holds "a step is measured with progress $progress" test "$(grep -c ',mpi,' out)" == 2
  holds "and lasts as long as its computation and its update at least" awk -F, '
    NR == 1 {for (i = 1; i <= NF; ++i) if ($i == "step_s") column = i}
    NR > 1 {good += $column >= 0.0129} END {exit good != 2}' out
  holds "all ranks have equal sums" grep -q 'equal sums on all ranks' <(zcat measured-$progress/records.jsonl.gz)
done

expect 2 "resnet20" -- step resnet21 -P 8
expect 2 "-P" -- step resnet20 -P 0
expect 2 "at most 8" -- step resnet20 -P 9 --platform gige-8
expect 2 "--timeline" "one number of ranks" -- step resnet20 -P 2,4 -a dense_ring --timeline step.json
expect 2 "--bucket" "25MiB" -- step resnet20 -P 2 --bucket 3
expect 2 "dense_below" "no use with schedule layers" -- step resnet20 -P 2 --schedule layers --dense-below 3kB
expect 2 "--stragglers" "lognormal:MEDIAN:90TH" -- step resnet20 -P 2 --stragglers often:3
expect 0 -- step vgg16 -P 2 --samples 32 --efficiency 50% --peak 18.6TFlop/s
holds "the computation follows from samples and efficiency" grep -q '319 ms of computation' out
expect 2 "give samples and efficiency" -- step vgg16 -P 2 --samples 32
expect 2 "a share above 0" -- step vgg16 -P 2 --samples 32 --efficiency 400%
expect 2 "no flop" -- step "$source_dir/experiments/suites/steps/even.json" -P 2 --samples 1 --efficiency 1
expect 2 "engines that simulate" -- step resnet20 -P 2 --stragglers uniform:3%
expect 2 "--streams" "256" -- step resnet20 -P 2 --streams 300
expect 2 "--engines" "model, loggp, simgrid, mpi" -- step resnet20 -P 2 --engines abacus
expect 2 "exchange_s" -- step resnet20 -P 2 --engines recorded
expect 2 "a generated input" -- step resnet20 -P 2 --input '{"kind": "recording", "path": "x"}'
expect 2 "--dense" "a dense algorithm" -- step resnet20 -P 2 --dense ring
expect 2 "algorithms of sparlab" -- step resnet20 -P 2 -a dense_mpi

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
