#!/bin/bash
# Wrong input gives one message that says where, what and what is accepted, and exit code 2.
source "$(dirname "$0")/expect.sh"

# No text of a user or a file can control the terminal or forge a line.
expect 2 'no command "\u001b[31mx\nsparlab: done\u009b\xff"' -- $'\x1b[31mx\nsparlab: done\xc2\x9b\xff'
holds "one line of text alone" test "$(grep -c . err)" == 1

suite=$source_dir/experiments/suites/quickstart.json
quick=(run -a dense_ring -P 2 -N 1e3 --density 0.1 -o out_dir)

expect 2 "subcommand" --
expect 2 'no command "rnu"' 'did you mean "run"?' -- rnu
expect 2 "--bogus" -- run --bogus
expect 2 "nowhere.json" "no such readable file" -- run nowhere.json
expect 2 "sweeps.0.densty" 'did you mean "density"?' -- run "$suite" --set sweeps.0.densty=1
expect 2 "sweeps.0.density" "1.5" "[0, 1]" -- run "$suite" --set sweeps.0.density=1.5
expect 2 "sweeps.0.density" "a list of 1 to 100000 numbers" -- run "$suite" --set 'sweeps.0.density=[]'
expect 2 "sweeps.0.P" "from 1 to" -- run "$suite" --set sweeps.0.P=0
expect 2 "sweeps.0.P" "at most 8" "gige-8" -- run "$suite" --set sweeps.0.P=16
expect 2 "sweeps.0.N" "uint64" -- run "$suite" --set sweeps.0.N=2^33
expect 2 'did you mean "gige-8"?' -- run "$suite" --set sweeps.0.platform=gige8
expect 2 'did you mean "mpi"?' -- run "$suite" --engines mpii
expect 2 'did you mean "dense_ring"?' -- run "$suite" -a dense_rign
expect 2 "--algorithms" '"gtopk", which no sweep has' "dense_ring" -- run "$suite" -a dense_ring,gtopk
expect 2 "--engines" '"mpi", which no sweep has' "model, loggp, simgrid" -- \
  run "$source_dir/experiments/suites/literature-gige.json" --engines model,mpi
expect 2 "command line, --platform gige-8: " -- "${quick[@]}" --engines mpi \
  --platform gige-8
settings=(run -P 8 -N 1k --density 0.1)
expect 2 "command line, --algorithms dense_ring,oktopk(tau=0): tau = 0" \
  'tau = 0 in "oktopk(tau=0)"' "1 or more" -- "${settings[@]}" -a 'dense_ring,oktopk(tau=0)'
expect 2 'no parameter "windw"' 'did you mean "window"?' -- "${settings[@]}" -a 'oktopk(windw=3)'
expect 2 'k = 2048 in "gtopk(k=2048)" with P = 8, N = 1000' -- "${settings[@]}" -a 'gtopk(k=2048)'
expect 2 'degrees = 4x4' "product is P = 8" -- "${settings[@]}" -a 'kylix(degrees=4x4)'
expect 2 "window = 0" -- "${settings[@]}" -a 'oktopk(window=0)'
expect 2 "bits = 3" -- "${settings[@]}" -a 'dsar_split_allgather_qsgd(bits=3)'
expect 2 "block = 0" -- "${settings[@]}" -a 'omnireduce(block=0)'
expect 2 "--algorithms" "tau = 0" -- run "$suite" -a 'oktopk(tau=0)'
on_switches=("${settings[@]}" -a in_network)
expect 2 '"in_network" with machine hockney of engine loggp' "loggp with --machine network" -- \
  "${on_switches[@]}" --engines model,loggp --platform lumi
expect 2 '"in_network" with engine mpi' "engine model or simgrid" -- "${on_switches[@]}" --engines mpi
expect 2 "in_network" "an algorithm that programs can run" -- advise -a in_network -P 8 -N 1k --density 10%
expect 2 'no algorithm "oktopc"' 'did you mean "oktopk"?' -- list algorithms oktopc
expect 2 "/no/such.tkg" -- run "$source_dir/experiments/suites/real-gradients.json" \
  --set input.path=/no/such.tkg
