package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unsafe"

	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// cluster is what a simulation has of other processes.
type cluster struct {
	asked   int // depth of the calls of the simulation
	moments int // that the devices have measured since it was asked
}

// joinCluster learns which devices there are, and holds that all processes compute the same flow.
func (s *Simulation) joinCluster() error {
	var own []Device
	for _, d := range s.options.System.Devices {
		_, total := d.Memory()
		own = append(own, Device{d.Name(), d.Model(), total})
	}
	if s.group.Processes == nil {
		s.setSubdomains(own)
		return nil
	}
	type hello struct {
		Devices    []Device
		Flow       string
		Controlled bool
	}
	all, err := exchange.GatherOf(s.group, hello{own, s.Case.Fingerprint(), s.Case.Controlled})
	if err != nil {
		return err
	}
	s.Case.Controlled = all[0].Controlled // which depends on files of the first process
	var devices []Device
	for rank, h := range all {
		if h.Flow != all[0].Flow {
			return fmt.Errorf("process %d has another flow than process 0; use the same program, options and files everywhere", rank)
		}
		if rank == s.group.Processes.Rank() {
			s.group.First = len(devices)
		}
		s.group.Firsts = append(s.group.Firsts, len(devices))
		devices = append(devices, h.Devices...)
	}
	s.group.Firsts = append(s.group.Firsts, len(devices))
	if len(devices) > MaxDevices {
		return fmt.Errorf("the processes have %d devices, but the maximum is %d; use fewer processes or devices", len(devices), MaxDevices)
	}
	s.setSubdomains(devices)
	if p, ok := s.group.Processes.(interface{ Spin(time.Duration) }); ok && s.group.Spin {
		p.Spin(exchange.Wakeful)
	}
	return s.group.Connect()
}

// MaxDevices is how many a flow may be on: snapshots have the device of each particle in a byte.
const MaxDevices = 255

func (s *Simulation) setSubdomains(devices []Device) {
	s.devices, s.subdomains = devices, make([]subdomain, len(devices))
	for i, d := range devices {
		s.subdomains[i].name, s.subdomains[i].cells = d.Name, &s.grid
	}
}

// Device is one that a flow is on.
type Device struct {
	Name, Model string
	Memory      int64 // [bytes]
}

// Firsts are the numbers of the first devices of each process, and the end.
func (s *Simulation) Firsts() []int {
	if s.group.Processes == nil {
		return []int{0, len(s.devices)}
	}
	return s.group.Firsts
}

// Devices are all that the flow is on, in their order along the split axis.
func (s *Simulation) Devices() []Device { return s.devices }

// failed is an error of another process.
type failed struct {
	text   string
	memory bool
}

func (f failed) Error() string { return f.text }
func (f failed) Is(err error) bool {
	return f.memory && err == gpu.ErrMemory
}

// agree joins the errors and the shares of all processes. All call it, whatever has come of their
// own devices.
func (s *Simulation) agree(err error) error {
	if s.group.Processes == nil {
		return err
	}
	if s.lost != nil {
		s.group.Processes.Fail(s.lost)
		return s.lost
	}
	var own []byte
	text, memory := "", errors.Is(err, gpu.ErrMemory)
	if err != nil {
		text = err.Error()
	}
	own = binary.LittleEndian.AppendUint32(own, uint32(len(text)))
	own = append(append(own, text...), byte(number(memory)))
	for i := range s.domains {
		own = s.appendSubdomain(own, &s.subdomains[s.group.First+i])
	}
	reachable, wrong := s.announce()
	err = errors.Join(err, wrong)
	own = append(own, reachable...)
	all, lost := s.group.Gather(own)
	if lost != nil {
		s.lost = errors.Join(err, lost)
		return s.lost
	}
	errs, announced := []error{err}, make([][]byte, len(all))
	for rank, b := range all {
		if rank == s.group.Processes.Rank() {
			continue
		}
		length := binary.LittleEndian.Uint32(b)
		if length > 0 {
			text := string(b[4 : 4+length])
			if !strings.HasPrefix(text, fmt.Sprintf("%d/", rank)) { // as the names of its devices
				text = fmt.Sprintf("process %d: %s", rank, text)
			}
			errs = append(errs, failed{text, b[4+length] > 0})
		}
		b = b[5+length:]
		for i := s.group.Firsts[rank]; i < s.group.Firsts[rank+1]; i++ {
			b = s.takeSubdomain(b, &s.subdomains[i])
		}
		announced[rank] = b
	}
	s.moments = 0
	errs = append(errs, s.group.Hear(announced))
	return errors.Join(errs...)
}

