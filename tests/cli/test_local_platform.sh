#!/bin/bash
# Platform local: one calibration at a time, and none under load that does not say so.
source "$(dirname "$0")/expect.sh"

export XDG_CONFIG_HOME=$work/config
platforms=$XDG_CONFIG_HOME/sparlab/platforms
mkdir -p "$platforms"
on_local=(run -a dense_ring -N 1e3 --density 0.1 -P 2 --engines model --platform local)

# A first use waits for another one, and takes its result.
exec 9>"$platforms/.calibration.lock"
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

# Doubts of a measurement are repeated wherever it is used.
sed -i 's/"name": "local",/&\n  "doubts": {"load": "other programs ran"},/' "$platforms/local.json"
expect 0 "platform local is doubtful: load: other programs ran" "sparlab calibrate" -- \
  "${on_local[@]}" -o doubtful

# Under load a calibration says so, in the file as well, or writes nothing.
if command -v mpirun >/dev/null; then
  busy=()
  for ((i = 0; i < 3 * $(nproc); ++i)); do
    (while :; do :; done) &
    busy+=($!)
  done
  trap 'kill "${busy[@]}" 2>/dev/null; rm -rf "$work"' EXIT
  code=0
  "$sparlab" calibrate -o loaded.json >out 2>err || code=$?
  if [[ $code == 0 ]]; then
    holds "load is said" grep -q "platform loaded is doubtful: load: other programs ran" err
    holds "load is in the file" grep -q '"load": "other programs ran' loaded.json
  else
    holds "exit code 4 where nothing can be measured" test "$code" == 4
    holds "load is the reason" grep -q "the machine is too busy" err
    holds "nothing is written" test ! -e loaded.json
  fi
fi
