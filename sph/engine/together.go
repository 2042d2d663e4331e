package engine

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"gpusph/gpu"
	"gpusph/sph"
)

// together is what a simulation has of other processes.
type together struct {
	processes sph.Processes // nil where there is one
	firsts    []int         // the number of the first device of each, and the end
	greatest  gpu.Shared    // two cuda.Maxima of all processes
	asked     int           // how many calls deep what is asked of the simulation is
	moments   int           // that the devices have measured since it was asked
}

// leads says whether this process is the one that plans and that has the results.
func (s *Simulation) leads() bool { return s.processes == nil || s.processes.Rank() == 0 }

// processOf is the rank of the process that has a device.
func (t *together) processOf(device int) int {
	rank, found := slices.BinarySearch(t.firsts, device)
	if !found {
		rank--
	}
	return rank
}

// meet learns which devices there are, and holds that all processes compute the same flow.
func (s *Simulation) meet() error {
	var own []Device
	for _, d := range s.options.System.Devices {
		_, total := d.Memory()
		own = append(own, Device{d.Name(), d.Model(), total})
		if s.processes != nil && !gpu.TakesCalls(d) {
			return fmt.Errorf("%s is a GPU, and GPUs do not work together with other processes yet; --devices host in each process, or one process with all GPUs of a machine, would do", d.Name())
		}
	}
	if s.processes == nil {
		s.haveShares(own)
		return nil
	}
	type hello struct {
		Devices []Device
		Flow    string
	}
	all, err := gatherOf(s, hello{own, s.Case.Fingerprint()})
	if err != nil {
		return err
	}
	var devices []Device
	for rank, h := range all {
		if h.Flow != all[0].Flow {
			return fmt.Errorf("process %d has another flow than process 0; the same program, options and files everywhere would do", rank)
		}
		if rank == s.processes.Rank() {
			s.first = len(devices)
		}
		s.firsts = append(s.firsts, len(devices))
		devices = append(devices, h.Devices...)
	}
	s.firsts = append(s.firsts, len(devices))
	if len(devices) > MostDevices {
		return fmt.Errorf("the processes have %d devices, but %d are the most; fewer processes or devices would do", len(devices), MostDevices)
	}
	s.haveShares(devices)
	s.greatest, err = s.options.System.Share(2 * maximaBytes)
	return err
}

// MostDevices is how many a flow may be on: snapshots have the device of each particle in a byte.
const MostDevices = 255

func (s *Simulation) haveShares(devices []Device) {
	s.devices, s.shares = devices, make([]share, len(devices))
	for i, d := range devices {
		s.shares[i].name, s.shares[i].cells = d.Name, &s.grid
	}
}

// Device is one that a flow is on.
type Device struct {
	Name, Model string
	Memory      int64 // [bytes]
}

// Firsts are the numbers of the first devices of each process, and the end.
func (s *Simulation) Firsts() []int {
	if s.processes == nil {
		return []int{0, len(s.devices)}
	}
	return s.firsts
}

// Devices are all that the flow is on, in their order along the split axis.
func (s *Simulation) Devices() []Device { return s.devices }

// gather returns what all processes give, by rank, within a task; gatherBetween does between two. It goes beside the steps.
func (s *Simulation) gather(own []byte) ([][]byte, error) { return s.gatherWhere(withinTask, own) }

func (s *Simulation) gatherBetween(own []byte) ([][]byte, error) {
	return s.gatherWhere(betweenTasks, own)
}

const betweenTasks, withinTask = 0, 1

// gatherWhere holds that all processes are at the same.
func (s *Simulation) gatherWhere(where byte, own []byte) ([][]byte, error) {
	all, err := s.gatherAll(append([]byte{where}, own...))
	if err != nil {
		return nil, err
	}
	for rank, b := range all {
		if b[0] != where {
			err = fmt.Errorf("process %d is not where process %d is, and says %q; this is a bug", rank, s.processes.Rank(), b[1:])
		}
		all[rank] = b[1:]
	}
	if err != nil {
		s.processes.Fail(err)
	}
	return all, err
}

