#!/bin/bash
# What the machine lacks gives exit code 4, and never costs finished records.
source "$(dirname "$0")/expect.sh"

quick=(run -a dense_ring -P 2 -N 1e3 --density 0.1)

expect 4 "/proc/none" -- "${quick[@]}" -o /proc/none

# Without mpirun the other engines still run.
mkdir -p bin
for tool in bash sed gnuplot; do
  if path=$(command -v "$tool"); then ln -s "$path" "bin/$tool"; fi
done
actual=0
PATH=$work/bin "$sparlab" "${quick[@]}" --engines model,mpi -o no_mpi >out 2>err || actual=$?
holds "exit code 4 without mpirun" test "$actual" == 4
holds "mpirun is named" grep -q "mpirun, which is not in PATH" err
holds "the model's record is there" grep -q '"engine":"model"' no_mpi/records.jsonl

# A folder of another run that is still writing.
expect 0 -- "${quick[@]}" -o held
exec {lock}>held/.lock
flock "$lock"
expect 4 "another run is writing to held" -- "${quick[@]}" -o held
