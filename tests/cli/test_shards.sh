#!/bin/bash
# Shards that are killed again and again give the records of a run that nothing disturbed.
source "$(dirname "$0")/expect.sh"

sweep=(run -a dense_ring,ssar_split_allgather -P 52..101 -N 100k --density 1e-4:0.3:log10
       --platform alpha-beta --engines model,loggp --no-report)
expect 0 "2000 points done, 0 already there, 0 failed" -- "${sweep[@]}" -o whole
holds "no report was written" test ! -e whole/summary.csv

# size_of FOLDER: the bytes of its records. lines_of FOLDER: the records in whole lines.
size_of() { stat -c %s "$1/records.jsonl.gz" 2>/dev/null || echo 0; }
lines_of() { { gzip -cd "$1/records.jsonl.gz" 2>/dev/null || true; } | grep -c '^{"id".*}$' || true; }

# kill_a_run FOLDER SECONDS: kills a run of the shard after some time, or, if that is "stored", once it
# has stored something. A run that is quicker is not counted.
kill_a_run() {
  local folder=$1 after=$2 before pid
  before=$(size_of "$folder")
  "$sparlab" "${sweep[@]}" --shard "${folder#shard-}/2" -j 1 -o "$folder" >out 2>err &
  pid=$!
  if [[ $after != stored ]]; then
    sleep "$after"
  else
    for _ in {1..1500}; do
      if ! kill -0 "$pid" 2>/dev/null || (($(size_of "$folder") > before)); then break; fi
      sleep 0.005
    done
  fi
  if kill -KILL "$pid" 2>/dev/null; then kills=$((kills + 1)); fi
  wait "$pid" 2>/dev/null || true
}

# Kills each shard 25 times while it works, and lets it end only at last. Runs are killed while they
# start, compute and write.
kills=0
early=0
for shard in 1 2; do
  folder=shard-$shard
  for ((round = 1; kills < 25 * shard && round <= 100; ++round)); do
    stored=$(lines_of "$folder")
    if ((stored >= 1000)); then  # a late kill found all points done: half of them are left
      { gzip -cd "$folder/records.jsonl.gz" 2>/dev/null || true; } | sed -n 1,500p | gzip -c >half
      mv half "$folder/records.jsonl.gz"
      stored=$(lines_of "$folder")
    fi
    if ((round % 5 == 0)); then after=stored; else after=0.0$((2 * round % 9 + 1)); fi
    kill_a_run "$folder" "$after"
    holds "no record that was stored is lost" test "$(lines_of "$folder")" -ge "$stored"
    if (($(lines_of "$folder") < 1000)); then early=$((early + 1)); fi
  done
  holds "a killed shard has some records" test "$(count_records "$folder")" -ge 1
  expect 0 " 0 failed" -- "${sweep[@]}" --shard "$shard/2" -o "$folder"
  holds "a shard has half of the records" test "$(count_records "$folder")" == 1000
done
holds "shards were killed 50 times" test "$kills" == 50
holds "most of these had work left" test "$early" -ge 30

# without_times FOLDER: its records without the times of the host, sorted.
without_times() {
  "$sparlab" records "$1" |
    sed 's/"started":"[^"]*"//; s/"wall_s":[^,]*//; s/"crc32":.*//' | sort
}
expect 0 "2000 records in ab" "0 points failed" -- merge ab shard-1 shard-2
expect 0 -- merge ba shard-2 shard-1
holds "the order of the inputs does not matter" cmp ab/records.jsonl.gz ba/records.jsonl.gz
cp ab/records.jsonl.gz once
expect 0 "2000 records in ab" -- merge ab shard-2 ab
holds "merging again changes nothing" cmp ab/records.jsonl.gz once
without_times whole >expected
without_times ab >merged
holds "the records are those of an undisturbed run" cmp expected merged
cat shard-1/records.jsonl.gz shard-2/records.jsonl.gz >once
mkdir joined && mv once joined/records.jsonl.gz
without_times joined >merged
holds "files may be joined by cat" cmp expected merged
expect 0 "0 points done, 2000 already there" -- "${sweep[@]}" -o ab

# A record runs again, with the same result.
id=$(gzip -cd ab/records.jsonl.gz | sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' | tail -n 1)
expect 0 -- rerun ab "${id:0:12}"
holds "the result is the same" grep -q "all results are the same" out
change_record whole 1 's/"time_s":[^,]*/"time_s":1/'
id=$(head -n 1 whole/records.jsonl | grep -o '"id":"[0-9a-f]*"' | cut -d '"' -f 4)
expect 1 -- rerun whole "$id"
holds "a changed result is named" grep -q '^time_s *1\.0 ' out
expect 2 'no record whose id begins with "zz"' -- rerun ab zz

# Failures are remembered, and may be run alone.
failing=(run -a dense_ring -P 2,4,1536 -N 1M --density 0.01 --platform alpha-beta --engines loggp
         --no-report -o failing)
expect 3 "1 failed" -- "${failing[@]}" -j 1 --point-timeout 1
holds "the failure is logged" grep -q '"reason":"stopped after its time limit' failing/failures.jsonl
expect 0 "1 points done" "0 failed" -- "${failing[@]}" --retry-failed
holds "the log is empty now" test ! -e failing/failures.jsonl

# Points above the budget are left out, or predicted instead.
costly=(run -a ssar_split_allgather -P 4,1024 -N 1M --density 0.001 --platform piz-daint
        --engines simgrid --point-budget 5 --no-report)
expect 2 "MB of memory available: 1" "--over-budget" -- "${costly[@]}" -o costly
expect 0 "1 points above the budget run on engine model instead" "2 points done" -- \
  "${costly[@]}" --over-budget model -o predicted
holds "by the model" recorded predicted '"P":1024.*"engine":"model"'
expect 0 "1 points above the budget are left out" "1 points done" -- \
  "${costly[@]}" --over-budget leave-out -o less
holds "the reason is logged" grep -q '"reason":"left out: predicted' less/failures.jsonl
expect 0 -- report less
holds "the reason is on the page" grep -q '<td>left out: predicted' less/report.html
# Merged, the point is left out, and no failure; one that failed is.
expect 0 "0 points failed, 1 left out before the run" -- merge less-merged less
expect 3 "1 failed" -- "${failing[@]/%failing/failing-part}" -j 1 --point-timeout 1
expect 3 "1 points failed, 1 left out before the run" -- merge both-merged less failing-part
# A refused run tells the page of results that are there already.
run=(run -a ssar_split_allgather -N 1M --density 0.001 --platform piz-daint --engines simgrid
     --point-budget 5 --no-report -o refused)
expect 2 "MB of memory available: 1" -- "${run[@]}" -P 1024
holds "a refused run leaves no log where no results are" test ! -e refused/failures.jsonl
expect 0 -- "${run[@]}" -P 4
expect 2 "MB of memory available: 1" -- "${run[@]}" -P 4,1024
expect 0 -- report refused
holds "the refused point is on the page" grep -q \
  '<td>left out before the run</td><td>1</td><td>refused: predicted' refused/report.html

expect 2 "--shard" '"3/2"' "I/N" -- "${sweep[@]}" --shard 3/2 -o none
expect 2 "no records.jsonl" -- merge none empty
holds "nothing was written" test ! -e none
