package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/internal/text"
	"gpusph/sph/exchange"
)

// How long a device is waited for: patience by the kernels of others, and grace more by the host,
// since the driver of a GPU that hangs may never come back.
const (
	patience = 10 * time.Second
	grace    = 3 * time.Second
)

// watch is what ends a run that waits for a device that is lost.
type watch struct {
	patience, grace time.Duration
	look            *time.Ticker // when the host looks whether kernels have lost a device
	lost            error        // a device is, and no call of its driver need come back

	waiting atomic.Pointer[string] // for whom, in what; nil while no device is late
	phase   string                 // that devices are in
}

// Waiting is which devices the simulation has waited for in which phase, for half a second and
// longer; "" is none. It may be called from other goroutines while the simulation computes.
func (s *Simulation) Waiting() string {
	if w := s.waiting.Load(); w != nil {
		return *w
	}
	return ""
}

// noteWaiting notes which devices have not come back.
func (s *Simulation) noteWaiting(back []bool) {
	var names []string
	for i, d := range s.domains {
		if !back[i] {
			names = append(names, d.name)
		}
	}
	w := fmt.Sprintf("%s in %s, after step %d", text.And(names), s.phase, s.clock.Step)
	s.waiting.Store(&w)
}

func newWatch() *watch {
	return &watch{phase: "setting up", patience: patience, grace: grace, look: time.NewTicker(time.Second / 2)}
}

// outcome is what has come of a device's work.
type outcome struct {
	device int
	err    error
}

// onAllDomains runs f for every device at once, of other processes too, which do the same, and
// waits for all. Its error is that of all.
func (s *Simulation) onAllDomains(f func(*domain) error) error { return s.agree(s.onLocalDomains(f)) }

// onLocalDomains runs f for every device of this process at once, on the device's own goroutine,
// and waits for all. Where a device fails, the others have a limited time to come back. Once a
// device is lost nothing is asked of any.
func (s *Simulation) onLocalDomains(f func(*domain) error) error {
	if s.lost != nil {
		return s.lost
	}
	order := s.order()
	for _, d := range s.domains {
		d.order = order
		d.work <- f
	}
	errs, back := make([]error, len(s.domains)), make([]bool, len(s.domains))
	missing := len(errs)
	defer s.waiting.Store(nil)
	var deadline time.Time // once one has failed
	for missing > 0 && (deadline.IsZero() || time.Now().Before(deadline)) {
		if o, ok := exchange.ReceiveOr(s.outcomes, s.group.Spin, s.look.C); ok {
			errs[o.device-s.group.First], back[o.device-s.group.First] = o.err, true
			missing--
		} else {
			s.noteWaiting(back)
		}
		if !deadline.IsZero() {
			continue
		} else if s.someoneLost() || s.processesFailed() != nil {
			deadline = time.Now().Add(s.grace)
		} else if errors.Join(errs...) != nil { // the others may be waiting for it
			deadline = time.Now().Add(s.patience + s.grace)
		}
	}
	if failed := s.processesFailed(); missing > 0 && failed != nil {
		s.lost = failed // devices wait for those of another process
		return s.lost
	}
	if missing > 0 || s.someoneLost() {
		s.lost = s.lostError(errs)
		return s.lost
	}
	return joinOnce(errs)
}

// processesFailed is why the processes have lost each other.
func (s *Simulation) processesFailed() error {
	if s.group.Processes == nil {
		return nil
	}
	return s.group.Processes.Failed()
}

// joinOnce is errors.Join, but of one failure, which all say who have waited for it, there is one
// error.
func joinOnce(errs []error) error {
	var all []error
	var add func(errs []error)
	add = func(errs []error) {
		for _, err := range errs {
			if several, ok := err.(interface{ Unwrap() []error }); ok {
				add(several.Unwrap())
			} else if err != nil && !slices.ContainsFunc(all, func(e error) bool { return e.Error() == err.Error() }) {
				all = append(all, err)
			}
		}
	}
	add(errs)
	return errors.Join(all...)
}

// lostError names the devices that are lost: those with errors of their own, and those that have
// not given up waiting for another.
func (s *Simulation) lostError(errs []error) error {
	var silent []string
	for i, d := range s.domains {
		if errs[i] == nil && !d.hasLost() {
			silent = append(silent, d.name)
		}
	}
	err := joinOnce(errs)
	if silent == nil {
		if err != nil {
			return err
		}
		silent = []string{"a device"}
	}
	return errors.Join(err, fmt.Errorf("%s did not answer the others within %v after step %d; the driver's log may say why",
		text.And(silent), s.patience, s.clock.Step))
}

// someoneLost reports whether a device has given up waiting for another.
func (s *Simulation) someoneLost() bool {
	for _, d := range s.domains {
		if d.hasLost() {
			return true
		}
	}
	return false
}

// hasLost reports whether this device has; its kernels say so while they run.
func (d *domain) hasLost() bool {
	return atomic.LoadUint32((*uint32)(unsafe.Pointer(&d.hostCopy.Bytes[publishedLost]))) != 0
}

// waits is how kernels of this device wait for others.
func (d *domain) waits() cuda.Patience {
	return cuda.Patience{Lost: d.lostFlag, LostOut: d.hostCopy.Ptr + publishedLost, Milliseconds: uint32(d.patience.Milliseconds())}
}