expect 2 "input.path" "--set" -- run "$source_dir/experiments/suites/real-gradients.json"
expect 2 "command line, --platform gige8: sweeps.0.platform" -- run "$suite" --platform gige8
mkdir -p config/sparlab/platforms
echo '{"name": "local"}' >config/sparlab/platforms/local.json
XDG_CONFIG_HOME=$PWD/config expect 2 "local.json" "sparlab calibrate" -- "${quick[@]}" --platform local
expect 2 "command line, --set sweeps.0.P=16: sweeps.0.P" -- run "$suite" --set sweeps.0.P=16
expect 2 "--set repetitions.max=0" -- run "$suite" --set repetitions.max=0
expect 2 "algorithms, platforms, engines, suites" -- list
expect 0 -- plan "$suite" --engines mpi --set repetitions.max=9 --set repetitions.min=5
expect 2 "--density" "FROM:TO:logPOINTS" -- run -a dense_ring -P 2 -N 1e3 --density 0.1:0.5
expect 2 "-N: not given" "an axis" -- run -a dense_ring -P 2 --density 0.1
expect 2 "--density 0.1,nan" '"nan"' -- run -a dense_ring -P 2 -N 1e3 --density 0.1,nan
expect 2 "command line, -P 0: 0;" "from 1 to" -- run -a dense_ring -P 0 -N 1e3 --density 0.1
expect 2 "--seed" "-1" "0 to 9007199254740992" -- run "$suite" --seed -1
expect 2 "--format" "xml" "text" -- run "$suite" --format xml
expect 2 "--point-budget" -- run "$suite" --point-budget 0
expect 2 "sweeps.0.density" "a number in [0, 1], or a percentage" -- run "$suite" \
  --set 'sweeps.0.density="a"'

# An input that is almost right gives a message with the correct form.
expect 2 "-N" "25,500" "25500 for one number, or '25, 500'" -- run -a dense_ring -P 2 -N 25,500 \
  --density 0.1
expect 2 "loggp" 'no file and no suite' -- "${quick[@]}" --engines model loggp
expect 2 'did you mean "quickstart"?' -- run quickstar
expect 2 "-N 1..1M: points: 1000000;" "1 to 100000" -- run -a dense_ring -P 2 -N 1..1M --density 0.1
expect 2 "-P" "FROM..TO" -- run -a dense_ring -P 1.. -N 1k --density 0.1

# Empty texts and invalid numbers.
for empty in "-o" "--set" "--engines"; do expect 2 -- "${quick[@]}" "$empty" ""; done
expect 2 "an empty text" -- run ""
expect 2 "an empty text" -- plot ""
for number in nan inf -1 0 1e400 ""; do
  expect 2 "--point-budget" -- "${quick[@]}" --point-budget "$number"
  expect 2 "--point-timeout" -- "${quick[@]}" --point-timeout "$number"
  expect 2 "--jobs" -- "${quick[@]}" --jobs "$number"
done
expect 2 "--seed" -- "${quick[@]}" --seed 9007199254740993
expect 2 "--set seed=9007199254740993: 9007199254740993" -- "${quick[@]}" --set seed=9007199254740993
expect 2 "exponent: 8.5" "[0, 8]" -- "${quick[@]}" \
  --set 'input={"kind":"zipf","exponent":8.5}'
printf '{"name": "x", "sweeps": []}\0{}' >nul.json
expect 2 "nul.json: line 1, column 28" "the byte 0x00" -- run nul.json

# Long and deeply nested texts give one short message and do not overflow the stack.
repeated() { head -c "$2" /dev/zero | tr '\0' "$1"; }
for key in name label title N P platform engines.0 algorithms.0 value "$(repeated k 60000)"; do
  expect 2 "accepted" -- "${quick[@]}" --set "$key=$(repeated 1 60000)"
  holds "a short message for --set ${key:0:20}" test "$(wc -c <err)" -lt 4000
