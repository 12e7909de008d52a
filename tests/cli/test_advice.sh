#!/bin/bash
# sparlab predict, advise and crossover: what the model says of one point.
source "$(dirname "$0")/expect.sh"

place=(-P 64 -N 25M --density 0.1%)
within_100() {
  awk 'length($0) > 100 { exit 1 }' out
}

# The prediction is that of engine model.
expect 0 -- predict -a ssar_split_allgather "${place[@]}" --explain
holds "the formula in symbols" grep -q "split = 63 alpha + .* B beta" out
holds "the formula in numbers" grep -q "= 63 x 1.00 us + " out
holds "the published formula" grep -q "^published: " out
holds "lines of at most 100 characters" within_100
expect 0 -- predict -a ssar_split_allgather "${place[@]}" --format json
predicted=$(sed -n 's/^  "time_s": \(.*\),$/\1/p' out)
expect 0 -- run -a ssar_split_allgather "${place[@]}" --engines model --format jsonl --output ran \
  -j 1e0
holds "the same time as a run" grep -qF "\"time_s\":$predicted" out
expect 0 -- predict -a dense_ring -P 1 -N 1k --density 1% --set input_form=dense --explain
holds "one rank takes no time" grep -q "^time = 0$" out
expect 0 -- platform show gige-8 --ranks 2^3
expect 2 "200e% is not a number or percentage" -- table ran --max-error 200e%
expect 2 "one algorithm" -- predict -a exact "${place[@]}"
expect 2 "did you mean" -- predict -a ssar_split_allgater "${place[@]}"
expect 2 "--algorithms" -- predict -a dense_mpi "${place[@]}"
expect 2 "-a" -- predict "${place[@]}"
expect 2 "-P" "one P" -- predict -a dense_ring -P 2,4 -N 1k --density 1%
expect 2 "--density 200%" "100%" -- predict -a dense_ring -P 2 -N 1k --density 200%
expect 2 "-P 9" "at most 8" -- predict -a dense_ring -P 9 -N 1k --density 1% --platform gige-8

expect 0 -- explain ssar_recursive_double -P 8 -N 1M --density 1%
holds "three rounds of eight messages" test "$(grep -c '^round [123]: 8 messages, ' out)" = 3
holds "all messages" test "$(grep -c '^  rank .* -> rank .*B, recursive_doubling$' out)" = 24
expect 0 -- explain ssar_recursive_double -P 32
holds "an example of each round" test "$(grep -c '^  for example rank 0 -> ' out)" = 5
expect 0 -- explain hierarchical -P 8 --format json
holds "the messages as JSON" grep -q '"phase": "broadcast"' out
expect 2 "-P" "at most 64 ranks" -- explain dense_ring -P 128 --output picture
expect 2 "-P" "at most 256 ranks" -- explain dense_ring -P 300
expect 2 "one algorithm" -- explain exact -P 4

