# Sourced by tests: starts Slurm with this machine as its only node. Needs root and, of Debian,
# slurmctld, slurmd, slurm-client and munge.

# start_slurm FOLDER: starts munged, slurmctld and slurmd with all their files in FOLDER, and waits until
# the node is idle. Exports SLURM_CONF. Fails if it does not start; then nothing is left running.
start_slurm() {
  local folder=$1 host port
  host=$(hostname -s)
  port=$((20000 + RANDOM % 10000))
  mkdir -p "$folder/state" "$folder/spool"
  # munged refuses folders that others may write or not enter.
  chmod 755 "$folder" "$(dirname "$folder")"
  head -c 1024 /dev/urandom >"$folder/munge.key"
  chmod 400 "$folder/munge.key"
  cat >"$folder/slurm.conf" <<EOF
ClusterName=sparlab
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 RealMemory=4000
PartitionName=all Nodes=$host Default=YES State=UP
EOF
  export SLURM_CONF=$folder/slurm.conf
  PATH=$PATH:/usr/sbin
  slurm_folder=$folder
  munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" \
    >/dev/null 2>&1 && slurmctld >/dev/null 2>&1 && slurmd -N "$host" >/dev/null 2>&1
  for _ in {1..30}; do
    [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && return 0
    sleep 0.5
  done
  stop_slurm
  return 1
}

# stop_slurm: ends what start_slurm started.
stop_slurm() {
  local name pid
  scancel --full --user=root >/dev/null 2>&1 || true
  for name in slurmd slurmctld munge; do
    pid=$(cat "$slurm_folder/$name.pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || continue
    for _ in {1..50}; do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
  done
}
