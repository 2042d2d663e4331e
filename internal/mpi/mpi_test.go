package mpi

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"gpusph/sph/exchange"
)

// What mpirun, mpiexec and srun leave in the environment tells which of how many processes this is. One that is alone is so whatever else there is.
func TestStart(t *testing.T) {
	all := []string{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}
	for environment, want := range map[string]Started{
		"": {0, 1, ""},
		"OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=3":                                         {3, 4, "mpirun"},
		"PMI_SIZE=2 PMI_RANK=0":                                                                 {0, 2, "mpiexec"},
		"SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=7":                                                 {7, 8, "srun"},
		"SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0":                                                 {0, 1, ""}, // a batch script
		"OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1 SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0":   {1, 2, "mpirun"},
		"OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0":                                         {0, 1, ""},
		"OMPI_COMM_WORLD_SIZE=two OMPI_COMM_WORLD_RANK=0 PMI_SIZE=3 PMI_RANK=2 SLURM_PROCID=no": {2, 3, "mpiexec"},
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

// A library that is none of MPI's, or is not there, is refused in a sentence that tells what would do.
func TestLibraryRefused(t *testing.T) {
	for library, want := range map[string]string{"libc.so.6": "of neither Open MPI nor MPICH", "/nowhere/libmpi.so": "cannot be loaded"} {
		t.Setenv(Variable, library)
		if found, err := Find(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), Variable) {
			t.Errorf("%s: %q, %v", library, found, err)
		}
	}
}

// A message that is not sent since the processes have failed leaves nothing pinned, which would be a panic of Go's some time later.
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
