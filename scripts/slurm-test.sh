#!/bin/bash
# Tries the scripts of scripts/slurm on one machine: starts munge and a Slurm of four nodes, all of them this machine, with
# eight GPUs each that Slurm believes in, and stops all at the end. The flows are computed by the processor, for which the program is
# to be built without CUDA where there are GPUs. It takes root and some ten minutes, and on Debian 12
#
#   apt-get install -y --no-install-recommends slurm-wlm munge libpmix-dev openmpi-bin libopenmpi3
#   scripts/slurm-test.sh [GPUSPH]
#
# (The plugin for --mpi=pmix looks for libpmix.so, which is in libpmix-dev.) GPUSPH is the program, ./gpusph by default.
set -eu
here=$(dirname "$(readlink -f "$0")")
GPUSPH=$(readlink -f "${1:-./gpusph}")
work=$(mktemp -d)
export GPUSPH SLURM_CONF=$work/slurm.conf CUDA_VISIBLE_DEVICES=
host=$(hostname -s)
nodes=4

stop() {
	for pid in "$work"/*.pid; do
		[ ! -e "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true
	done
	sleep 2
	rm -rf "$work"
}
trap stop EXIT

start() {
	mkdir -m 700 "$work/munge"
	mkdir "$work/state" "$work/run" "$work"/{spool,tmp}.n{1..4}
	dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
	chmod 400 "$work/munge/key"
	munged --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munged.pid" \
		--log-file="$work/munge/log" --seed-file="$work/munge/seed"
	cat > "$work/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17000
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
TmpFS=$work/tmp.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MailProg=/bin/true
GresTypes=gpu
$(for k in $(seq "$nodes"); do echo "NodeName=n$k NodeHostname=$host NodeAddr=127.0.0.1 Port=$((17000 + k)) CPUs=32 RealMemory=64000 Gres=gpu:8"; done)
PartitionName=main Nodes=n[1-$nodes] Default=YES State=UP
CONF
	for k in {0..7}; do mknod "$work/gpu$k" c 1 3; done # Slurm wants a device file for each GPU; these are /dev/null
	echo "NodeName=n[1-$nodes] Name=gpu File=$work/gpu[0-7]" > "$work/gres.conf"
	slurmctld
	for k in $(seq "$nodes"); do slurmd -N "n$k"; done
	for _ in $(seq 30); do
		[ "$(sinfo -h -t idle -o %D)" != "$nodes" ] || return 0
		sleep 1
	done
	sinfo
	tail "$work"/*.log
	exit 1
}

# submit runs a job to its end, and prints what it has printed where it fails.
submit() {
	if ! sbatch --quiet --wait --output="$work/run/%x_%A_%a.out" "$@"; then
		echo "failed: sbatch $*"
		cat "$work"/run/*.out
		exit 1
	fi
}

# hash is that of the last state of a run; it is told with what is run.
hash() { sed -n 's/.*"state_sha256": "\(.*\)".*/\1/p' "$work/run/$1/summary.json"; }
same() {
	echo "$1: $(hash "$1")"
	[ "$(hash "$1")" = "$(hash "$2")" ] || { echo "it differs from $2: $(hash "$2")"; exit 1; }
}

start
cd "$work/run"
small="--problem DamBreak3D --deltap 0.03 --maxiter 40 --formats none"

"$GPUSPH" $small --quiet --dir alone
echo "alone: $(hash alone)"

srun --quiet --mpi=pmix -n 2 "$GPUSPH" $small --devices host --quiet --dir srun
same srun alone
submit "$here/slurm/one-process.sh" $small --quiet --dir one-process
same one-process alone
submit --ntasks-per-node=2 "$here/slurm/processes.sh" $small --quiet --dir processes
same processes alone
submit "$here/slurm/nodes.sh" $small --quiet --dir nodes
same nodes alone

printf '%s\n' "$small" "${small/40/60}" > list
submit --array=1-2 "$here/slurm/array.sh" list array
same array/1 alone
echo "array/2: $(hash array/2)"

# Slurm looks at time limits every half a minute, so the signal comes 20 to 50 s after the beginning.
long="--problem DamBreak3D --deltap 0.02 --formats none"
submit --ntasks-per-node=2 --time=1 --signal=B:USR1@10 "$here/slurm/requeue.sh" requeue $long --quiet
grep -h requeue.sh "$work"/run/*.out || { echo "it was not requeued"; exit 1; }
"$GPUSPH" $long --quiet --dir through
same requeue through
echo "all is well"
