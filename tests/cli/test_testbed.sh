#!/bin/bash
# The testbed: an Ethernet of hosts in network namespaces. Needs root and a kernel that has them.
source "$(dirname "$0")/expect.sh"

readonly state=/run/sparlab-testbed.json

# Bad command lines, for every user.
expect 2 "is not a rate from 1mbit to 100gbit" -- testbed up --rate 100MB
expect 2 "--hosts" -- testbed up --hosts 0
expect 2 "from 1 to 128" -- testbed exec 0 true
expect 2 "a command and its arguments" -- testbed exec 1
if ((EUID != 0)); then
  expect 4 "a testbed needs root" -- testbed up
  echo "skipped: a testbed needs root"
  exit 0
fi
if [[ -e $state ]]; then
  echo "skipped: a testbed is up, or was not removed: $state"
  exit 0
fi

ours() { ip netns list | grep -o '^sparlab-testbed-[^ ]*' | grep -v 'testbed-kept$' || true; }
up=(testbed up --hosts 2 --rate 10gbit)
# Whatever happens, nothing may be left behind.
trap '"$sparlab" testbed down --force >/dev/null 2>&1; ip netns del sparlab-testbed-kept 2>/dev/null
  rm -rf "$work"' EXIT

if ! "$sparlab" "${up[@]}" >out 2>err; then
  # A machine that lacks something says what.
  holds "the missing feature is named" grep -qE 'sparlab: .* (needs|not in PATH)' err
  holds "nothing is left" test -z "$(ours)"
  echo "skipped: $(head -n 1 err)"
  exit 0
fi
ip netns add sparlab-testbed-kept
holds "up prints the hosts" grep -q '198.18.0.2' out
expect 0 -- testbed status
expect 4 "a testbed of 2 hosts at 10gbit is up" -- "${up[@]}"

# Hosts reach each other, and nothing else.
expect 1 "Connection refused" -- testbed exec 1 bash -c ': </dev/tcp/198.18.0.2/9'
expect 1 "No route to host" -- testbed exec 1 bash -c ': </dev/tcp/198.18.0.3/9'
expect 1 "Network is unreachable" -- testbed exec 1 bash -c ': </dev/tcp/192.0.2.1/9'
expect 0 -- testbed exec 2 uname -n
holds "a host has a name of its own" grep -qx sparlab-testbed-2 out
expect 4 "the testbed has no host 3" -- testbed exec 3 true
expect 4 "cannot run no-such-program" -- testbed exec 1 no-such-program
expect 4 "instead of Open MPI's daemon" -- testbed-agent 198.18.0.1 touch "$work/touched"
expect 0 -- testbed status
holds "ports count what they send" test "$(awk '/^sparlab-testbed-1/ {print $4}' out)" -gt 1

# Ranks on the hosts: their messages take the network.
if command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]]; then
  sent() { "$sparlab" testbed status | awk '/^sparlab-testbed-2/ {print $3}'; }
  before=$(sent)
  expect 0 "1 points done" -- run -a dense_ring -P 2 -N 100k --density 0.1 --engines mpi \
    --launcher testbed --set repetitions.max=5 -o points
  "$sparlab" records points >all.jsonl
  for words in '"mpi.launcher":"testbed (2 hosts, 10gbit)"' \
    '"mpi.hosts":"sparlab-testbed-1:1,sparlab-testbed-2:1"' '"status":"passed"'; do
    holds "the record has $words" grep -qF -- "$words" all.jsonl
  done
  holds "the messages took the network" test $(($(sent) - before)) -gt 1000000
  # More ranks than hosts go round; a file may add to the testbed.
  echo '{"extends": "testbed", "environment": {"SPARLAB_TEST_LABEL": "one two"}}' >more.json
  expect 0 "1 points done" -- run -a dense_ring -P 3 -N 1e3 --density 0.1 --engines mpi \
    --launcher ./more.json --set repetitions.max=5 -o points
  "$sparlab" records points >all.jsonl
  holds "ranks go round" \
    grep -qF '"mpi.hosts":"sparlab-testbed-1:1,sparlab-testbed-2:1,sparlab-testbed-1:1"' all.jsonl
  holds "with the variable" grep -qF '"mpi.env.SPARLAB_TEST_LABEL":"one two"' all.jsonl

  # A testbed that a run is using is only removed by force. The point that runs fails at once, its ranks
  # end, and the others are measured when the hosts are back.
  "$sparlab" run -a dense_ring -P 2 -N 1M --density 0.01,0.1 --engines mpi --launcher testbed \
    --set repetitions.max=100000 --set repetitions.budget_s=6 -o points --no-report >run_out 2>run_err &
  pid=$!
  received=$(sent)
  for _ in {1..1000}; do
    if (($(sent) - received > 4000000)); then break; fi
    sleep 0.02
  done
  expect 4 "process $pid (" "run -a dense_ring -P 2" "is using the testbed; \`sparlab testbed down --force\`" \
    -- testbed down
  vanishing=$(stat -L -c %i /run/netns/sparlab-testbed-2)
  on_vanishing() { readlink /proc/[0-9]*/ns/net 2>/dev/null | grep -F "[$vanishing]" || true; }
  expect 0 -- testbed down --force
  for _ in {1..250}; do
    if grep -q "failed: the hosts of the testbed are gone" run_err; then break; fi
    sleep 0.02
  done
  holds "the point fails at once" grep -q "failed: the hosts of the testbed are gone" run_err
  for _ in {1..500}; do
    if [[ -z $(on_vanishing) ]]; then break; fi
    sleep 0.02
  done
  holds "no process stays on the hosts" test -z "$(on_vanishing)"
  expect 0 -- "${up[@]}"
  actual=0
  wait "$pid" || actual=$?
  holds "exit code of the run" test "$actual" == 3
  holds "the other point is measured" grep -q "1 points done, 0 already there, 1 failed" run_err
