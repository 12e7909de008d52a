#!/bin/bash
# Experiments as tasks: of a shell script, and of Slurm, which is started on this machine if it is
# installed and the user is root.
source "$(dirname "$0")/expect.sh"

touch_attack='$(touch hacked)'
cat >experiment.json <<EOF
{"name": "e", "title": "it's $touch_attack; touch hacked",
 "sweeps": [{"label": "s", "engines": ["model", "loggp"], "platform": "ideal",
             "algorithms": ["dense_ring", "ssar_split_allgather"],
             "P": [4, 8], "N": [1000], "density": [0.01, 0.1]}]}
EOF

# Bad command lines and profiles.
expect 2 "--scheduler" -- submit experiment.json -o s
expect 2 "slurm" "script" -- submit experiment.json --scheduler pbs -o s
echo '{"partition": "a; touch hacked"}' >bad.json
expect 2 "bad.json: partition" "letters" -- submit experiment.json --scheduler slurm --site bad.json -o s
echo '{"launcher": "srun -n 2"}' >bad.json
expect 2 "bad.json: launcher" -- submit experiment.json --scheduler slurm --site bad.json -o s
echo '{"walltime": 60}' >bad.json
expect 2 "walltime" "time_limit_minutes" -- submit experiment.json --scheduler script --site bad.json -o s
expect 2 "no submission.json" -- status .
holds "a refused submission writes nothing" test ! -e s

# A shard of a group, and of a plan that has changed.
expect 0 "16 points done" -- run experiment.json --shard simulated:1/1 --no-report -o silent
holds "no report was asked for" test ! -e silent/summary.csv -a ! -s out
expect 0 "0 points done" -- run experiment.json --shard measured-P2:1/1 --no-report -o none
expect 2 "other points than the experiment has" -- run experiment.json --shard simulated:1/1@0a -o none

# A shell script. Names of folders and experiments are no commands.
mkdir "it's $touch_attack"
folder="it's $touch_attack/out"
echo '{"task_minutes": 1, "environment": {"OMPI_MCA_sparlab_test": "it'"'"'s $(touch hacked)"}}' >site.json
expect 0 -- submit experiment.json --scheduler script --site site.json --set 'title=$(touch hacked)' -o "$folder"
holds "the scripts are named" grep -qF "run.sh" out
expect 2 "the folder has a submission" -- submit experiment.json --scheduler script -o "$folder"
expect 0 -- status "$folder"
holds "all points wait" grep -qE "^simulated +1 +16 +0 +0 +0 +16$" out
bash "$folder/run.sh" >out 2>err || fail "run.sh"
expect 0 -- status "$folder" --format json
holds "all points are done" grep -q '"done": 16' out
holds "no text was a command" test -z "$(find . -name hacked)"
holds "the tasks' records are joined" test -s "$folder/records.jsonl.gz"

# The same points as `run` has, and the same times.
expect 0 -- run experiment.json --set 'title=$(touch hacked)' -o direct
expect 0 -- compare "$folder/parts/simulated-1" --baseline direct --fail-on changed,missing
holds "all points are compared" grep -q "16 points in both; 16 same" out

# A task that fails says so.
expect 0 -- submit experiment.json --scheduler script -o broken
sed -i 's/ run experiment.json/ run absent.json/' broken/task.sh
bash broken/run.sh >out 2>err && fail "run.sh succeeded without an experiment"
expect 3 -- status broken
holds "the failed task is named" grep -q "task simulated-1: exit code 2, 16 points" out

# Slurm's scripts without Slurm.
expect 0 -- submit experiment.json --scheduler slurm --dry-run -o dry
for script in task merge submit; do holds "$script.sh is valid" bash -n "dry/$script.sh"; done

skip() {
  echo "skipped: Slurm: $1"
  exit 0
}
for program in slurmctld slurmd sbatch munged; do
  PATH=$PATH:/usr/sbin command -v $program >/dev/null || skip "$program is not installed"
done
((EUID == 0)) || skip "starting it needs root"
source "$source_dir/tests/cli/slurm_on_one_machine.sh"
start_slurm "$work/slurm" || skip "it does not start: $(tail -n 1 "$work/slurm"/*.log | tr '\n' ' ')"
trap 'stop_slurm; rm -rf "$work"' EXIT

with_ranks=()
if command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]] &&
  srun --mpi=list 2>&1 | grep -q pmix; then
  with_ranks=(--set 'sweeps.0.engines=["model","loggp","mpi"]' --set 'sweeps.0.repetitions={"max":5}' --set sweeps.0.P=2)
fi
cat >site.json <<'EOF'
{"partition": "all", "time_limit_minutes": 5, "task_minutes": 1, "processors_per_task": 2,
 "environment": {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                 "OMPI_MCA_mpi_yield_when_idle": "1"}}
EOF
expect 0 -- submit experiment.json --scheduler slurm --site site.json "${with_ranks[@]}" -o cluster
holds "the jobs have numbers" test "$(wc -l <cluster/jobs.txt)" -ge 2
wait_for_jobs() {
  for _ in {1..160}; do
    [[ -z $(squeue -h) ]] && return
    sleep 0.5
  done
}
wait_for_jobs
expect 0 -- status cluster --format json
tr -d ' \n' <out | grep -qE '"points":([0-9]+),.*"waiting":0' && ! grep -qE '"(failed|running)": [1-9]' out || {
  cat cluster/logs/* >>err
  fail "points are not done"
}
holds "the merge ran after the tasks" test -s cluster/records.jsonl.gz

# Before its time limit a task stores what it has and goes back to the queue; then it does the rest.
cat >longer.json <<'EOF'
{"name": "longer",
 "sweeps": [{"label": "s", "engines": ["loggp"], "payload": "data", "platform": "ideal",
             "algorithms": ["ssar_split_allgather"], "P": 32, "N": "256Ki",
             "density": {"from": 0.05, "to": 0.1, "points": 30, "scale": "log"}}]}
EOF
expect 0 -- submit longer.json --scheduler slurm --site site.json -o requeued
job=$(head -n 1 requeued/jobs.txt)
for _ in {1..300}; do
  [[ $(gzip -cd requeued/parts/simulated-1/records.jsonl.gz 2>/dev/null | wc -l) -gt 2 ]] && break
  sleep 0.1
done
scancel --batch --signal=USR1 "$job"  # as Slurm does before the limit
for _ in {1..100}; do
  [[ $(squeue -h -j "$job" -o %T) == PENDING ]] && break
  sleep 0.2
done
stored=$(count_records requeued/parts/simulated-1)
holds "the task waits with some of its points" \
  test "$(squeue -h -j "$job" -o %T)" == PENDING -a "$stored" -ge 1 -a "$stored" -lt 30
scontrol update "JobId=$job" StartTime=now  # Slurm waits two minutes before it starts a job again
wait_for_jobs
expect 0 -- status requeued
holds "all points are done" grep -qE "^simulated +1 +30 +30 +0 +0 +0$" out
holds "each has one record" test "$(count_records requeued/parts/simulated-1)" == 30
