package mpi

// #include "mpi.h"
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"gpusph/sph/exchange"
)

// engine gives requests to the one thread that calls MPI. That is a thread of C: Go's own would
// hold up goroutines while it looks whether something has come.
type engine struct {
	why    atomic.Pointer[error] // the processes have failed; nil while they have not
	broken chan struct{}         // closed then
	once   sync.Once

	mu       sync.Mutex
	last     int64 // id of a request
	requests map[int64]*request
}

// request is parts that are done when all of them are.
type request struct {
	parts   []part
	pending int
	pins    runtime.Pinner // of what lies in Go's memory
	done    chan error
}

// part is one call of MPI.
type part struct {
	kind      C.int
	bytes, to unsafe.Pointer
	count     int // bytes, or words
	peer, tag int
}

// start begins MPI.
func (e *engine) start(s *Started) error {
	e.broken, e.requests = make(chan struct{}), map[int64]*request{}
	var rank, count, pipe C.int
	if code := C.mpiStart(&rank, &count, &pipe); code != 0 {
		return errorOf(int(code))
	}
	s.Rank, s.Count = int(rank), int(count)
	go e.hear(os.NewFile(uintptr(pipe), "mpi"))
	return nil
}

// hear reads what is done.
func (e *engine) hear(pipe *os.File) {
	var b [unsafe.Sizeof(C.struct_MpiDone{})]byte
	for {
		if _, err := io.ReadFull(pipe, b[:]); err != nil {
			e.fail(fmt.Errorf("the thread that calls MPI cannot be heard: %w", err))
			return
		}
		id, code := int64(binary.NativeEndian.Uint64(b[:])), int(binary.NativeEndian.Uint64(b[8:]))
		e.mu.Lock()
		r := e.requests[id]
		if r.pending--; r.pending == 0 {
			delete(e.requests, id)
			r.pins.Unpin()
		}
		e.mu.Unlock()
		if code != 0 || r.pending == 0 {
			select {
			case r.done <- errorOf(code):
			default: // it has failed before
			}
		}
	}
}

func newRequest() *request { return &request{done: make(chan error, 1)} }

// add adds a message, in pieces that MPI can count.
func (r *request) add(kind C.int, m exchange.Message) {
	b := m.Bytes
	if len(b) == 0 {
		b = nothing[:]
	}
	r.pins.Pin(&b[0])
	for from := 0; from == 0 || from < len(m.Bytes); from += mostBytes {
		n := min(len(m.Bytes)-from, mostBytes)
		r.parts = append(r.parts, part{kind: kind, bytes: unsafe.Pointer(&b[from]), count: n,
			peer: m.Peer, tag: m.Tag})
	}
}

var nothing [1]byte // where messages without bytes are

// post gives a request to the thread. It stays among the requests until MPI is done with it, with
// what it has pinned.
func (e *engine) post(r *request) {
	e.mu.Lock()
	e.last++
	id := e.last
	e.requests[id], r.pending = r, len(r.parts)
	e.mu.Unlock()
	for _, p := range r.parts {
		C.mpiPost(p.kind, p.bytes, p.to, C.int(p.count), C.int(p.peer), C.int(p.tag), C.int64_t(id))
	}
}

// do waits until a request is done or the processes have failed.
func (e *engine) do(r *request) error {
	if len(r.parts) == 0 || e.failed() != nil {
		r.pins.Unpin() // what stays pinned is a panic of Go's
		return e.failed()
	}
	e.post(r)
	select {
	case err := <-r.done:
		if err != nil {
			e.fail(err)
		}
		return err
	case <-e.broken:
		return e.failed()
	}
}

// fail lets all that wait come back with an error, and all that follows.
func (e *engine) fail(err error) {
	e.once.Do(func() {
		e.why.Store(&err)
		close(e.broken)
	})
}

func (e *engine) failed() error {
	if why := e.why.Load(); why != nil {
		return *why
	}
	return nil
}

// finalize ends MPI, when nothing is under way.
func (e *engine) finalize() {
	r := newRequest()
	r.parts = []part{{kind: C.MPI_ENDS}}
	e.post(r)
	ended := e.broken
	if e.failed() != nil { // by the end of the first process
		ended = nil
	}
	select {
	case <-r.done:
	case <-ended: // another process does not
	case <-time.After(patience):
	}
}

// errorOf is what MPI says of a code.
func errorOf(code int) error {
	if code == 0 {
		return nil
	}
	text := make([]byte, 8192)
	C.mpiErrorText(C.int(code), (*C.char)(unsafe.Pointer(&text[0])))
	return errors.New(textOf(text))
}
