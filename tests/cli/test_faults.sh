#!/bin/bash
# Every write, fsync, rename, fork and similar call of a sweep fails once. No record may be lost,
# one message must give the reason, the exit code must indicate the failure, and the same command
# must then complete the sweep.
source "$(dirname "$0")/expect.sh"

faults=$3
unset LD_PRELOAD
readonly roles=(main worker rank)
readonly calls=(write fsync rename fork open mkdir mkdtemp tmpfile pipe2 ftruncate)

# With one density no figure is drawn. One worker at a time makes the order of calls deterministic.
on_gige=(-P 2 -N 1000 --density 0.1 --platform gige-8 -j 1 -o o)
sweep=(run -a dense_ring,ssar_split_allgather "${on_gige[@]}")
engines=model,loggp
if "$sparlab" "${sweep[@]}" --engines simgrid >out 2>err; then
  engines=$engines,simgrid
else
  holds "only SimGrid may be missing" grep -q "without SimGrid" err
fi

# lines_of FILES: what they have, compressed or not, even if the last bytes are missing.
lines_of() { gzip -cdfq -- "$@" 2>/dev/null || true; }
ids_of() { lines_of "$1"/records.jsonl* | grep -o '"id":"[0-9a-f]*"' | sort -u; }
is_complete() { [[ -z $(comm -23 "$work/all_ids" <(ids_of o)) ]]; }

# run_with WISH ARGUMENTS...: the program with the library of faults; counts go to the file `state`.
run_with() {
  local wish=$1
  shift
  head -c 120 /dev/zero >state
  SPARLAB_FAULTS_STATE=$PWD/state SPARLAB_FAULTS=$wish LD_PRELOAD=$faults \
    "$sparlab" "$@" >out 2>err
}

before=$work/before
begin_with_before() {
  rm -rf o
  if [[ -d $before ]]; then cp -r "$before" o; fi
}

# check_fault WISH TEXT: runs from the folder `before` to `o` with one fault, whose reason is TEXT,
# then runs again without it. Prints the exit code of the first run.
check_fault() {
  local wish=$1 text=$2 code=0 messages line
  begin_with_before
  run_with "$wish" "${arguments[@]}" || code=$?
  messages=$(grep -cF "$text" err) || true
  case $code in
    0) [[ $messages == 0 ]] || fail "$wish: exit code 0 with a message" ;;
    3 | 4) [[ $messages == 1 ]] || fail "$wish: $messages messages with \"$text\"" ;;
    *) fail "$wish: exit code $code" ;;
  esac
  # Stored lines remain: as records, in the file that --fresh renamed, or set aside.
  if [[ -d $before ]]; then
    lines_of o/records* >kept
    while IFS= read -r line; do
      grep -qxF -- "$line" kept || fail "$wish: lost a line"
    done < <(lines_of "$before"/records.jsonl*)
  fi
  # A run that reports success has all records.
  [[ $code != 0 ]] || is_complete || fail "$wish: exit code 0 without all records"
  expect 0 " 0 failed" -- "${again[@]}"
  is_complete || fail "$wish: the next run does not complete the sweep"
  if [[ -e o/records.damaged ]]; then
    ! grep -qvx garbage o/records.damaged || fail "$wish: a torn line"
  fi
  echo "$code"
}

# begin_fault WISH TEXT: starts check_fault in a separate folder, concurrently with others.
at_once=$(nproc)
begin_fault() {
  local folder=$work/faults/${#checks[@]}
  if ((${#checks[@]} - ended == at_once)); then end_fault; fi
  mkdir -p "$folder"
  (cd "$folder" && check_fault "$@" >code) &
  checks+=($!)
}

# A failed check has printed the reason; waits for the others, since their folders are removed with
# the test.
end_fault() {
  if ! wait "${checks[ended]}"; then
    wait
    exit 1
  fi
  ended=$((ended + 1))
}

# all_faults: lets each call of the run fail once; from an empty folder, writes with each error.
all_faults() {
  local counts role call count n ended=0 checks=()
  rm -rf faults
  begin_with_before
  run_with "" "${arguments[@]}" || fail "${arguments[*]}: exit code $? without faults"
  ids_of o >all_ids
  read -r -a counts <<<"$(od -An -v -tu4 -w120 state)"
  for role in "${!roles[@]}"; do
    for call in "${!calls[@]}"; do
      count=${counts[role * ${#calls[@]} + call]}
      for ((n = 1; n <= count; n++)); do
        case ${calls[call]} in
          fork) begin_fault "${roles[role]}.fork:$n:EAGAIN" "temporarily unavailable" ;;
          pipe2) begin_fault "${roles[role]}.pipe2:$n:EMFILE" "Too many open files" ;;
          write | fsync | rename)
            begin_fault "${roles[role]}.${calls[call]}:$n:ENOSPC" "No space left"
            if [[ ! -d $before ]]; then
              begin_fault "${roles[role]}.${calls[call]}:$n:EIO" "Input/output error"
            fi
            ;;
          *) begin_fault "${roles[role]}.${calls[call]}:$n:ENOSPC" "No space left" ;;
        esac
      done
    done
  done
  while ((ended < ${#checks[@]})); do end_fault; done
  printf '%s: %d faults; how often each exit code:%s\n' "${arguments[*]}" "${#checks[@]}" \
    "$(cat faults/*/code | sort | uniq -c | tr -s ' \n' ' ')"
}

# From an empty folder, one point on each engine.
arguments=(run -a dense_ring "${on_gige[@]}" --engines "$engines")
again=("${arguments[@]}")
all_faults

# From a folder with a record and a damaged line, which is set aside.
arguments=("${sweep[@]}" --engines model)
again=("${arguments[@]}")
mkdir before
"$sparlab" records o >all_records
{ echo garbage; sed -n '/"engine":"model"/{p;q}' all_records; } >before/records.jsonl
all_faults

# With --fresh, which renames the old files.
cp o/records.jsonl.gz before/records.jsonl.gz
arguments+=(--fresh)
all_faults

# With a figure.
if command -v gnuplot >/dev/null; then
  arguments=(run -a dense_ring -P 2 -N 1000 --density 0.1,0.5 --engines model -o o)
  again=("${arguments[@]}")
  expect 0 "2 points done" -- "${arguments[@]}" --fresh
  cp o/records.jsonl.gz before/records.jsonl.gz
  all_faults
fi

# On mpi.
if command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]]; then
  arguments=("${sweep[@]}" --engines model,mpi --set repetitions.max=5
             --set repetitions.budget_s=0.1)
  again=("${arguments[@]}")
  expect 0 "2 points done" -- "${sweep[@]}" --engines model --fresh
  cp o/records.jsonl.gz before/records.jsonl.gz
  all_faults
fi
