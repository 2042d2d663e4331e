#!/bin/bash
# A run that is longer than the time limit of a job. Slurm signals this script two minutes before the limit;
# the script ends the run in order, which writes a checkpoint, and puts the job into the queue again. The job then
# resumes from the checkpoint, with the same bits. After the loss of a node Slurm requeues the job itself.
#
#   sbatch scripts/slurm/requeue.sh DIR --problem DamBreak3D --deltap 0.002
#SBATCH --job-name=gpusph
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH --gpus-per-node=8
#SBATCH --mem=0
#SBATCH --time=12:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
dir=$1
shift
if compgen -G "$dir/checkpoint_*.msgpack" >/dev/null; then
	options=(--resume "$dir")
elif [ "${SLURM_RESTART_COUNT:-0}" -gt 0 ] && [ -e "$dir/files.txt" ]; then
	options=("$@" --dir "$dir" --force) # the job was lost before its first checkpoint
else
	options=("$@" --dir "$dir")
fi

# SIGTERM to srun itself would kill the step; scancel signals its processes.
ending=
trap 'ending=1; scancel --signal=TERM "$SLURM_JOB_ID.0"' USR1
srun --mpi="${MPI:-pmix}" --cpus-per-task="$SLURM_CPUS_PER_TASK" "${GPUSPH:-gpusph}" "${options[@]}" &
run=$!
code=138
while [ "$code" = 138 ]; do # 128 + SIGUSR1: the signal has ended wait, not the run
	wait "$run"
	code=$?
done
if [ -n "$ending" ] && [ "$code" = 130 ]; then
	echo "requeue.sh: the time limit is near; the job goes into the queue again"
	scontrol requeue "$SLURM_JOB_ID"
	exit 0
fi
exit "$code"
