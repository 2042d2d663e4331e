package gpu

// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "nccl.h"
import "C"

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"unsafe"

	"gpusph/internal/text"
)

// NCCLVariable is the name of the environment variable that tells where the library of NCCL is.
const NCCLVariable = "GPUSPH_NCCL"

// minNCCL is the first version that sends and receives: 2.7.
const minNCCL = 2700

// FindNCCL loads NCCL, the library by which GPUs of several machines exchange, and tells its
// version, as 22803 for 2.28.3.
func FindNCCL() (version int, err error) { return findNCCL() }

var findNCCL = sync.OnceValues(func() (int, error) {
	paths := []string{"libnccl.so.2", "libnccl.so"}
	if own := os.Getenv(NCCLVariable); own != "" {
		paths = []string{own}
	}
	var version C.int
	why := make([]byte, 1024)
	for _, path := range paths {
		name := C.CString(path)
		failed := C.ncclLoad(name, &version, (*C.char)(unsafe.Pointer(&why[0])), C.int(len(why)))
		C.free(unsafe.Pointer(name))
		if failed == 0 {
			if version < minNCCL {
				return int(version), fmt.Errorf("%s is NCCL %s, but 2.7 or later is needed", path,
					NCCLText(int(version)))
			}
			return int(version), nil
		}
	}
	reason, _, _ := strings.Cut(string(why), "\x00")
	return 0, fmt.Errorf("%s cannot be loaded (%s); %s=/path/to/libnccl.so.2 tells where it is",
		text.Or(paths), reason, NCCLVariable)
})

// NCCLText is a version as people write it. Those before 2.9 have four digits.
func NCCLText(version int) string {
	if version < 10000 {
		return fmt.Sprintf("%d.%d.%d", version/1000, version/100%10, version%100)
	}
	return fmt.Sprintf("%d.%d.%d", version/10000, version/100%100, version%100)
}

// NCCLId is what the ranks of a communicator have in common.
type NCCLId [C.NCCL_ID_BYTES]byte

// NewNCCLId makes one.
func NewNCCLId() (id NCCLId, err error) {
	if _, err = FindNCCL(); err != nil {
		return id, err
	}
	return id, ncclError(C.ncclNewId(unsafe.Pointer(&id)))
}

// Communicator is a GPU as one of several that exchange by NCCL.
type Communicator struct {
	rank   int
	handle unsafe.Pointer
	parts  []C.struct_NcclPart
}

// NCCLPart is bytes to send to a rank or to receive from it.
type NCCLPart struct {
	At       Ptr
	Bytes    int
	Rank     int
	Receives bool
}

// JoinNCCL makes the current device one of a number of ranks. All of them call it at once; it
// returns when they have.
func JoinNCCL(id NCCLId, ranks, rank int) (*Communicator, error) {
	c := &Communicator{rank: rank}
	err := ncclError(C.ncclJoin(&c.handle, C.int(ranks), unsafe.Pointer(&id), C.int(rank)))
	if err != nil {
		return nil, fmt.Errorf("joining as rank %d of %d: %w", rank, ranks, err)
	}
	return c, nil
}

// Exchange puts on a stream all that parts send and receive, as one piece of work. What two ranks
// send each other is received in the order in which it is sent.
func (c *Communicator) Exchange(s Stream, parts []NCCLPart) {
	c.parts = c.parts[:0]
	for _, p := range parts {
		if p.Bytes > 0 {
			c.parts = append(c.parts, C.struct_NcclPart{C.uint64_t(p.At), C.uint64_t(p.Bytes),
				C.int32_t(p.Rank), C.int32_t(ncclFlag(p.Receives))})
		}
	}
	if len(c.parts) == 0 {
		return
	}
	native(s, "nccl exchange", func(stream unsafe.Pointer) error {
		return ncclError(C.ncclExchange(c.handle, &c.parts[0], C.int(len(c.parts)), stream))
	})
}

// Gather puts on a stream that the bytes of all ranks lie one behind the other at an address, where
// this rank's lie in their place already.
func (c *Communicator) Gather(s Stream, all Ptr, bytes int) {
	native(s, "nccl gather", func(stream unsafe.Pointer) error {
		return ncclError(C.ncclGather(c.handle, C.uint64_t(all), C.uint64_t(bytes), C.int(c.rank),
			stream))
	})
}

// Fault is what has gone wrong, as another process that is lost.
func (c *Communicator) Fault() error { return ncclError(C.ncclFault(c.handle)) }

// Abandon ends it, whatever the other ranks do.
func (c *Communicator) Abandon() {
	if c != nil && c.handle != nil {
		C.ncclAbandon(c.handle)
		c.handle = nil
	}
}

// nativeStream is a Stream that a library can put work on.
type nativeStream interface {
	native(what string, f func(stream unsafe.Pointer) error)
}

// native lets a library put work on a stream.
func native(s Stream, what string, f func(stream unsafe.Pointer) error) {
	s.(nativeStream).native(what, f)
}

func ncclFlag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func ncclError(result C.int) error {
	if result == 0 {
		return nil
	}
	return errors.New("NCCL: " + C.GoString(C.ncclText(result)))
}
