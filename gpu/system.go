package gpu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gpusph/internal/text"
)

// System is the devices of a run. A GPU may be in it several times, as
// separate devices that share it; so may the host.
type System struct {
	Devices []Device
	names   []string // as they were asked for
	sharing sync.Mutex
	shared  []func()
}

// Open opens devices by name: "cuda:N" is a GPU, "host" the host's processor.
func Open(names []string, o Options) (*System, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("no devices are named; use host")
	}
	s := &System{names: names}
	o.Strict = o.Strict || Mixed(names)
	if o.Cores == nil {
		o.Cores = AllCores()
	}
	devices, errs := make([]Device, len(names)), make([]error, len(names))
	var wait sync.WaitGroup
	for i := range names {
		wait.Go(func() {
			defer text.Recover("opening "+names[i], &errs[i])
			devices[i], errs[i] = openDevice(names, i, o)
		})
	}
	wait.Wait()
	first := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	for i, d := range devices {
		if errs[i] == nil {
			s.Devices = append(s.Devices, d)
		}
	}
	if first >= 0 {
		s.Close()
		return nil, errs[first]
	}
	return s, nil
}

// OpenAhead opens devices as Open does, while the caller does something else. The function that it
// returns waits for that.
func OpenAhead(names []string, o Options) func() (*System, error) {
	var s *System
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		s, err = Open(names, o)
	}()
	return func() (*System, error) {
		<-done
		return s, err
	}
}

// openDevice opens the i-th of the devices named. Those of the host share its cores.
func openDevice(names []string, i int, o Options) (Device, error) {
	name := names[i]
	if index, ok := strings.CutPrefix(name, "cuda:"); ok {
		n, err := strconv.Atoi(index)
		if err != nil {
			return nil, fmt.Errorf("device %s: a GPU is named by its number, as cuda:0", name)
		}
		return openCUDA(n, share(names, i), o)
	}
	if name != "host" {
		return nil, fmt.Errorf("device %s is unknown; devices are cuda:N and host", name)
	}
	return newHostDevice(fmt.Sprintf("%shost:%d", o.Prefix, count(names[:i], "host")), o), nil
}

// Mixed reports whether GPUs and the host are among the devices, which round alike with
// strict kernels only.
func Mixed(names []string) bool {
	hosts := count(names, "host")
	return 0 < hosts && hosts < len(names)
}

func count(names []string, name string) int {
	n := 0
	for _, m := range names {
		if m == name {
			n++
		}
	}
	return n
}

// share tells apart the shares of one GPU: 0 is the only one, else from 1.
func share(names []string, i int) int {
	if count(names, names[i]) == 1 {
		return 0
	}
	return 1 + count(names[:i], names[i])
}

// Share returns memory that all devices and the host can read and write. It is
// given back when the System is closed.
func (s *System) Share(bytes int) (Shared, error) {
	alloc := sharedHost
	if slices.ContainsFunc(s.Devices, func(d Device) bool {
		_, host := d.(*hostDevice)
		return !host
	}) {
		alloc = sharedCUDA
	}
	m, free, err := alloc(bytes)
	if err == nil {
		s.sharing.Lock()
		defer s.sharing.Unlock()
		s.shared = append(s.shared, free)
	}
	return m, err
}

// Together says for each device which of them it sits with: shares of one GPU have
// the number of the first, all others their own.
func (s *System) Together() []int {
	together := make([]int, len(s.Devices))
	for i, d := range s.Devices {
		together[i] = i
		if _, host := d.(*hostDevice); !host {
			together[i] = slices.Index(s.names, s.names[i])
		}
	}
	return together
}

// Concurrent reports whether kernels of all devices run at once for certain, so that
// one may wait for another: the devices are different GPUs.
func (s *System) Concurrent() bool {
	for i, d := range s.Devices {
		if _, host := d.(*hostDevice); host || count(s.names, s.names[i]) > 1 {
			return false
		}
	}
	return true
}

// Direct reports whether kernels of every device can store to the memory of every
// other: GPUs that reach each other, or host devices.
func (s *System) Direct() bool {
	for _, d := range s.Devices {
		for _, to := range s.Devices {
			if d != to && !d.(storer).storesTo(to) {
				return false
			}
		}
	}
	return true
}

// storer is a device whose kernels may store to the memory of another.
type storer interface{ storesTo(Device) bool }

// Abandon leaves all that the devices have to the end of the process; Close gives nothing back
// then. It is for devices whose driver may not come back.
func (s *System) Abandon() { s.Devices, s.shared = nil, nil }

// Close gives everything back.
func (s *System) Close() error {
	for _, free := range s.shared {
		free()
	}
	s.shared = nil
	var first error
	for _, d := range s.Devices {
		if err := d.Close(); err != nil && first == nil {
			first = err
		}
	}
	s.Devices = nil
	return first
}
