package mpi

import (
	"strconv"
	"strings"
)

// locals are the variables by which Open MPI's mpirun and MPICH's mpiexec tell a process its rank
// among those of its machine, and how many these are.
var locals = [][2]string{
	{"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
	{"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
}

// localOf reads the rank of one of count processes among those of its machine, and their number.
// Both are 0 where the launcher does not tell.
func localOf(env func(string) string, count int) (rank, size int) {
	for _, names := range locals {
		rank, errRank := strconv.Atoi(env(names[0]))
		size, errSize := strconv.Atoi(env(names[1]))
		if errRank == nil && errSize == nil && 0 <= rank && rank < size {
			return rank, size
		}
	}
	// A launcher other than srun may run within a step of srun that has other tasks.
	if env("SLURM_STEP_NUM_TASKS") != strconv.Itoa(count) {
		return 0, 0
	}
	rank, err := strconv.Atoi(env("SLURM_LOCALID"))
	node, errNode := strconv.Atoi(env("SLURM_NODEID"))
	if err != nil || rank < 0 {
		return 0, 0
	}
	if errNode == nil {
		for _, name := range []string{"SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"} {
			if size, ok := tasksOf(env(name), node); ok && rank < size {
				return rank, size
			}
		}
	}
	if size, err := strconv.Atoi(env("SLURM_NTASKS_PER_NODE")); err == nil && rank < size {
		return rank, size
	}
	return 0, 0
}

// isSrun tells srun --mpi=pmi2 from mpiexec: both set PMI_RANK and PMI_SIZE, and mpiexec may run in
// a step of srun.
func isSrun(env func(string) string, rank, count int) bool {
	return env("MPI_LOCALNRANKS") == "" && env("OMPI_COMM_WORLD_SIZE") == "" &&
		env("SLURM_PROCID") == strconv.Itoa(rank) && env("SLURM_STEP_NUM_TASKS") == strconv.Itoa(count)
}

// tasksOf is the number of tasks of a node, by its number in the job. Slurm lists them as 4(x2),3:
// four on each of the nodes 0 and 1, three on node 2.
func tasksOf(list string, node int) (tasks int, ok bool) {
	for word := range strings.SplitSeq(list, ",") {
		number, times, repeated := strings.Cut(strings.TrimSpace(word), "(x")
		nodes := 1
		if repeated {
			inner, closed := strings.CutSuffix(times, ")")
			n, err := strconv.Atoi(inner)
			if err != nil || n < 1 || !closed {
				return 0, false
			}
			nodes = n
		}
		tasks, err := strconv.Atoi(number)
		if err != nil || tasks < 0 {
			return 0, false
		}
		if node < nodes {
			return tasks, true
		}
		node -= nodes
	}
	return 0, false
}
