#!/bin/bash
# Launchers: how the ranks of engine mpi are started, and what happens if they are not.
source "$(dirname "$0")/expect.sh"

quick=(run -a dense_ring -P 2 -N 1e3 --density 0.1 --engines mpi)
command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]] || exit 0
mpirun=(mpirun --oversubscribe --bind-to none)
if ((EUID == 0)); then mpirun+=(--allow-run-as-root); fi

# launcher NAME COMMAND [MEMBERS]: writes NAME.json; both are JSON.
launcher() { printf '{"command": %s%s}\n' "$2" "${3:+, $3}" >"$1.json"; }

# script NAME: writes an executable script from standard input.
script() {
  { echo '#!/bin/bash'; cat; } >"$1"
  chmod +x "$1"
}

# A launcher that prints on both outputs, before and after the results, and adds labels to them.
script noisy <<EOF
echo "fake launcher: \$1 ranks"
echo "warning" >&2
${mpirun[*]} -n "\$1" "\$2" | sed -u 's/^/0: /'
code=\${PIPESTATUS[0]}
printf 'no end of line'
exit \$code
EOF
launcher noisy '["./noisy", "{ranks}", "{worker}"]' \
  '"environment": {"SPARLAB_TEST_LABEL": "seven"}, "hosts": [{"name": "this", "processors": 64}]'
expect 0 "1 points done" -- "${quick[@]}" --launcher ./noisy.json -o of_noisy
for words in "\"mpi.launcher\":\"$work/noisy.json\"" '"mpi.launcher_hash":"' \
  '"mpi.env.SPARLAB_TEST_LABEL":"seven"' "\"mpi.hosts\":\"$(uname -n):2\"" \
  '"mpi.oversubscribed":"'; do
  holds "the record has $words" zgrep -qF -- "$words" of_noisy/records.jsonl.gz
done

# The same launcher keeps its records; those of another one, or of a changed one, are others.
expect 0 "0 points done, 1 already there" -- "${quick[@]}" --launcher ./noisy.json -o of_noisy
mkdir moved
cp noisy.json moved/
expect 0 "0 points done, 1 already there" -- "${quick[@]}" --launcher moved/noisy.json -o of_noisy
expect 0 "1 points done, 0 already there" -- "${quick[@]}" -o of_noisy
holds "two records" test "$(count_records of_noisy)" == 2
"$sparlab" plot of_noisy >out 2>err || true  # fails without gnuplot, after the tables
holds "tables keep them apart" grep -q "launcher noisy" out
sed -i 's/seven/eight/' noisy.json
expect 0 "1 points done, 0 already there" -- "${quick[@]}" --launcher ./noisy.json -o of_noisy

# The key of a sweep: a path from the folder of the experiment.
mkdir there
cp noisy.json there/own.json
cat >there/experiment.json <<'EOF'
{"name": "keyed", "sweeps": [{"label": "one", "engines": ["mpi"], "algorithms": ["dense_ring"],
  "P": 2, "N": 1000, "density": 0.1, "launcher": "own.json"}]}
EOF
expect 0 "1 points done" -- run there/experiment.json -o keyed
holds "the launcher of the sweep" zgrep -qF "$work/there/own.json" keyed/records.jsonl.gz
expect 0 "1 points done" -- run there/experiment.json --launcher local -o of_keyed_local
holds "the option replaces it" zgrep -qF '"mpi.launcher":"local"' of_keyed_local/records.jsonl.gz
expect 2 "launcher" "only with the engine mpi" -- run -a dense_ring -P 2 -N 1e3 --density 0.1 \
  --engines model --launcher ./noisy.json -o none

# Hosts for mpirun itself: this machine by its name, and a variable that all ranks get.
cat >hosts.json <<'EOF'
{"hosts": [{"name": "localhost", "processors": 64}], "arguments": ["--bind-to", "none"],
 "environment": {"SPARLAB_TEST_LABEL": "a b=c;d,e"}}
EOF
expect 0 "1 points done" -- "${quick[@]}" --launcher ./hosts.json -o hosts
holds "the host is named" zgrep -q -- '--host localhost:2 --map-by slot' hosts/records.jsonl.gz

# What does not start is one error that names the launcher and repeats what it said.
expect 2 'no launcher "locl"' 'did you mean "local"' -- "${quick[@]}" --launcher locl -o none
launcher missing '["no-such-program", "{ranks}", "{worker}"]'
expect 4 "launcher $work/missing.json needs the program no-such-program, which is not in PATH" -- \
  "${quick[@]}" --launcher ./missing.json -o none
script fails <<'EOF'
echo "no nodes left" >&2
exit 7
EOF
launcher fails '["./fails", "{ranks}", "{worker}"]'
expect 3 "launcher $work/fails.json (fails) ended with exit code 7: no nodes left" -- \
  "${quick[@]}" --launcher ./fails.json -o none
holds "one message" test "$(grep -c "no nodes left" err)" == 1
launcher nothing '["true", "{ranks}", "{worker}"]'
expect 3 "launcher $work/nothing.json (true) ended with exit code 0" -- \
  "${quick[@]}" --launcher ./nothing.json -o none
# One that starts no rank takes until the time limit of a point.
script endless <<<'exec sleep 600'
launcher endless '["./endless", "{ranks}", "{worker}"]'
SECONDS=0
expect 3 "launcher $work/endless.json (endless) did not start within 1.5 s" -- \
  "${quick[@]}" --launcher ./endless.json --point-timeout 1.5 -o none
holds "the time limit holds for the start" test "$SECONDS" -lt 15
launcher placeholder '["srun", "{rank}", "{worker}"]'
expect 2 'no placeholder "{rank}"' -- "${quick[@]}" --launcher ./placeholder.json -o none

# A launcher that starts each rank on its own, passes no input on, or no variables.
launcher alone '["env", "RANKS={ranks}", "{worker}"]'
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
  expect 3 "the launcher started 1 ranks instead of 2" -- \
  "${quick[@]}" --launcher ./alone.json -o none
script no_input <<EOF
exec ${mpirun[*]} -n "\$1" "\$2" </dev/null
EOF
launcher no_input '["./no_input", "{ranks}", "{worker}"]'
expect 3 "standard input of rank 0 is empty" -- "${quick[@]}" --launcher ./no_input.json -o none
script no_variables <<EOF
unset SPARLAB_TEST_LABEL
exec ${mpirun[*]} -n "\$1" "\$2"
EOF
launcher no_variables '["./no_variables", "{ranks}", "{worker}"]' \
  '"environment": {"SPARLAB_TEST_LABEL": "seven"}'
expect 3 'SPARLAB_TEST_LABEL is not set here instead of "seven"' -- \
  "${quick[@]}" --launcher ./no_variables.json -o none

# A launcher that changes results on the way.
script garbles <<EOF
${mpirun[*]} -n "\$1" "\$2" | sed 's/"time_s"/"time_S"/'
EOF
launcher garbles '["./garbles", "{ranks}", "{worker}"]'
expect 3 "of its results was changed on the way" -- "${quick[@]}" --launcher ./garbles.json -o none

# A calibration through a launcher needs a file of its own.
expect 2 "--output FILE" -- calibrate --launcher ./noisy.json
