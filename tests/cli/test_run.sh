#!/bin/bash
# Runs, resumes, restricts and lists.
source "$(dirname "$0")/expect.sh"

sweep=(run -a ssar_split_allgather,dense_ring -N 16M --density 1e-4:0.5:log3 --platform gige-8)
quick=("${sweep[@]}" -P 2:8:x2 --engines model,loggp)

expect 0 "36 points done, 0 already there, 0 failed" -- "${quick[@]}" -o o
holds "a record for each point" test "$(count_records o)" == 36
expect 0 "0 points done, 36 already there" -- "${quick[@]}" -o o
expect 0 "0 points done, 18 already there" "18 more records" "sparlab plot o" -- \
  "${sweep[@]}" -P 2:8:x2 --engines model -o o
holds "only what was asked is shown" test "$(grep -c loggp out o/summary.csv)" == $'out:0\no/summary.csv:0'
expect 0 -- plot o
holds "plot shows all" grep -q loggp out

# Records of another build are kept and reported.
change_record o 1 's/"commit":"[^"]*"/"commit":"another"/'
expect 0 "1 of the records kept come from another build" -- "${quick[@]}" -o o
expect 0 "12 points done, 0 already there" -- "${sweep[@]}" -P 2 -o o --fresh

# The default folder has the experiment's name; json and jsonl go to stdout, progress does not.
expect 0 "results/quick/records.jsonl" -- "${quick[@]}" --format jsonl
holds "one record a line" test "$(grep -c '^{.*}$' out)" == 36
expect 0 -- "${quick[@]}" --format json
holds "one JSON list" test "$(head -c 1 out)" == "["

# A dry run writes nothing; a predicted cost above the budget is refused unless forced.
expect 0 -- "${quick[@]}" --dry-run -o dry
holds "dry run prints the points" grep -q "36 points, predicted" out
holds "dry run writes nothing" test ! -e dry
costly=(run -a ssar_split_allgather -P 2048 -N 1M --density 0.001 --engines simgrid)
expect 2 "simgrid ssar_split_allgather P=2048" "--force" -- "${costly[@]}"
expect 2 "MB of memory available: 1" "--force" -- run -a dense_ring -P 2^17 -N 2^30 --density 0.1 \
  --engines loggp --payload data --point-budget 1e9 -o huge

expect 0 -- run -a dense_ring -P 2 -N 1e3 --density 0.1 --engines simgrid --platform gige-8 -o version
holds "the version of SimGrid is recorded" zgrep -q '"simgrid/version":"[0-9]' version/records.jsonl.gz

# Both engines that simulate links record the same bytes on them.
links=(run -a ssar_split_allgather -P 64 -N 64K --density 0.01 --platform piz-daint-small
  --link-statistics true)
expect 0 "2 points done" -- "${links[@]}" --engines loggp,simgrid --machine network --payload data \
  --no-report -o links
expect 0 -- records links
holds "two records have links" test "$(grep -c '"links":{' out)" == 2
holds "bytes of classes are the same" test \
  "$(grep -o '"bytes":[^,]*,"highest' out | sort | uniq -c | awk '$1 % 2' | wc -l)" == 0
holds "bytes between groups are the same" test \
  "$(grep -o '"group_bytes":[^]]*' out | uniq | wc -l)" == 1
expect 0 "2 points done" -- "${links[@]}" --engines loggp,simgrid --no-report -o beside
expect 0 -- records beside
holds "beside simgrid, an engine without links has none" test "$(grep -c '"links":{' out)" == 1
expect 2 "link-statistics" "the engine simgrid" -- "${links[@]}" --engines loggp -o none

# Axes in all notations, and suites by name.
expect 0 -- run -a dense_ring -P 1..6 -N 1K --density 0.1%,50% --engines model --dry-run
holds "1..6 ranks, two densities" grep -q "12 points" out
expect 0 -- run -a dense_ring -P 2 -N '25, 500' --density 0.1 --engines model --dry-run
holds "a list with blanks" grep -q "2 points" out
# Suites use platform local, which would be measured first.
mkdir -p .config/sparlab/platforms
sed 's/"name": "ideal"/"name": "local"/' "$source_dir/platforms/ideal.json" \
  >.config/sparlab/platforms/local.json
expect 0 -- run quickstart --engines model --dry-run
expect 0 -- run --help
holds "help says how axes are written" grep -q "FROM..TO" out
holds "help separates engines by commas" grep -q -- "--engines ENGINE,..." out

# A point that exceeds its platform is refused before anything runs.
expect 2 "at most 8" -- "${sweep[@]}" -P 16 -o none
holds "nothing was written" test ! -e none

expect 0 -- list algorithms --format json
holds "algorithms are listed" grep -q '"name": "ssar_recursive_double"' out
holds "approximate results are marked" grep -q '"result": "approximate"' out
expect 0 -- list algorithms kylix
holds "parameters are listed" grep -q '^degrees ' out
expect 0 "2 points done" -- run -a 'kylix(degrees=4x2),gtopk( k = 1Ki )' -P 8 -N 1M --density 0.01 \
  --engines loggp -o settings
holds "settings are recorded in one spelling" zgrep -q '"algorithm":"gtopk(k=1024)"' settings/records.jsonl.gz
holds "settings are in the summary" grep -q 'kylix(degrees=4x2)' settings/summary.csv

expect 0 -- list platforms
holds "platforms are listed" grep -q '^piz-daint ' out
printf '{' >.config/sparlab/platforms/broken.json
expect 0 -- list platforms
holds "an unusable platform is listed as such" grep -q 'broken.*unusable' out
expect 0 -- list suites
holds "suites are listed" grep -q '^quickstart ' out
expect 0 -- schema
holds "the schema is the file" cmp -s out "$source_dir/experiments/experiment.schema.json"
expect 0 -- env
holds "the commit is known" grep -q '^commit ' out
for suite in quickstart sparcml-figure3-daint sparcml-figure3-gige fill-in-figure7 literature-gige \
  literature-daint literature-local-mpi oktopk-bert; do
  expect 0 -- plan "$source_dir/experiments/suites/$suite.json"
done

# An interrupted run keeps its records and continues from there.
long=(run -a ssar_split_allgather -P 512 -N 1M --density 0.001:0.5:log40 --platform piz-daint
      -o long --force)
"$sparlab" "${long[@]}" --engines model,simgrid >out 2>err &
for _ in {1..100}; do
  if [[ -s long/records.jsonl.gz ]]; then break; fi
  sleep 0.1
done
kill -INT "$!" 2>/dev/null
actual=0
wait "$!" || actual=$?
holds "exit code 130 after SIGINT" test "$actual" == 130
kept=$(count_records long)
holds "records of an interrupted run stay" test "$kept" -ge 1
expect 0 "already there" -- "${long[@]}" --engines model