expect 0 -- advise "${place[@]}"
holds "a choice" grep -q "^use  *[a-z]" out
holds "what sparlab_auto chooses" grep -q "^sparlab_auto chooses [a-z]" out
holds "the dense baseline" grep -q "^dense  *dense_" out
holds "crossovers" grep -q "^in density  *[a-z].* from .* % down; [a-z].* from .* %" out
holds "what refuses" grep -q "^refused  *dense_mpi: " out
holds "lines of at most 100 characters" within_100
expect 0 -- advise "${place[@]}" --format json
holds "JSON with the choice" grep -q '"use": "' out
expect 0 -- advise -P 8 -N 1M --density 0.1% --platform gige-8 --confirm simgrid
holds "what the engine says" grep -Eq "^simgrid (confirms|contradicts) the choice" out
holds "uncertain numbers" grep -q "^if alpha  *x 0.6: .*; x 2.4: " out
expect 0 -- advise --workload resnet20 -P 8 --density 1% --platform gige-8
holds "an algorithm and a schedule" grep -Eq "^use  *[a-z_]*, (blocking|layers|by-size|buckets of)" out
holds "the dense step" grep -q "^dense  *dense_.* the time" out
holds "loggp says so too" grep -Eq "^loggp (confirms|contradicts) the choice" out
holds "lines of at most 100 characters" within_100
expect 0 -- advise --workload resnet20 -P 8 --density 1% --platform gige-8 --format json
holds "JSON with the schedule" grep -q '"schedule": "' out
expect 2 "-N" "--workload" -- advise --workload resnet20 -P 8 -N 1M --density 1%
expect 2 "resnet20" -- advise --workload resnet21 -P 8
expect 2 "no exact algorithm" -- advise --workload resnet20 -P 8 -a gtopk
expect 2 "--confirm" "loggp" -- advise "${place[@]}" --confirm mpi
expect 2 "-P: 1;" "at least 2" -- advise -P 1 -N 1k --density 1%
expect 2 "no exact algorithm" -- advise "${place[@]}" -a gtopk
sed 's/"15 to 60 us"/"not stated"/; s/"name": "gige-8"/"name": "vague"/' \
  "$source_dir/platforms/gige-8.json" >vague.json
expect 0 -- advise -P 8 -N 1M --density 1% --platform ./vague.json
holds "what was assumed" grep -q '^assumed  *alpha: factor 1.5 is assumed; the file says "not stated"' out
grep -v '"merge"' "$source_dir/platforms/gige-8.json" | sed 's/gige-8/bare/' >bare.json
expect 2 "bare.json" "gamma.merge" -- advise -P 8 -N 1M --density 1% --platform ./bare.json

# An input file: svmlight, by its content.
printf '1 1:1 5:1\n-1 2:1 5:1\n1 3:1 9:1\n-1 4:1 7:1\n' >data.svm
expect 0 -- advise -P 2 --input data.svm --set input.batch=2
holds "only P is free" grep -q "^in P  *no change" out
holds "the data fix the density" bash -c '! grep -q "^in density" out'
# A recording of three workers.
printf '1 2 9\n3 4\n2 5 6\n' >lists.txt
expect 0 -- convert lists.txt lists.tkg -N 10
expect 0 -- advise -P 8 --input lists.tkg
holds "what is extrapolated" grep -q "^P = 8: extrapolated, the input has data for 3 ranks" out
expect 0 -- predict -a oktopk -P 8 --input lists.tkg
holds "what is extrapolated" grep -q "^P = 8: extrapolated, the input has data for 3 ranks" out
expect 0 -- crossover sparse dense --in P --input lists.tkg --to 16
holds "what is extrapolated" grep -q "^P above 3: extrapolated" out
expect 0 -- advise -P 2 --input lists.txt
holds "lists are an input, too" grep -q "P = 2, N = 10" out
expect 2 "nowhere.tkg" -- advise -P 2 --input nowhere.tkg

expect 0 -- crossover sparse dense --in density -P 16 -N 1M --set input_form=dense
holds "sparse is faster first" grep -q "^  .*: sparse is faster" out
holds "dense is faster last" grep -q "100 %: dense is faster" out
expect 0 -- crossover ssar_split_allgather dense_ring --in P -N 1M --density 1% --to 64 --format json
holds "JSON with the axis" grep -q '"in": "P"' out
expect 0 -- crossover ssar_split_allgather dense_ring --in N -P 8 --density 10%
expect 2 "another algorithm" -- crossover dense_ring dense_ring --in density -P 8 -N 1k
expect 2 "--in" -- crossover dense_ring sparse_ring -P 8 -N 1k
expect 2 "-N" "--from and --to" -- crossover dense_ring sparse_ring --in N -P 8 -N 1k --density 1%
expect 2 "--from" -- crossover dense_ring sparse_ring --in density -P 8 -N 1k --from 2% --to 1%
expect 2 "--to" "at most 8" -- \
  crossover dense_ring sparse_ring --in P -N 1k --density 1% --platform gige-8 --to 9
