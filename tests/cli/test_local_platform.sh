#!/bin/bash
# Platform local: only one calibration runs at a time, and doubts about it are repeated.
source "$(dirname "$0")/expect.sh"

export XDG_CONFIG_HOME=$work/config
platforms=$XDG_CONFIG_HOME/sparlab/platforms
export TMPDIR=$work/tmp
mkdir -p "$platforms" "$TMPDIR"
on_local=(run -a dense_ring -N 1e3 --density 0.1 -P 2 --engines model --platform local)

# On first use, the program waits for a running calibration and uses its result.
exec 9>"$TMPDIR/sparlab-calibration-$(id -u).lock"
flock 9
"$sparlab" "${on_local[@]}" -o waited >out 2>err 9>&- &
waiting=$!
until grep -q "another sparlab is measuring this machine; waiting for it" err; do
  kill -0 "$waiting" || fail "a second calibration does not wait for the first"
  sleep 0.1
done
sed 's/"name": "ideal"/"name": "local"/' "$source_dir/platforms/ideal.json" >local.partial
mv local.partial "$platforms/local.json"
exec 9>&-
holds "who waited goes on" wait "$waiting"
holds "who waited measures nothing" test -z "$(grep "measuring this machine once" err)"

# Doubts about a measurement are repeated whenever it is used.
sed -i 's/"name": "local",/&\n  "doubts": {"load": "other programs ran"},/' "$platforms/local.json"
expect 0 "platform local is doubtful: load: other programs ran" "sparlab calibrate" -- \
  "${on_local[@]}" -o doubtful

# A user without a folder for platforms also waits before calibrating into another file.
exec 9>"$TMPDIR/sparlab-calibration-$(id -u).lock"
flock 9
env -u XDG_CONFIG_HOME HOME=/dev/null "$sparlab" calibrate -o elsewhere.json >out 2>err 9>&- &
waiting=$!
until grep -q "another sparlab is measuring this machine; waiting for it" err; do
  kill -0 "$waiting" || fail "a calibration into a file needs the user's folder"
  sleep 0.1
done
kill "$waiting"
exec 9>&-

# A calibration writes a platform with what it measured, and a run uses it. The load of other tests does
# not matter here.
expect 0 "measuring kernels" "measuring messages among 2 ranks for" "one message, 8 B to" -- \
  calibrate --ranks 2 --budget 20s --force -o "$platforms/mine.json"
holds "it has segments, patterns and kernels" \
  grep -q '"transport"' "$platforms/mine.json"
expect 0 -- run -a dense_ring -N 1e3 --density 0.1 -P 2 --engines model,loggp --platform mine \
  --accept-doubtful -o mine
expect 0 -- calibrate kernels --force
holds "kernels are the section gamma" grep -q '"dense_sum": {' out
