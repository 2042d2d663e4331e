package mpi

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"gpusph/sph/exchange"
)

// TestStart has what mpirun, mpiexec and srun leave in the environment: which of how many processes
// this is, in all and on its machine.
func TestStart(t *testing.T) {
	all := []string{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK",
		"SLURM_STEP_NUM_TASKS",
		"SLURM_PROCID", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALRANKID",
		"MPI_LOCALNRANKS",
		"SLURM_LOCALID", "SLURM_NODEID", "SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE",
		"SLURM_NTASKS_PER_NODE"}
	const srun = "SLURM_STEP_NUM_TASKS=11 SLURM_PROCID=9 SLURM_LOCALID=1 "
	for environment, want := range map[string]Started{
		"": {0, 1, "", 0, 0},
		"OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=3": {3, 4, "mpirun", 0, 0},
		"PMI_SIZE=2 PMI_RANK=0":                         {0, 2, "mpiexec", 0, 0},
		"SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=7":         {7, 8, "srun", 0, 0},
		// a batch script
		"SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0": {0, 1, "", 0, 0},
		"OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1 SLURM_STEP_NUM_TASKS=1 " +
			"SLURM_PROCID=0": {1, 2, "mpirun", 0, 0},
		"OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0": {0, 1, "", 0, 0},
		"OMPI_COMM_WORLD_SIZE=two OMPI_COMM_WORLD_RANK=0 PMI_SIZE=3 PMI_RANK=2 " +
			"SLURM_PROCID=no": {2, 3, "mpiexec", 0, 0},
		"OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_LOCAL_RANK=1 " +
			"OMPI_COMM_WORLD_LOCAL_SIZE=2": {3, 4, "mpirun", 1, 2},
		"PMI_SIZE=4 PMI_RANK=2 MPI_LOCALRANKID=0 " +
			"MPI_LOCALNRANKS=2": {2, 4, "mpiexec", 0, 2},
		"PMI_SIZE=4 PMI_RANK=2 MPI_LOCALRANKID=2 " +
			"MPI_LOCALNRANKS=2": {2, 4, "mpiexec", 0, 0},
		// Of srun, by the number of the node; and with --mpi=pmi2.
		srun + "SLURM_NODEID=2 SLURM_STEP_TASKS_PER_NODE=4(x2),3": {9, 11, "srun", 1,
			3},
		srun + "SLURM_NODEID=1 SLURM_STEP_TASKS_PER_NODE=4(x2),3": {9, 11, "srun", 1,
			4},
		srun + "SLURM_NODEID=3 SLURM_STEP_TASKS_PER_NODE=4(x2),3": {9, 11, "srun", 0,
			0},
		srun + "SLURM_NODEID=0 SLURM_STEP_TASKS_PER_NODE=4(x": {9, 11, "srun", 0,
			0},
		srun + "SLURM_NODEID=1 SLURM_TASKS_PER_NODE=5,6": {9, 11, "srun", 1,
			6},
		srun + "SLURM_NTASKS_PER_NODE=2": {9, 11, "srun", 1,
			2},
		srun + "PMI_SIZE=11 PMI_RANK=9 SLURM_NODEID=0 SLURM_STEP_TASKS_PER_NODE=11": {9, 11, "srun", 1,
			11},
		srun + "PMI_SIZE=11 PMI_RANK=9 MPI_LOCALRANKID=0 MPI_LOCALNRANKS=1": {9, 11, "mpiexec", 0,
			1},
		// A step of srun whose one task is an mpiexec that does not tell.
		"PMI_SIZE=4 PMI_RANK=2 SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 SLURM_LOCALID=0 " +
			"SLURM_NTASKS_PER_NODE=4": {2, 4, "mpiexec", 0, 0},
	} {
		for _, name := range all {
			t.Setenv(name, "")
		}
		for word := range strings.FieldsSeq(environment) {
			name, value, _ := strings.Cut(word, "=")
			t.Setenv(name, value)
		}
		if got := Start(); got != want {
			t.Errorf("%q: %+v, want %+v", environment, got, want)
		}
	}
}

// A library that is none of MPI's, or is not there, is refused in a sentence that names the remedy.
func TestLibraryRefused(t *testing.T) {
	for library, want := range map[string]string{"libc.so.6": "of neither Open MPI nor MPICH",
		"/nowhere/libmpi.so": "cannot be loaded"} {
		t.Setenv(Variable, library)
		if found, err := Find(); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), Variable) {
			t.Errorf("%s: %q, %v", library, found, err)
		}
	}
}

// A message that is not sent since the processes have failed leaves nothing pinned, which would be
// a panic of Go's some time later.
func TestNothingStaysPinned(t *testing.T) {
	w := &World{engine: &engine{broken: make(chan struct{}), requests: map[int64]*request{}}}
	want := errors.New("lost")
	w.engine.fail(want)
	for range 10 {
		if err := w.Swap([]exchange.Message{{Peer: 1, Bytes: make([]byte, 100)}}, nil); err != want {
			t.Errorf("the error is %v", err)
		}
		if err := w.Greatest(make([]uint32, 16)); err != want {
			t.Errorf("the error is %v", err)
		}
	}
	for range 3 { // what is found in one collection is finalized before the next is over
		done := make(chan bool)
		last := new([64]byte)
		runtime.SetFinalizer(last, func(*[64]byte) { close(done) })
		last = nil
		runtime.GC()
		<-done
	}
}
