#!/bin/bash
# A flow on all eight GPUs of a node, in one process. It needs no MPI.
#
#   sbatch scripts/slurm/one-process.sh --problem DamBreak3D --deltap 0.003 --dir dam
#SBATCH --job-name=gpusph
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=32
#SBATCH --gpus-per-node=8
#SBATCH --mem=0
#SBATCH --time=12:00:00
set -eu
srun --cpus-per-task="$SLURM_CPUS_PER_TASK" "${GPUSPH:-gpusph}" --gpus "$SLURM_GPUS_ON_NODE" "$@"