func (s *Simulation) gatherAll(own []byte) ([][]byte, error) {
	p := s.processes
	n, rank := p.Count(), p.Rank()
	swapWithAll := func(out, in func(rank int) []byte) error {
		var sent, received []sph.Message
		for peer := range n {
			if peer == rank || rank > 0 && peer > 0 {
				continue
			}
			if b := out(peer); b != nil {
				sent = append(sent, sph.Message{Peer: peer, Tag: sph.HostTag, Bytes: b})
			}
			if b := in(peer); b != nil {
				received = append(received, sph.Message{Peer: peer, Tag: sph.HostTag, Bytes: b})
			}
		}
		return p.Swap(sent, received)
	}
	none := func(int) []byte { return nil }
	// What they give comes to the first process in two messages: how much it is with its beginning, and the rest. From there all goes to all.
	all := make([][]byte, n)
	if rank > 0 {
		head, rest := cut(own)
		if err := swapWithAll(func(int) []byte { return head }, none); err != nil {
			return nil, err
		}
		if rest != nil {
			if err := swapWithAll(func(int) []byte { return rest }, none); err != nil {
				return nil, err
			}
		}
		head = make([]byte, headBytes)
		if err := swapWithAll(none, func(int) []byte { return head }); err != nil {
			return nil, err
		}
		whole, rest := joined(head)
		if rest != nil {
			if err := swapWithAll(none, func(int) []byte { return rest }); err != nil {
				return nil, err
			}
		}
		for k := range all {
			length := binary.LittleEndian.Uint64(whole)
			all[k], whole = whole[8:8+length], whole[8+length:]
		}
		return all, nil
	}
	heads, rests := make([][]byte, n), make([][]byte, n)
	for k := range heads {
		heads[k] = make([]byte, headBytes)
	}
	if err := swapWithAll(none, func(k int) []byte { return heads[k] }); err != nil {
		return nil, err
	}
	all[0] = own
	for k := 1; k < n; k++ {
		all[k], rests[k] = joined(heads[k])
	}
	if err := swapWithAll(none, func(k int) []byte { return rests[k] }); err != nil {
		return nil, err
	}
	var whole []byte
	for _, b := range all {
		whole = binary.LittleEndian.AppendUint64(whole, uint64(len(b)))
		whole = append(whole, b...)
	}
	head, rest := cut(whole)
	if err := swapWithAll(func(int) []byte { return head }, none); err != nil {
		return nil, err
	}
	if rest != nil {
		if err := swapWithAll(func(int) []byte { return rest }, none); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// headBytes is the most that the first of two messages has.
const headBytes = 8 << 10

// cut makes two messages of bytes; the second is nil where it is not needed.
func cut(b []byte) (head, rest []byte) {
	n := min(len(b), headBytes-8)
	head = append(binary.LittleEndian.AppendUint64(nil, uint64(len(b))), b[:n]...)
	if n < len(b) {
		rest = b[n:]
	}
	return head, rest
}

// joined is what a first message begins, with room for the rest.
func joined(head []byte) (whole, rest []byte) {
	length := int(binary.LittleEndian.Uint64(head))
	whole = make([]byte, length)
	n := copy(whole, head[8:])
	if n < length {
		rest = whole[n:]
	}
	return whole, rest
}

// gatherOf is gather of values.
func gatherOf[T any](s *Simulation, own T) ([]T, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(own); err != nil {
		return nil, err
	}
	parts, err := s.gather(b.Bytes())
	if err != nil {
		return nil, err
	}
	all := make([]T, len(parts))
	for k, part := range parts {
		if err := gob.NewDecoder(bytes.NewReader(part)).Decode(&all[k]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// told is what the leading process gives: f is asked there only.
func told[T any](s *Simulation, f func() T) (T, error) {
	var b bytes.Buffer
	var value T
	if s.leads() {
		value = f()
		if s.processes == nil {
			return value, nil
		}
		if err := gob.NewEncoder(&b).Encode(value); err != nil {
			return value, err
		}
	}
	parts, err := s.gather(b.Bytes())
	if err == nil && !s.leads() {
		err = gob.NewDecoder(bytes.NewReader(parts[0])).Decode(&value)
	}
	return value, err
}

// failed is an error of another process.
type failed struct {
	text   string
	memory bool
}

func (f failed) Error() string { return f.text }
func (f failed) Is(err error) bool {
	return f.memory && err == gpu.ErrMemory
}

// agree joins the errors and the shares of all processes. All call it, whatever has come of their own devices.
func (s *Simulation) agree(err error) error {
	if s.processes == nil {
		return err
	}
	if s.lost != nil {
		s.processes.Fail(s.lost)
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
		own = s.appendShare(own, &s.shares[s.first+i])
	}
	all, lost := s.gather(own)
	if lost != nil {
		s.lost = errors.Join(err, lost)
		return s.lost
	}
	errs := []error{err}
	for rank, b := range all {
		if rank == s.processes.Rank() {
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
		for i := s.firsts[rank]; i < s.firsts[rank+1]; i++ {
			b = s.takeShare(b, &s.shares[i])
		}
	}
	s.moments = 0
	return errors.Join(errs...)
}

// appendShare is what other processes are told of a share; takeShare reads it.
func (s *Simulation) appendShare(b []byte, d *share) []byte {
	word := func(x int) { b = binary.LittleEndian.AppendUint32(b, uint32(x)) }
	float := func(x float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x)) }
	for _, x := range []int{d.window.OwnFrom, d.window.OwnTo, d.count, d.images, d.ownImages, d.left, d.active, len(d.offsets), len(d.estimate), s.moments} {
		word(x)
	}
	for _, x := range d.offsets {
		word(x)
	}
	for _, x := range d.estimate {
		word(int(x))
	}
	for _, x := range append(d.seconds[:], d.busy) {
		float(x)
	}
	b = append(b, d.published[:publishedNumbers]...)
	return append(b, d.momentBytes[:8*s.momentWords()*s.moments]...)
}

func (s *Simulation) takeShare(b []byte, d *share) []byte {
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
	d.count, d.images, d.ownImages, d.left, d.active = word(), word(), word(), word(), word()
	offsets, estimate, moments := word(), word(), word()
	d.offsets, d.estimate = make([]int, offsets), make([]float64, estimate)
	for i := range d.offsets {
		d.offsets[i] = word()
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
	bytes := 8 * s.momentWords() * moments
	if moments > 0 {
		d.momentBytes = append(d.momentBytes[:0], b[:bytes]...)
	}
	return b[bytes:]
}
