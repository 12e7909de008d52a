#!/bin/bash
# If the machine lacks something, the exit code is 4, and finished records are kept.
source "$(dirname "$0")/expect.sh"

quick=(run -a dense_ring -N 1e3 --density 0.1)

expect 4 "/proc/none" -- "${quick[@]}" -P 2 -o /proc/none

# Without mpirun the other engines still run.
mkdir -p bin
for tool in bash sed gnuplot; do
  if path=$(command -v "$tool"); then ln -s "$path" "bin/$tool"; fi
done
actual=0
PATH=$work/bin "$sparlab" "${quick[@]}" --engines model,mpi -P 2,4 -o no_mpi >out 2>err || actual=$?
holds "exit code 4 without mpirun" test "$actual" == 4
holds "mpirun is named once" test "$(grep -c "mpirun, which is not in PATH" err)" == 1
holds "the model's record is there" zgrep -q '"engine":"model"' no_mpi/records.jsonl.gz

# If local cannot be measured, only the algorithms that choose by it on mpi fail. A plan does not
# measure.
mkdir -p home
for flags in "" --dry-run; do
  actual=0
  HOME=$work/home PATH=$work/bin "$sparlab" run -a sparlab_auto,dense_ring -N 1e3 --density 0.1 \
    -P 2 --engines model,mpi -o no_local $flags >out 2>err || actual=$?
  holds "exit code of a run without local $flags" test "$actual" == "$([[ $flags ]] && echo 0 || echo 4)"
done
holds "a dry run measures nothing" test "$(grep -c "measuring this machine" err)" == 0
holds "the model's records are there" test "$(count_records no_local '"engine":"model"')" -ge 2

# Without gnuplot a run keeps all measurements and only warns; `plot` exits with code 4.
rm bin/gnuplot
without_gnuplot() {
  actual=0
  PATH=$work/bin "$sparlab" "$@" >out 2>err || actual=$?
}
without_gnuplot run -a dense_ring -N 1e3 --density 0.1,0.5 -P 2 --engines model -o no_gnuplot
holds "exit code 0 of run without gnuplot" test "$actual" == 0
holds "run warns that gnuplot is missing" grep -q "warning: figures need gnuplot" err
holds "the summary is there" grep -q dense_ring no_gnuplot/summary.csv
without_gnuplot plot no_gnuplot
holds "exit code 4 of plot without gnuplot" test "$actual" == 4
holds "plot says that gnuplot is missing" grep -q "sparlab: figures need gnuplot" err
holds "the table is printed all the same" grep -q "^What wins where" out

# Output that cannot be written is an error.
actual=0
"$sparlab" list engines >/dev/full 2>err || actual=$?
holds "exit code 4 when stdout is full" test "$actual" == 4
holds "stdout is named" grep -q "standard output" err

# exits CODE COMMAND...: the command must exit with CODE. Its streams may be closed.
exits() {
  local code=$1 actual=0
  shift
  "$@" || actual=$?
  [[ $actual == "$code" ]] || fail "exit code $actual instead of $code: $*"
}

# A file does not get what is written to a closed stream, whose number it could have.
printing=("$sparlab" run -a dense_ring -P 2,4 -N 1e3 --density 0.1 --engines model,loggp -j 1)
exits 0 "${printing[@]}" -o closed_0 <&- >out 2>err
exits 4 "${printing[@]}" -o closed_1 >&- 2>err
holds "a closed stdout is named" grep -q "cannot write to standard output" err
exits 0 "${printing[@]}" -o closed_2 >out 2>&-
exits 4 "${printing[@]}" -o closed_all <&- >&- 2>&-
for folder in closed_*; do
  holds "$folder has its records" test "$(count_records "$folder")" == 4
  holds "$folder has nothing else in its records" test -z "$(gzip -cd "$folder/records.jsonl.gz" | grep -v '^{')"
  holds "$folder/.lock is empty" test ! -s "$folder/.lock"
done
exits 4 "$sparlab" list engines --format json >&- 2>err
holds "a closed stdout is named, not as JSON" grep -q "^sparlab: cannot write to standard output" err
worker=$(dirname "$sparlab")/sparlab-mpi-worker
if [[ -x $worker ]]; then
  exits 3 env OMPI_MCA_btl=self timeout 60 "$worker" <&- >&- 2>err
  holds "the worker's closed stdin is empty" grep -q "standard input of rank 0 is empty" err
fi

# Another run is writing to the folder, until it is killed. Its workers do not hold the folder.
"$sparlab" run -a dense_ring -P 2,1536 -N 1M --density 0.01 --platform alpha-beta --engines loggp \
  --no-report -o held >out 2>err &
first=$!
for _ in {1..1000}; do
  if [[ -s held/records.jsonl.gz ]]; then break; fi
  sleep 0.01
done
expect 4 "another run is writing to held" -- "${quick[@]}" -P 2 -o held
kill -KILL "$first"
wait "$first" 2>/dev/null || true
expect 0 -- "${quick[@]}" -P 2 -o held
