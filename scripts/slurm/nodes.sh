#!/bin/bash
# A flow on four nodes of eight GPUs, in a process for each node, which drives the GPUs of its node. The case
# is then once in the memory of each node; --ntasks-per-node=8 --cpus-per-task=4 has a process for each GPU.
#
#   sbatch scripts/slurm/nodes.sh --problem DamBreak3D --deltap 0.002 --dir dam
#SBATCH --job-name=gpusph
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --gpus-per-node=8
#SBATCH --mem=0
#SBATCH --time=12:00:00
set -eu
srun --mpi="${MPI:-pmix}" --cpus-per-task="$SLURM_CPUS_PER_TASK" "${GPUSPH:-gpusph}" "$@"