done
expect 2 "depth 33" -- "${quick[@]}" --set "title=$(repeated [ 60000)"
expect 2 "depth 33" -- "${quick[@]}" --input "$(repeated [ 60000)"
expect 2 "at most 32 keys" -- "${quick[@]}" --set "input$(repeated . 60000)=1"
expect 2 -- "${quick[@]}" --format "$(repeated x 60000)"
holds "a short usage message" test "$(wc -c <err)" -lt 4000
repeated [ 100000 >deep.json
expect 2 "deep.json: line 1, column 33: depth 33" -- run deep.json
expect 2 "deep.json: line 1, column 33: depth 33" -- "${quick[@]}" --platform ./deep.json

# Points are counted before they are created.
expect 2 "10000000000 points" "at most 1000000 points" -- run -a dense_ring -P 1..100000 \
  -N 1..100000 --density 0.1 --engines model

# All data files have the same limit for values.
printf '1 1:inf\n-1 2:1\n' >inf.svm
printf 'TKG1\1\0\0\0\4\0\0\0\1\0\0\0\2\0\0\0\0\0\300\177' >nan.tkg
data=(run -a sparse_ring --engines loggp --platform ideal --payload data -P 1)
expect 2 "inf.svm, line 1" "magnitude at most 1e30" -- "${data[@]}" \
  --input '{"kind":"svmlight","path":"inf.svm","batch":1}'
expect 2 "nan.tkg, byte 20: value nan" "magnitude at most 1e30" -- "${data[@]}" \
  --input '{"kind":"recording","path":"nan.tkg"}'

printf '1 1:1 7:1\n-1 2:1\n' >data.svm
expect 2 "sweeps.0.N: 6" "at least 7, the largest index in" "data.svm" -- \
  run "$source_dir/experiments/suites/real-gradients.json" --set P=2 --set N=6 \
  --set 'input={"kind":"svmlight","path":"data.svm","batch":1}'

printf '{\n  "name": "x",\n  "sweeps": [,]\n}\n' >syntax.json
expect 2 "syntax.json" "line 3, column 14" -- run syntax.json

printf '\177ELF' >binary.json
expect 2 "binary.json" "the byte 0x7f" -- run binary.json

# All mistakes of a file are told at once, whichever check finds them.
cat >mistakes.json <<'EOF'
{"name": "x", "sweeps": [
  {"label": "a", "densty": 1, "engines": ["logp"], "algorithms": "exact", "P": 0, "N": 9, "density": 0.1},
  {"label": "b", "engines": ["model"], "algorithms": "exact", "platform": "ideal", "P": 2, "N": 9, "density": 2}]}
EOF
expect 2 "sweeps.0.densty: an unknown key" "sweeps.0.engines.0" "sweeps.0.P" "sweeps.1.density" -- \
  run mistakes.json
cat >more.json <<'EOF'
{"name": "x", "sweeps": [
  {"label": "a", "engines": ["model"], "algorithms": ["kylx"], "platform": "ideal", "P": 2, "N": 9, "density": 0.1},
  {"label": "b", "engines": ["model"], "algorithms": "exact", "platform": "ideal", "P": 2, "N": 9, "density": 0.1, "payload": "data"}]}
EOF
expect 2 'sweeps.0.algorithms.0: no algorithm "kylx"' "sweeps.1.payload" -- run more.json
holds "each has a line" test "$(grep -c '^sparlab: ' err)" == 2

# Nothing ran, so no files were written.
holds "no output folder" test ! -e out_dir

# With --format json the error is one object on stdout.
expect 2 -- run --format json "$suite" --set sweeps.0.densty=1
holds "error as JSON" grep -q '"suggestion": "density"' out
holds "stderr stays empty" test ! -s err
expect 2 -- run --format=json --bogus
holds "usage error as JSON" grep -q '"kind": "usage"' out

# A damaged line affects only its own point: the line is set aside, and the point runs again.
pair=(run -a dense_ring --engines model -P 2,4 -N 1e3 --density 0.1 -o out_dir)
expect 0 "2 points done" -- "${pair[@]}"
gzip -cd out_dir/records.jsonl.gz | sed '1s/"P":2/"P":3/' | gzip -c >changed
mv changed out_dir/records.jsonl.gz
expect 0 "records.jsonl.gz: damaged and left out: line 1 (its checksum is wrong" -- plot out_dir
expect 0 "moved to out_dir/records.damaged: line 1 (its checksum is wrong" \
  "1 points done, 1 already there" -- "${pair[@]}"
holds "the line is kept" grep -q '"P":3' out_dir/records.damaged
holds "the others stay" test "$(count_records out_dir)" == 2
truncate -s -20 out_dir/records.jsonl.gz
expect 0 "records.damaged" "1 points done, 1 already there" -- "${pair[@]}"

# A file with records of another version is refused unchanged, with advice.
change_record out_dir 2 's/"record_version":2/"record_version":9/'
cp out_dir/records.jsonl before
for command in "run -a dense_ring -P 2 -N 1e3 --density 0.1 -o out_dir" "plot out_dir"; do
  expect 2 "records.jsonl: line 2: written by record version 9" "--fresh" -- $command
done
holds "nothing was changed" cmp -s before out_dir/records.jsonl
expect 0 -- "${quick[@]}" --fresh
holds "the old records are kept" cmp -s before out_dir/records.old-1.jsonl

# More ranks than the processors can serve.
expect 2 "P = 100000 for engine mpi" "16 ranks a processor" "--force" -- \
  run -a dense_ring -P 100000 -N 1e3 --density 0.1 --engines mpi -o crowd

# A folder without any finished record cannot be plotted.
mkdir empty && touch empty/records.jsonl
expect 2 "empty/records.jsonl" "no records" -- plot empty

expect 2 "--ranks" "4,8" "2 among them" -- calibrate --ranks 8,4
expect 2 "--ranks" "1 is not a number from 2 to 1024" -- calibrate --ranks 1,2
expect 2 "--budget" "8 s" "at least 9 s for 3 numbers of ranks" -- calibrate --ranks 2,4,8 --budget 8
expect 2 "--budget" "1h is not a time" "accepted: 60s, 2min, 90" -- calibrate --budget 1h
expect 2 "--budget" "nan is not a time" -- calibrate --budget nan
expect 2 "what" "disks" -- calibrate disks
