#!/bin/bash
# Only the point that hangs or aborts fails, and a killed run leaves nothing behind.
source "$(dirname "$0")/expect.sh"

# child_of PID: waits for its first child and prints its process id.
child_of() {
  local children
  for _ in {1..2000}; do
    read -r -a children <"/proc/$1/task/$1/children" || true
    if ((${#children[@]} > 0)); then
      echo "${children[0]}"
      return
    fi
    sleep 0.02
  done
  fail "process $1 has no child"
}

# ends CODE WORDS...: the program in the background must exit with CODE and print all WORDS on
# stderr.
ends() {
  local code=$1 actual=0 word
  shift
  wait "$pid" || actual=$?
  [[ $actual == "$code" ]] || fail "exit code $actual instead of $code"
  for word in "$@"; do grep -qF -- "$word" err || fail "stderr lacks \"$word\""; done
}

wait_for_record() {
  for _ in {1..2000}; do
    if [[ -s $1/records.jsonl.gz ]]; then return; fi
    sleep 0.02
  done
  fail "no record in $1"
}

# computes PID: waits until the process has used 0.1 s of processor time. A worker that has is running a
# point; one that is stopped before its first point is one that does not start.
computes() {
  local -a stat
  for _ in {1..2000}; do
    read -r -a stat <"/proc/$1/stat" || fail "process $1 ended"
    if ((stat[13] >= 10)); then return; fi
    sleep 0.02
  done
  fail "process $1 computes nothing"
}

# The longest point runs first; only this one is stopped.
"$sparlab" run -a ssar_split_allgather -P 2,4,8,1536 -N 1M --density 0.01 --engines loggp -j 1 \
  --point-timeout 5 -o stopped >out 2>err &
pid=$!
worker=$(child_of "$pid")
computes "$worker"
kill -STOP "$worker"
ends 3 "loggp ssar_split_allgather P=1536" "stopped after its time limit of 5 s" "--point-timeout" \
  "3 points done, 0 already there, 1 failed"
expect 0 "1 points done, 3 already there" -- run -a ssar_split_allgather -P 2,4,8,1536 -N 1M \
  --density 0.01 --engines loggp -o stopped

command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]] || exit 0
# Many short points, so that there is time to stop a rank between the first and the last.
mpi=(run -a dense_ring,dense_recursive_doubling,ssar_recursive_double -P 2 -N 100k
     --density 0.001:0.1:log20 --engines mpi)

# A stopped rank takes until the time limit; its point is repeated once, and no other point fails.
"$sparlab" "${mpi[@]}" --point-timeout 10 -o ranks >out 2>err &
pid=$!
wait_for_record ranks
kill -STOP "$(child_of "$(child_of "$pid")")"
ends 0 "60 points done, 0 already there, 0 failed"

# A killed run leaves no rank and no folder behind (mpirun may leave its own).
mkdir tmp
TMPDIR=$work/tmp "$sparlab" "${mpi[@]}" -o killed >out 2>err &
pid=$!
wait_for_record killed
rank=$(child_of "$(child_of "$pid")")
kill -KILL "$pid"
wait "$pid" 2>/dev/null || true
for _ in {1..500}; do
  if [[ ! -e /proc/$rank ]]; then break; fi
  sleep 0.02
done
holds "the ranks of a killed run end" test ! -e "/proc/$rank"
holds "a killed run leaves no folder behind" test -z "$(compgen -G "tmp/sparlab-*")"
