#!/bin/bash
# Training of linear models: tables, documents, engines, errors.
source "$(dirname "$0")/expect.sh"

# 400 samples of 2 classes with 5 of 200 features each, by a linear congruential generator.
awk 'BEGIN { x = 7
  for (i = 0; i < 400; ++i) { printf "%s", i % 2 ? "+1" : "-1"; f = i % 2 ? 1 : 90
    for (j = 0; j < 5; ++j) { x = (x * 1103515245 + 12345) % 2147483648; f += 1 + int(x / 65536) % 20
      printf " %d:%.2f", f, 0.5 + (x / 131072) % 1 }
    print "" } }' >data.svm

train() { # CODE WORDS... -- ARGUMENTS...
  local before=()
  while [[ $1 != -- ]]; do before+=("$1"); shift; done
  shift
  expect "${before[@]}" -- train logistic --data data.svm -P 4 --platform gige-8 --batch 10 --rate 0.5 "$@"
}

train 0 -- --epochs 3 --method sgd --method 'topk_sgd(k=5%)' -a ssar_split_allgather,oktopk -o results
holds "four runs have a row for each epoch" test "$(grep -Ec '^ +[0-3] +[0-9]+ +0\.' out)" == 16
holds "and one after the last" test "$(grep -c '^ *4  loggp .* 3 ' out)" == 4
train 0 -- --epochs 3 --method sgd --method 'topk_sgd(k=5%)' -a ssar_split_allgather,oktopk -o results --format json
holds "a document has curves" test "$(grep -c '"epoch": 3' out)" == 4
holds "and says of which data" grep -q "\"data_sha256\": \"$(sha256sum <data.svm | cut -d ' ' -f 1)\"" out
holds "and the version" grep -q '"version"' out
holds "and what is there does not run again" test "$(zcat results/records.jsonl.gz | grep -c '"curve"')" == 4
if command -v gnuplot >/dev/null; then
  holds "figures are drawn" test -s results/figures/loss-epochs.png -a -s results/figures/loss-time.svg
fi

# Recordings of what ranks sent.
train 0 -- --epochs 2 --method 'topk_sgd(k=5%)' -a ssar_split_allgather,oktopk --record recordings
holds "each run has a recording an epoch" test "$(ls recordings | wc -l)" == 4
expect 0 -- fill-in recordings/loggp-P4-topk_sgd-k-5-oktopk-step000020.tkg.gz -P 4
holds "with the entries of all ranks" grep -q '^4 workers, N = 176, k = 9' out

# The same models on every engine.
engines=loggp
[[ $("$1" list engines) == *simgrid* ]] && engines+=,simgrid
if command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]]; then engines+=,mpi; fi
for method in 'topk_sgd(k=5%)' 'scd(coordinates=8)'; do
  expect 0 -- train logistic --data data.svm -P 2 --platform gige-8 --method "$method" \
    -a ssar_recursive_double --engines "$engines" --format json --epochs 2
  holds "engines agree on the model" test "$(grep '"model_hash"' out | sort -u | wc -l)" == 1
  holds "on all engines" test "$(grep -c '"model_hash"' out)" == "$(tr ',' '\n' <<<$engines | wc -l)"
done

# Mass over 1,000 steps.
masses() { # METHODS ALGORITHMS RUNS
  expect 0 -- train logistic --data data.svm -P 2 --platform gige-8 --batch 4 --epochs 20 --method "$1" -a "$2" \
    --engines "$engines" --format json
  holds "1,000 steps of $1 with $2 on $engines" test "$(grep -c '"steps": 1000,' out)" \
    == $(($3 * $(tr ',' '\n' <<<$engines | wc -l)))
  holds "conserve mass to rounding" test "$(awk -F '[:,]' '/"mass_error"/ && $2 > 1e-6' out | wc -l)" == 0
  holds "which is checked" test "$(grep -c '"mass_checked": false' out)" == 0
}
masses 'sgd,topk_sgd(k=5%),topk_sgd(k=2, bucket=50),rgc(k=5%),bmuf(tau=1),local_sgd(tau=1, k=5%)' ssar_split_allgather 6
masses 'topk_sgd(k=5%)' oktopk,topk_dsa,dryden,gaussiank 4

train 0 -- --format csv --epochs 1
holds "CSV has a heading and two rows" test "$(wc -l <out)" == 3
train 0 -- --schedule inverse_sqrt --l2 0.01 --seed 4 --method 'local_sgd(tau=4)'
gzip -k data.svm
expect 0 -- train svm --data data.svm.gz -P 3

# A run that diverges stops, and keeps what it has.
expect 1 -- train squares --data data.svm -P 4 --rate 1e9 --epochs 50 -o diverged
holds "it says where" grep -Eq "stopped in step [0-9]+, rank [0-9]: .* not finite" out
holds "its epochs are kept" test "$(zcat diverged/records.jsonl.gz | grep -c '"curve"')" == 1

expect 2 "tree" "logistic, svm, squares" -- train tree --data data.svm -P 4
train 2 "--method" "k = 500 in topk_sgd(k=500)" -- --method 'topk_sgd(k=500)'
train 2 "adam" "one of sgd" -- --method adam
train 2 "no batch with scd" -- --method scd
expect 2 "an exact algorithm" -- train logistic --data data.svm -P 4 --method scd -a oktopk
train 2 "engines that run code" -- --engines model
expect 2 "400 samples; accepted: at least one for each of 401 ranks" -- train logistic --data data.svm -P 401
expect 2 "at most 8, the hosts of platform" -- train logistic --data data.svm -P 9 --platform gige-8
echo "spam 3:1" >>data.svm
train 2 "data.svm" "line 401" "spam" --
expect 2 "no such file" -- train logistic --data absent -P 2