fi

expect 0 -- testbed down
holds "down removes all" test -z "$(ours)"
holds "down removes the state" test ! -e "$state"
holds "down removes nothing else" ip netns exec sparlab-testbed-kept true
expect 0 "there is no testbed" -- testbed down
expect 4 -- testbed status
expect 4 "there is no testbed" -- run -a dense_ring -P 2 -N 1e3 --density 0.1 --engines mpi \
  --launcher testbed -o none

# `up` that is ended half-way removes what it made; one that is killed leaves it to `down` or `up`.
begin_up() {
  "$sparlab" testbed up --hosts 100 >out 2>err &
  pid=$!
  for _ in {1..1000}; do
    if [[ $(ours | wc -l) -gt 3 ]]; then return; fi
    sleep 0.01
  done
  fail "up makes nothing"
}
begin_up
kill -TERM "$pid"
actual=0
wait "$pid" || actual=$?
holds "exit code of an interrupted up" test "$actual" == 4
holds "an interrupted up says so" grep -q "interrupted" err
holds "an interrupted up leaves nothing" test -z "$(ours)"
for next in down up; do
  begin_up
  kill -KILL "$pid"
  wait "$pid" 2>/dev/null || true
  holds "a killed up leaves something" test -n "$(ours)"
  expect 4 -- testbed status
  holds "status says so" grep -q "incomplete" out
  if [[ $next == up ]]; then expect 0 -- "${up[@]}"; fi
  expect 0 -- testbed down
  holds "$next after a killed up removes it" test -z "$(ours)"
done

# A step that fails.
mkdir bin
cat >bin/tc <<'EOF'
#!/bin/bash
if [[ $* == *testbed-2* ]]; then
  echo "Error: Specified qdisc kind is unknown." >&2
  exit 2
fi
exec /usr/sbin/tc "$@"
EOF
chmod +x bin/tc
actual=0
PATH=$work/bin:$PATH "$sparlab" "${up[@]}" >out 2>err || actual=$?
holds "exit code if a step fails" test "$actual" == 4
holds "the error names the step and the feature" \
  grep -q 'tc -n sparlab-testbed-2 .*qdisc kind is unknown.*it needs the kernel.s token bucket' err
holds "up that fails leaves nothing" test -z "$(ours)"

# Missing programs, a namespace that is not ours, a state that is not ours.
actual=0
ln -sf "$(command -v ip)" bin/ip
PATH=$work/bin "$sparlab" "${up[@]}" >out 2>err || actual=$?
holds "exit code without ethtool" test "$actual" == 4
holds "ethtool is named" grep -q 'not in PATH: ethtool (Debian: ethtool)' err
ip netns add sparlab-testbed-1
expect 4 "ip netns del sparlab-testbed-1" -- "${up[@]}"
holds "it is kept" ip netns exec sparlab-testbed-1 true
ip netns del sparlab-testbed-1
echo '{"hosts": 1, "rate": "1gbit", "complete": true, "namespaces": ["sparlab-testbed-kept"]}' >"$state"
expect 4 "is not the state of a testbed" -- testbed down
holds "the namespace is kept" ip netns exec sparlab-testbed-kept true
rm "$state"
