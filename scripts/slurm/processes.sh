#!/bin/bash
# A flow on the eight GPUs of a node, in a process for each. All processes see all GPUs, so --gpus-per-task
# and --gpu-bind are left out: each process takes its own by its local rank.
#
#   sbatch scripts/slurm/processes.sh --problem DamBreak3D --deltap 0.003 --dir dam
#SBATCH --job-name=gpusph
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH --gpus-per-node=8
#SBATCH --mem=0
#SBATCH --time=12:00:00
set -eu
srun --mpi="${MPI:-pmix}" --cpus-per-task="$SLURM_CPUS_PER_TASK" "${GPUSPH:-gpusph}" "$@"
