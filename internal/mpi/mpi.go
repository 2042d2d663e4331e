// Package mpi lets processes that mpirun or srun have started compute a flow together. The library
// of MPI is looked for when the program runs, and only where it was started so.
package mpi

// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "mpi.h"
import "C"

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"gpusph/internal/text"
	"gpusph/sph/exchange"
)

// Started is how the program was started: which of how many processes this is. One that is alone is
// the first of 1.
type Started struct {
	Rank, Count int
	By          string // what started them, as mpirun

	LocalRank, LocalCount int // among the processes of this machine; both are 0 where that is unknown
}

// Start tells how the program was started, by what mpirun and srun leave in the environment.
func Start() Started {
	number := func(name string) (n int, ok bool) {
		n, err := strconv.Atoi(os.Getenv(name))
		return n, err == nil
	}
	for _, names := range [][3]string{
		{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "mpirun"},
		{"PMI_SIZE", "PMI_RANK", "mpiexec"}, // and srun --mpi=pmi2
		{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun"},
	} {
		count, ok := number(names[0])
		rank, known := number(names[1])
		if ok && known && count > 1 {
			s := Started{Rank: rank, Count: count, By: names[2]}
			s.LocalRank, s.LocalCount = localOf(os.Getenv, count)
			if isSrun(os.Getenv, rank, count) {
				s.By = "srun"
			}
			return s
		}
	}
	return Started{Count: 1}
}

// Variable is the name of the environment variable that tells where the library is.
const Variable = "GPUSPH_MPI"

// libraries are where MPI may be, under the names that Open MPI and MPICH have on most machines.
func libraries() []string {
	if path := os.Getenv(Variable); path != "" {
		return []string{path}
	}
	open, mpich := []string{"libmpi.so.40"}, []string{"libmpi.so.12", "libmpich.so.12"}
	if os.Getenv("OMPI_COMM_WORLD_SIZE") == "" && os.Getenv("PMI_SIZE") != "" {
		return append(append(mpich, open...), "libmpi.so")
	}
	return append(append(open, mpich...), "libmpi.so")
}

// load loads the library, and returns its name. Loading it begins nothing.
func load() (library string, err error) {
	why := make([]byte, 1024)
	var missing []string
	for _, library = range libraries() {
		path := C.CString(library)
		kind := C.mpiLoad(path, (*C.char)(unsafe.Pointer(&why[0])), C.int(len(why)))
		C.free(unsafe.Pointer(path))
		switch kind {
		case 1, 2:
			return library, nil
		case 0:
			return "", fmt.Errorf("the library %s is of neither Open MPI nor MPICH; %s=/path/to/libmpi.so "+
				"would tell of another", library, Variable)
		}
		missing = append(missing, library)
		if len(libraries()) == 1 {
			return "", fmt.Errorf("the library %s of %s cannot be loaded: %s", library, Variable,
				textOf(why))
		}
	}
	return "", fmt.Errorf("there is no %s; on Debian apt-get install openmpi-bin libopenmpi3 "+
		"installs it, and %s=/path/to/libmpi.so tells where it is elsewhere", text.Or(missing), Variable)
}

func textOf(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return strings.TrimSpace(s)
}

// Find says which MPI several processes would use, or why there is none.
func Find() (string, error) {
	library, err := load()
	if err != nil {
		return "", err
	}
	version := make([]byte, 8192)
	C.mpiVersion((*C.char)(unsafe.Pointer(&version[0])))
	line, _, _ := strings.Cut(textOf(version), "\n")
	line, _, _ = strings.Cut(line, ", package")
	line = strings.Join(strings.Fields(strings.Replace(line, "Version:", "", 1)), " ")
	return fmt.Sprintf("%s (%s)", line, library), nil
}

// World is the processes that were started together. It implements exchange.Processes.
type World struct {
	started Started
	engine  *engine
	lines   *lines
}

// Join begins MPI. It returns nil where the program is alone.
func Join() (*World, error) {
	s := Start()
	if s.Count == 1 {
		return nil, nil
	}
	library, err := load()
	if err != nil {
		return nil, fmt.Errorf("%s has started %d processes, but %w", s.By, s.Count, err)
	}
	w := &World{started: s, engine: new(engine)}
	if err := w.engine.start(&w.started); err != nil {
		return nil, fmt.Errorf("%s of %s cannot begin: %w", library, s.By, err)
	}
	if w.started.Count != s.Count || w.started.Rank != s.Rank {
		return nil, fmt.Errorf("%s has started %d processes, of which this is %d, but %s says that it "+
			"is %d of %d: they are not of the same MPI; use the mpirun of this library, or srun "+
			"--mpi=pmix, or %s=/path/to/libmpi.so of the other",
			s.By, s.Count, s.Rank, library, w.started.Rank, w.started.Count, Variable)
	}
	if w.lines, err = connect(w); err != nil {
		return nil, err
	}
	return w, nil
}

// Spin lets the thread that calls MPI look for messages for so long before it sleeps, where it has
// a core of its own.
func (w *World) Spin(d time.Duration) { C.mpiSpin(C.int64_t(d.Nanoseconds())) }

// Rank is that of this process.
func (w *World) Rank() int { return w.started.Rank }

// Count is how many processes there are.
func (w *World) Count() int { return w.started.Count }

// LocalRank is the rank among the processes of this machine as the launcher gives it, or -1 where
// it gives none.
func (w *World) LocalRank() int {
	if w.started.LocalCount == 0 {
		return -1
	}
	return w.started.LocalRank
}

// By is what has started the processes, as mpirun.
func (w *World) By() string { return w.started.By }

// mostBytes of a message go at once: MPI counts in ints.
const mostBytes = 1 << 30

// Swap sends and receives messages.
func (w *World) Swap(out, in []exchange.Message) error {
	r := newRequest()
	for _, m := range out {
		r.add(C.MPI_SENDS, m)
	}
	for _, m := range in {
		r.add(C.MPI_RECEIVES, m)
	}
	return w.engine.do(r)
}

// Greatest sets words to the greatest of all processes.
func (w *World) Greatest(words []uint32) error {
	return reduce(w, C.MPI_GREATEST, words)
}

// Sum sets words to the sums of all processes'.
func (w *World) Sum(words []int64) error { return reduce(w, C.MPI_SUM_OF_ALL, words) }

// reduce sets words to what an operation makes of those of all processes.
func reduce[T any](w *World, kind C.int, words []T) error {
	r := newRequest()
	own := append([]T(nil), words...)
	r.pins.Pin(&own[0])
	r.pins.Pin(&words[0])
	r.parts = append(r.parts, part{kind: kind, bytes: unsafe.Pointer(&own[0]),
		to: unsafe.Pointer(&words[0]), count: len(words)})
	return w.engine.do(r)
}

// Failed is why the processes have lost each other, or nil.
func (w *World) Failed() error { return w.engine.failed() }

// Fail ends what the processes do together.
func (w *World) Fail(err error) {
	w.engine.fail(err)
	w.lines.tell(err)
}

// Leave ends MPI in order, unless the processes have failed. The others wait until the first does:
// mpirun ends it as soon as one of them ends with an error, and it has to tell what has happened.
func (w *World) Leave() {
	if err := w.engine.failed(); (err == nil || err == ErrEnded) && w.lines.leave() {
		w.engine.finalize()
	} else if w.Rank() > 0 {
		select {
		case <-w.lines.over:
		case <-time.After(2 * patience):
		}
	}
}

// Advise lets one of the other processes say something where this one, the first, is lost.
func (w *World) Advise(what string) { w.lines.say(known + what) }

// Advice is what the first process has advised, where it is lost and this one is to say so: the
// next does.
func (w *World) Advice() (advice string, lost bool) {
	w.lines.mu.Lock()
	defer w.lines.mu.Unlock()
	return w.lines.advice, w.lines.gone && w.Rank() == 1
}

// patience is how long a process may be silent before it is lost.
const patience = 15 * time.Second

// ErrEnded is that the first process has ended before the others had anything to do.
var ErrEnded = errors.New("process 0 has ended")
