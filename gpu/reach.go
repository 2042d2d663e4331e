package gpu

import "errors"

// Handle names an allocation of a GPU to other processes of the machine.
type Handle [64]byte

// Export is an allocation that other processes can reach.
type Export struct {
	Handle Handle
	Base   Ptr   // here
	Bytes  int64 // of it
}

// exporter is a Device whose memory other processes can reach.
type exporter interface {
	export(Ptr) (Export, error)
	reach(Handle) (Ptr, error)
	leave(Ptr) error
	reclaim()
	identity() string
}

var errNotShared = errors.New("the memory of a host device is its process's own")

// ExportOf lets other processes reach the allocation that p is the beginning of. From then on Free
// keeps it until the second Reclaim, so that the others can leave it before it is gone.
func ExportOf(d Device, p Ptr) (Export, error) {
	if e, ok := d.(exporter); ok {
		return e.export(p)
	}
	return Export{}, errNotShared
}

// Reach is where a device reaches an allocation of another process, until Leave.
func Reach(d Device, h Handle) (Ptr, error) {
	if e, ok := d.(exporter); ok {
		return e.reach(h)
	}
	return 0, errNotShared
}

// Leave ends what Reach began.
func Leave(d Device, p Ptr) error {
	if e, ok := d.(exporter); ok {
		return e.leave(p)
	}
	return nil
}

// Reclaim gives back what was free at the last Reclaim and other processes have left since.
func Reclaim(d Device) {
	if e, ok := d.(exporter); ok {
		e.reclaim()
	}
}

// Identity tells a GPU from all others of all machines. It is empty for a host device.
func Identity(d Device) string {
	if e, ok := d.(exporter); ok {
		return e.identity()
	}
	return ""
}
