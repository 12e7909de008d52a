#!/bin/bash
# Tables of a run: on the terminal, as Markdown and as CSV; and whether Python, pandas and R read the
# numbers of summary.csv as numbers.
source "$(dirname "$0")/expect.sh"

expect 0 -- run -a dense_ring,sparse_ring,ssar_split_allgather,oktopk -P 2,4 -N 1M \
  --density 0.001,0.01,0.5 --engines model,loggp --platform gige-8 -o results
holds "the answer has at most ten lines" test "$(wc -l <out)" -le 10
holds "of what is fastest" grep -q '^  quick, platform gige-8, P = 2, N = 1M: loggp: ' out
holds "of the gain, and of the agreement" grep -q 'best sparse over best dense: .*x to .*x; .*engines agree on the winner' out
expect 0 -- table results
holds "what wins where comes first" grep -q '^What wins where' <(head -n 2 out)
holds "the legend comes last" test "$(grep -n '^Legend' out | cut -d : -f 1)" -gt "$(grep -n 'GB/s$' out |
  tail -n 1 | cut -d : -f 1)"
holds "points have time, ratio and bandwidth" grep -q 'time ratio  GB/s' out
holds "equal times share a line" grep -qE '^  (all|the other) [0-9]+ algorithms +1\.000$' out
cp out printed

expect 0 -- table results --top 1
holds "--top leaves out others" test "$(wc -l <out)" -lt "$(wc -l <printed)"
expect 0 -- table results --format markdown
holds "Markdown has tables" grep -q '^| --- |' out
expect 0 -- table results --format csv
cp out points.csv
holds "a line for each point and engine" test "$(wc -l <points.csv)" == 49
expect 0 -- table results --format jsonl
holds "an object for each line of the CSV" test "$(wc -l <out)" == 48
expect 0 -- table results --format latex
holds "LaTeX has tables" grep -q '^.begin{tabular}{ll' out
expect 0 -- table results --format csv --top 1
holds "the best, the best dense and the best approximate" test "$(wc -l <out)" -lt 38
expect 2 "--top" -- table results --top 0
expect 2 -- table results --format json
holds "the accepted formats are named" grep -q 'csv,jsonl,latex,markdown,text' out
expect 2 "no records" -- table .
expect 0 -- table results --pivot algorithm -P 4 --engines loggp --density 0.01 -a dense_ring,sparse_ring
holds "one row" grep -Eq '^  [0-9.]+ ms +[0-9.]+ (ms|us) \*$' out
expect 0 -- table results --pivot P --format csv
holds "a column for each P" grep -q ',P 2 time_s,P 4 time_s$' out
expect 2 "-P: 3" "what the records have: 2, 4" -- table results -P 3
expect 2 "--algorithms: kylix" "oktopk" -- table results -a kylix

# Platforms as an axis, and a changed one.
expect 0 -- run -a dense_ring,sparse_ring -P 4 -N 1M --density 0.01,0.1 --engines model \
  --platform gige-8,ideal --what-if bandwidth=x2 -o platforms
holds "a part for each platform" test "$(grep -c '^  quick, platform ' out)" == 4
expect 0 -- table platforms --pivot platform
holds "a column for each" grep -q 'gige-8  *gige-8:bandwidth=x2  *ideal  *ideal:bandwidth=x2$' out
expect 2 "--platform" "bandwidth=x2.5" -- run -a dense_ring -P 4 -N 1M --density 0.1 --platform gige-8:speed=x2

# Measurements, whose intervals the others lack, where MPI runs.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
expect 0 -- run -a dense_ring,sparse_ring -P 2 -N 1000 --density 0.1 --engines model,mpi -o measured
cp results/summary.csv simulated.csv
cp measured/summary.csv measured.csv

# reads COMMAND...: a reader gives each column the kind that read_csv.py requires.
reads() {
  local file
  for file in simulated.csv measured.csv points.csv; do
    python3 "$source_dir/tests/tables/read_csv.py" "$file" >wanted 2>err || fail "$file: $(cat err)"
    "$@" "$file" 2>err | sed 's/ *$//' >out || fail "$* $file"
    cmp -s wanted out || fail "$* $file: $(diff wanted out)"
  done
}

if ! command -v python3 >/dev/null; then
  echo "skipped: no python3 to read the tables"
  exit 0
fi
reads python3 "$source_dir/tests/tables/read_csv.py"
for column in time_s input payload machine formats host; do
  holds "column $column" grep -q "^$column " <(python3 "$source_dir/tests/tables/read_csv.py" simulated.csv)
done
# Debian's pandas belongs to Debian's Python.
python=$(for one in python3 /usr/bin/python3; do
  if "$one" -c 'import pandas' 2>/dev/null; then echo "$one"; break; fi
done)
if [[ -n $python ]]; then
  reads "$python" "$source_dir/tests/tables/read_pandas.py"
else
  echo "skipped: no pandas (Debian: apt-get install python3-pandas)"
fi
if command -v Rscript >/dev/null; then
  reads Rscript --vanilla "$source_dir/tests/tables/read_r.R"
else
  echo "skipped: no R (Debian: apt-get install r-base-core)"
fi