// announce is where the devices' memory is for other processes.
func (s *Simulation) announce() ([]byte, error) {
	if len(s.domains) == 0 || s.domains[0].member == nil {
		return nil, nil // nothing is open
	}
	return s.group.Announce()
}

// appendSubdomain is what other processes are told of a share; takeShare reads it.
func (s *Simulation) appendSubdomain(b []byte, d *subdomain) []byte {
	word := func(x int) { b = binary.LittleEndian.AppendUint32(b, uint32(x)) }
	float := func(x float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x)) }
	for _, x := range []int{d.window.OwnFrom, d.window.OwnTo, d.count, d.images, d.ownImages, d.active, len(d.offsets), len(d.estimate), s.moments} {
		word(x)
	}
	for _, x := range slices.Concat(d.offsets, d.left[:]) {
		word(x)
	}
	for _, x := range d.estimate {
		word(int(x))
	}
	for _, x := range append(d.seconds[:], d.busy) {
		float(x)
	}
	b = append(b, d.published[:publishedNumbers]...)
	return append(b, d.sampleBytes[:s.measures.Bytes(s.moments)]...)
}

func (s *Simulation) takeSubdomain(b []byte, d *subdomain) []byte {
	word := func() int {
		x := int32(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return int(x)
	}
	float := func() float64 {
		x := binary.LittleEndian.Uint64(b)
		b = b[8:]
		return math.Float64frombits(x)
	}
	from, to := word(), word()
	if d.window = s.grid.Window(from, to); to == 0 { // before the first lists
		d.window.To = 0
	}
	d.count, d.images, d.ownImages, d.active = word(), word(), word(), word()
	offsets, estimate, moments := word(), word(), word()
	d.offsets, d.estimate = make([]int, offsets), make([]float64, estimate)
	for i := range d.offsets {
		d.offsets[i] = word()
	}
	for k := range d.left {
		d.left[k] = word()
	}
	for i := range d.estimate {
		d.estimate[i] = float64(uint32(word()))
	}
	for k := range d.seconds {
		d.seconds[k] = float()
	}
	d.busy = float()
	// The published is read as structs, so it begins at a whole word.
	if d.published == nil {
		words := make([]uint64, publishedNumbers/8)
		d.published = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), publishedNumbers)
	}
	copy(d.published, b)
	b = b[publishedNumbers:]
	bytes := s.measures.Bytes(moments)
	if moments > 0 {
		d.sampleBytes = append(d.sampleBytes[:0], b[:bytes]...)
	}
	return b[bytes:]
}

// Links times the links between processes; with one process there are none.
func (s *Simulation) Links() ([]exchange.Link, error) {
	if s.group.Processes == nil {
		return nil, nil
	}
	if err := s.broadcast(task{what: linksTask}); err != nil {
		return nil, err
	}
	defer s.broadcastDone()
	all, err := exchange.TimeLinks(s.group, s.onFirst)
	if err != nil {
		s.lost = err
	}
	return all, err
}

// onFirst does something on the goroutine of this process's first device.
func (s *Simulation) onFirst(f func(*exchange.Member) error) error {
	return s.onLocalDomains(func(d *domain) error {
		if d != s.domains[0] {
			return nil
		}
		return f(d.member)
	})
}

// Note says why processes exchange by no faster transport, where they could; else it is empty.
func (s *Simulation) Note() string { return s.group.Note() }
