package engine

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"gpusph/internal/text"
	"gpusph/sph"
)

// A device that does not come back ends a run in time, in a sentence that names it, whatever the
// others do: they may have lost it, have failed before, or wait for it as well. Nothing is asked of
// any device then, and nothing is given back.
func TestLostDevice(t *testing.T) {
	broken := errors.New("host:0: forces: broken")
	for _, test := range []struct {
		name  string
		lost  []int // have given up waiting for another
		stuck []int // do not come back
		err   error // of the first
		want  []string
	}{
		{"one is stuck", []int{0, 2}, []int{1}, nil, []string{"host:1 did not answer the others within 10ms after step 0; "}},
		{"two are stuck", []int{0}, []int{1, 2}, nil, []string{"host:1 and host:2 did not answer"}},
		{"another waits for it", []int{0, 2}, []int{1, 2}, nil, []string{"host:1 did not answer"}},
		{"it comes back late", []int{0, 1, 2}, nil, nil, []string{"a device did not answer"}},
		{"it has failed", []int{1, 2}, nil, broken, []string{broken.Error()}},
		{"another waits for one that has failed", nil, []int{1}, broken, []string{broken.Error() + "\n", "host:1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			system := open(t, 3)
			devices := system.Devices
			s := start(t, column(0.05), Options{System: system})
			s.patience, s.grace = 10*time.Millisecond, 10*time.Millisecond
			s.look.Reset(time.Millisecond)
			release := make(chan bool)
			err := s.onAllDomains(func(d *domain) error {
				for _, i := range test.lost {
					if i == d.index {
						atomic.StoreUint32((*uint32)(unsafe.Pointer(&d.hostCopy.Bytes[publishedLost])), 1)
					}
				}
				for _, i := range test.stuck {
					if i == d.index {
						<-release
					}
				}
				if d.index == 0 {
					return test.err
				}
				return nil
			})
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %v, without %q", err, want)
				}
			}
			if _, again := s.Advance(10); again != err {
				t.Errorf("then the error is %v", again)
			}
			if err := errors.Join(s.Close(), system.Close()); err != nil || system.Devices != nil {
				t.Errorf("closing after that gives %v", err)
			}
			close(release) // what follows leaves nothing behind
			for range test.stuck {
				<-s.outcomes
			}
			s.lost, system.Devices = nil, devices
			for _, d := range s.domains {
				atomic.StoreUint32((*uint32)(unsafe.Pointer(&d.hostCopy.Bytes[publishedLost])), 0)
			}
		})
	}
}

// A device that fails by itself loses no other.
func TestFailedDevice(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 3)})
	s.patience, s.grace = time.Minute, 0
	s.look.Reset(time.Millisecond)
	failed := errors.New("no room")
	if err := s.onAllDomains(func(d *domain) error {
		if d.index == 0 {
			return failed
		}
		time.Sleep(20 * time.Millisecond) // as one that is at work
		return nil
	}); err.Error() != failed.Error() || s.lost != nil {
		t.Errorf("the error is %v, and %v is lost", err, s.lost)
	}
	if _, err := s.Advance(10); err != nil {
		t.Errorf("and afterwards %v", err)
	}
}

// What a device panics of is an error of the flow, and the others come back.
func TestPanic(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100})
	err := s.onAllDomains(func(d *domain) error {
		if d.index == 1 {
			panic("there is no such thing")
		}
		return nil
	})
	p := new(text.Panic)
	if !errors.As(err, &p) || !strings.Contains(err.Error(), "host:1") || !strings.Contains(err.Error(), "there is no such thing") || !strings.Contains(p.Stack, "TestPanic") {
		t.Error(err)
	}
}

// Who is waited for can be asked while the flow computes.
func TestWaiting(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100})
	s.phase = sph.Phases[sph.BuildNeibs]
	if w := s.Waiting(); w != "" {
		t.Errorf("no device is asked for anything, and it waits for %s", w)
	}
	asked := make(chan string)
	if err := s.onAllDomains(func(d *domain) error {
		if d.index == 1 {
			go func() {
				for s.Waiting() == "" {
					time.Sleep(time.Millisecond)
				}
				asked <- s.Waiting()
			}()
			if w := <-asked; w != "host:1 in BuildNeibs, after step 0" {
				t.Errorf("it waits for %q", w)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if w := s.Waiting(); w != "" {
		t.Errorf("all have come back, and it waits for %s", w)
	}
}
