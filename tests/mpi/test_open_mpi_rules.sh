#!/bin/bash
# Usage: test_open_mpi_rules.sh SPARLAB SOURCE_DIR MPIEXEC
# Open MPI follows the rules that `sparlab platform export` writes: its component pml/monitoring counts the
# messages of rank 0. Exits with 77 where another MPI library runs, or one without the component.
source "$(dirname "$0")/../cli/expect.sh"
readonly mpiexec=$3

[[ $("$mpiexec" --version) == *open-mpi.org* && $(ompi_info) == *"pml: monitoring"* ]] || exit 77
mpicc -std=c99 "$source_dir/tests/mpi/allreduce.c" -o allreduce

# sends RANKS BYTES: prints "PEER:MESSAGES ..." of rank 0 in one MPI_Allreduce.
sends() {
  rm -f monitored.*
  "$mpiexec" -n "$1" --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename rules.conf \
    --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename monitored \
    ./allreduce "$2" >out 2>err || fail "mpirun"
  awk '$1 == "I" { printf "%s%s:%s", separator, $3, $6; separator = " " }' monitored.0.prof
}

# follows RANKS NUMBER BEFORE AFTER: a rule of this platform for so many ranks has this algorithm, and
# rank 0 sends BEFORE one value below its size, and AFTER from it on.
follows() {
  local from
  from=$(awk -v ranks="$1" -v number="$2" \
    '/# ranks/ { here = $1 == ranks } here && $2 == number && $3 == 0 { print $1; exit }' rules.conf)
  [[ ${from:-0} -gt 4 ]] || fail "no rule for $1 ranks has algorithm $2"
  [[ $(sends "$1" $((from - 4))) == "$3" ]] || fail "$1 ranks, below $from B: $(sends "$1" $((from - 4)))"
  [[ $(sends "$1" "$from") == "$4" ]] || fail "$1 ranks, $from B: $(sends "$1" "$from")"
}

expect 0 -- platform export alpha-beta -P 3,4
mv out rules.conf
# Recursive doubling sends all to each partner, once. Rabenseifner's algorithm sends twice to each.
follows 4 6 "1:1 2:1" "1:2 2:2"
# Three ranks: rank 0 gives its input to rank 1, or sends 2 (P - 1) messages along the ring.
follows 3 4 "1:1" "1:4"
# A rule that the library would not choose by itself.
sed -i 's/^0 3 0 0/0 4 0 0/' rules.conf
[[ $(sends 4 400) == "1:6" ]] || fail "a ring for short messages"
