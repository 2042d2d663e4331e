package grid

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// Simulation is a flow on devices. Where several processes compute it, all make the same calls.
type Simulation struct {
	flow    *Flow
	options Options
	group   exchange.Group
	bounds  []int // of slices
	slice   int   // planes of one
	sums    exchange.Global
	lost    gpu.Shared

	gather   exchange.Global
	gathered int // bytes of that; 0 is none
	parts    []*part
	names    []string // of all devices
}

// New puts a flow on the devices of o.System.
func New(flow *Flow, o Options) (*Simulation, error) {
	if err := flow.Check(o.Solver); err != nil {
		return nil, err
	}
	s := &Simulation{flow: flow, options: o}
	if err := s.cut(); err != nil {
		return nil, err
	}
	if err := s.openGroup(); err != nil {
		return nil, err
	}
	err := s.each((*part).open)
	if err == nil {
		err = s.each((*part).join)
	}
	if err == nil {
		err = s.each(func(p *part) error { return p.scheme.start() })
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openGroup makes the devices members of a group.
func (s *Simulation) openGroup() error {
	system := s.options.System
	mode, err := s.options.Exchange.On(system)
	if err != nil {
		return err
	}
	g := &s.group
	g.System, g.Mode, g.Count, g.Concurrent = system, mode, len(s.names), system.Concurrent()
	g.Ring = s.flow.Periodic[2]
	g.Transport = s.options.Transport
	if g.Processes != nil {
		if err := g.Connect(); err != nil {
			return err
		}
	}
	for i, d := range system.Devices {
		p := &part{sim: s, device: d, span: s.spanOf(g.First + i)}
		p.member = &exchange.Member{Group: g, Index: g.First + i, Device: d, Keep: p.keep,
			Patience: p.patience, Memory: func() []gpu.Ptr { return p.memory }}
		p.scheme = s.flow.Equations.scheme(p)
		g.Members, s.parts = append(g.Members, p.member), append(s.parts, p)
	}
	g.Join()
	if s.lost, err = system.Share(64); err != nil {
		return err
	}
	s.sums = exchange.Global{Bytes: wordBytes, Packet: 16 * cuda.GridWords, Across: tallyAcross,
		Publish: func(st gpu.Stream, from, out gpu.Ptr) { st.Copy(out, from, wordBytes) }}
	s.gathered = s.flow.Equations.gatheredBytes(s.flow, s.options.Solver, g.Count)
	if err := s.sums.Open(g); err != nil || s.gathered == 0 {
		return err
	}
	s.gather = exchange.Global{Bytes: s.gathered, Packet: 2 * s.gathered, Across: exchange.Sums,
		Publish: func(st gpu.Stream, from, out gpu.Ptr) { st.Copy(out, from, s.gathered) }}
	return s.gather.Open(g)
}

// tallyAcross combines the words of all processes: two sums and four maxima.
func tallyAcross(p exchange.Processes, own, total []byte) error {
	words, all := exchange.Longs(own), exchange.Longs(total)
	sums, greatest := make([]int64, 2), make([]uint32, 4)
	for i := 0; i < len(words); i += cuda.GridWords {
		sums[0], sums[1] = sums[0]+words[i], sums[1]+words[i+1]
		for k := range greatest {
			greatest[k] = max(greatest[k], exchange.Words(own)[2*i+4+k])
		}
	}
	if err := errors.Join(p.Sum(sums), p.Greatest(greatest)); err != nil {
		return err
	}
	copy(all, sums)
	copy(exchange.Words(total)[4:], greatest)
	return nil
}

// cut divides the planes among the devices. A slice is as many as one plane of the coarsest level
// that is cut becomes.
func (s *Simulation) cut() error {
	s.group.Processes = s.options.Processes
	var own []string
	for _, d := range s.options.System.Devices {
		own = append(own, d.Name())
	}
	s.names = own
	if p := s.group.Processes; p != nil {
		s.names = nil
		all, err := exchange.GatherOf(&s.group, own)
		if err != nil {
			return err
		}
		for rank, names := range all {
			if rank == p.Rank() {
				s.group.First = len(s.names)
			}
			s.group.Firsts = append(s.group.Firsts, len(s.names))
			s.names = append(s.names, names...)
		}
		s.group.Firsts = append(s.group.Firsts, len(s.names))
	}
	s.slice = s.flow.SlicePlanes(s.options.Solver, len(s.names))
	slices, n := s.flow.Cells[2]/s.slice, len(s.names)
	if slices < n {
		return fmt.Errorf("%d planes along z make %d slices of %d, which is less than the %d devices; "+
			"use fewer devices or more cells", s.flow.Cells[2], slices, s.slice, n)
	}
	for d := range n + 1 {
		s.bounds = append(s.bounds, d*slices/n)
	}
	if b := s.options.Bounds; b != nil {
		if err := s.setBounds(append(append([]int{0}, b...), slices)); err != nil {
			return err
		}
	}
	return s.checkSlabs()
}

// checkSlabs refuses slabs whose cells, with a halo, a kernel cannot count.
func (s *Simulation) checkSlabs() error {
	plane := s.flow.Cells[0] * s.flow.Cells[1]
	for d, name := range s.names {
		if cells := plane * (s.spanOf(d).planes + 2); cells > math.MaxInt32 {
			return fmt.Errorf("%s has %d cells, with those at its edges, but kernels count to %d; use more "+
				"devices", name, cells, math.MaxInt32)
		}
	}
	return nil
}

func (s *Simulation) setBounds(bounds []int) error {
	for i := range len(bounds) - 1 {
		if bounds[i+1] <= bounds[i] {
			return errors.New("--bounds: each slice begins behind the one before, and every device " +
				"has one at least")
		}
	}
	if len(bounds) != len(s.bounds) {
		return fmt.Errorf("--bounds has %d numbers, and there are %d devices; it has the first slice "+
			"of each but the first", len(bounds)-2, len(s.names))
	}
	s.bounds = bounds
	return nil
}

func (s *Simulation) spanOf(device int) span {
	first, end := s.bounds[device]*s.slice, s.bounds[device+1]*s.slice
	return span{first, end - first}
}

// each does f for every device of this process, on goroutines of their own.
func (s *Simulation) each(f func(*part) error) error {
	errs := make([]error, len(s.parts))
	var all sync.WaitGroup
	for i, p := range s.parts {
		all.Go(func() {
			if errs[i] = p.device.Bind(); errs[i] == nil {
				errs[i] = errors.Join(f(p), p.sync())
			}
		})
	}
	all.Wait()
	for _, p := range s.parts {
		p.forget()
	}
	for _, err := range errs {
		if err != nil {
			return err // of all devices there is the same
		}
	}
	return nil
}

// Advance does steps, or fewer to the end.
func (s *Simulation) Advance(steps int) (Progress, error) {
	begun, before := time.Now(), s.parts[0].clock
	err := s.each(func(p *part) error {
		begun := time.Now()
		err := p.scheme.advance(steps)
		p.busy = time.Since(begun)
		return err
	})
	if err != nil {
		return Progress{}, err
	}
	c := s.parts[0].clock
	for _, p := range s.parts {
		if p.clock != c {
			return Progress{}, fmt.Errorf("%s is at %+v, but %s at %+v; this is a bug",
				p.device.Name(), p.clock, s.names[0], c)
		}
	}
	if !(c.Speed < 1e30) {
		return Progress{}, fmt.Errorf("the flow blew up before step %d at %.4g s; %s", c.Step, c.Time,
			s.flow.Equations.remedy())
	}
	pr := Progress{Time: c.Time, Step: c.Step, Steps: c.Step - before.Step, Dt: c.Dt, Speed: c.Speed,
		Wall: time.Since(begun).Seconds(), Done: c.done, Iterations: c.Iterations - before.Iterations,
		Solves: c.Solves - before.Solves, Change: c.Change, Divergence: c.Divergence}
	for i, name := range s.names {
		of := s.spanOf(i)
		d := DeviceProgress{Name: name, First: of.first, Planes: of.planes}
		if k := i - s.group.First; k >= 0 && k < len(s.parts) {
			d.Busy = s.parts[k].busy.Seconds()
		}
		pr.Devices = append(pr.Devices, d)
	}
	return pr, nil
}

// Sums are those of the flow as it is.
func (s *Simulation) Sums() (Sums, error) {
	all := make([]Sums, len(s.parts))
	err := s.each(func(p *part) (err error) {
		all[p.member.Index-s.group.First], err = p.scheme.measure()
		return err
	})
	return all[0], err
}

// Close gives back what the devices have.
func (s *Simulation) Close() error {
	for _, p := range s.parts {
		if p.member != nil && p.main != nil {
			p.member.Leave()
			p.close()
		}
	}
	return nil
}

// Checkpoint is the flow as it is, of all devices.
func (s *Simulation) Checkpoint() (*sph.Checkpoint, error) {
	names, _ := s.parts[0].scheme.checkpointed()
	own := make([][]byte, len(names))
	fields := func(p *part) []*field { _, f := p.scheme.checkpointed(); return f }
	if err := s.download(fields, own); err != nil {
		return nil, err
	}
	all := [][][]byte{own}
	if s.group.Processes != nil {
		var err error
		if all, err = exchange.GatherOf(&s.group, own); err != nil {
			return nil, err
		}
	}
	c, plane := &s.parts[0].clock, s.flow.Cells[0]*s.flow.Cells[1]
	k := &sph.Checkpoint{Slabs: sph.Slabs{Time: c.Time, Step: c.Step, Bounds: s.bounds}}
	for i, name := range names {
		f := sph.CheckpointField{Name: name, Bytes: fields(s.parts[0])[i].plane / plane}
		for _, of := range all {
			f.Data = append(f.Data, of[i]...)
		}
		k.Fields = append(k.Fields, f)
	}
	for n := 0; n <= s.flow.Cells[2]; n += s.slice {
		k.Starts = append(k.Starts, n*plane)
	}
	k.SetGlobal("grid clock", bytesOf(c))
	return k, nil
}

// Resume continues from a checkpoint.
func (s *Simulation) Resume(k *sph.Checkpoint) error {
	data, err := k.Global("grid clock", len(bytesOf(&clock{})))
	if err != nil {
		return err
	}
	return s.each(func(p *part) error {
		copy(bytesOf(&p.clock), data)
		names, fields := p.scheme.checkpointed()
		for i, f := range fields {
			if i >= len(k.Fields) || k.Fields[i].Name != names[i] ||
				len(k.Fields[i].Data) != f.plane*s.flow.Cells[2] {
				return fmt.Errorf("the checkpoint has no %s of %d cells in %s precision", names[i],
					s.flow.count(), s.flow.Precision)
			}
			p.load(f, k.Fields[i].Data)
		}
		if err := p.scheme.resumed(); err != nil {
			return err
		}
		return p.main.Sync()
	})
}

// load fills a field from the planes of the domain, also its halo.
func (p *part) load(f *field, data []byte) {
	all := p.sim.flow.Cells[2]
	for k := -f.depth; k < p.planes+f.depth; k++ {
		from := p.first + k
		if from < 0 || from >= all {
			if !p.sim.flow.Periodic[2] {
				continue
			}
			from = (from + all) % all
		}
		p.main.Upload(f.at+gpu.Ptr(k*f.plane), data[from*f.plane:(from+1)*f.plane])
	}
}

// download fills data with fields of all devices of this process, one behind the other.
func (s *Simulation) download(of func(*part) []*field, data [][]byte) error {
	for _, p := range s.parts {
		for i, f := range of(p) {
			at := len(data[i])
			data[i] = append(data[i], make([]byte, f.plane*f.planes)...)
			p.main.Download(data[i][at:], f.at)
			if err := p.main.Sync(); err != nil {
				return err
			}
		}
	}
	return nil
}

func minOf(v [3]float64) float64 { return min(v[0], v[1], v[2]) }
