#!/bin/bash
# Runs the cases of a list, each on a GPU of its own. A line of the list has the options of a run, as
# "dam.toml --deltap 0.004". The directories of the runs are NAME/1, NAME/2 and so on, by line.
#
#   sbatch --array=1-20%8 scripts/slurm/array.sh LIST NAME     # eight at once
#   gpusph report NAME/*
#SBATCH --job-name=gpusph
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --gpus-per-node=1
#SBATCH --mem-per-cpu=8G
#SBATCH --time=4:00:00
set -eu
list=$1 dir=$2/$SLURM_ARRAY_TASK_ID
read -ra options < <(sed -n "${SLURM_ARRAY_TASK_ID}p" "$list")
mkdir -p "$2"
srun --cpus-per-task="$SLURM_CPUS_PER_TASK" "${GPUSPH:-gpusph}" "${options[@]}" --dir "$dir"
