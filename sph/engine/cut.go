package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// work is what a particle costs before anything has been measured: most walls
// have no water near them.
var work = [...]float64{sph.Fluid: 1, sph.Wall: 0.05}

// cut gives the devices their first slices, with as much work each as whole
// slices allow, and the particles in them.
func (s *Simulation) cut() error {
	p, n, here := &s.Case.Particles, len(s.subdomains), len(s.options.System.Devices)
	first, end := s.grid.Inner()
	if n*s.MinSlices() > end-first {
		return fmt.Errorf("the domain has %d slices along %v, too few for %d devices, which need %d each; use fewer devices, a smaller deltap or another split-axis",
			end-first, s.Case.Params.SplitAxis, n, s.MinSlices())
	}
	if err := checkCount(p.Len()); err != nil {
		return err
	}
	s.estimateMotion()
	weights := make([]float64, end-first)
	fixed := make([][3]int32, p.Len())
	for i, x := range p.Position {
		fixed[i] = s.grid.Wrapped(s.grid.Fixed(x))
		if slice := s.grid.Slice(fixed[i]); slice >= first && slice < end {
			weights[slice-first] += work[p.Type[i]]
		}
	}
	var err error
	if s.bounds, err = s.firstBounds(weights); err != nil {
		return err
	}
	offsets, err := s.makeDomains(here)
	if err != nil {
		return err
	}
	for i, d := range s.domains {
		go d.run(offsets(i))
	}
	return s.onAllDomains(func(d *domain) error { return d.load(fixed) })
}

// makeDomains makes those of this process, with the memory that they share with the host. offsets
// is that of the lists of the i-th.
func (s *Simulation) makeDomains(here int) (offsets func(i int) gpu.Shared, err error) {
	share := func(bytes int) (func(i int) gpu.Shared, error) {
		bytes = (bytes + 255) / 256 * 256
		all, err := s.options.System.Share(here * bytes)
		return func(i int) gpu.Shared {
			return gpu.Shared{Ptr: all.Ptr + gpu.Ptr(i*bytes), Bytes: all.Bytes[i*bytes : (i+1)*bytes]}
		}, err
	}
	hostCopies, err := share(publishedWork + max(s.grid.Slices(), neighbor.MotionBins)*4)
	if err != nil {
		return nil, err
	}
	momentCopies, err := share(s.measures.Bytes(s.Case.Params.RebuildEvery))
	if err != nil {
		return nil, err
	}
	s.outcomes = make(chan outcome, here)
	for i := range here {
		d := newDomain(s, s.group.First+i, hostCopies(i))
		d.recorder.Published = momentCopies(i)
		d.sampleBytes = d.recorder.Published.Bytes
		s.domains = append(s.domains, d)
	}
	s.join()
	if err := s.openGlobals(); err != nil {
		return nil, err
	}
	return share(s.grid.OffsetsBytes())
}

// estimateMotion is how particles move before anything has been measured: as fast as the fastest at
// the beginning, in any direction.
func (s *Simulation) estimateMotion() {
	p := &s.Case.Particles
	for _, v := range p.Velocity {
		speed := math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
		s.clock.Speed = max(s.clock.Speed, float32(speed))
	}
	greatest := float32(0)
	for i, rel := range p.RelDensity {
		if p.Type[i] == sph.Fluid {
			greatest = max(greatest, rel)
		}
	}
	s.clock.Speed = max(s.clock.Speed, float32(s.walls.Speed))
	step := float32(s.Case.Params.FirstStep(float64(greatest), s.gravity))
	s.clock.Allowed = [2]float32{step, step}
	s.motion.Most, s.motion.Across = 2*float64(s.clock.Speed), 2*float64(s.clock.Speed)
	bin := len(s.motion.Bins) - 1
	if x := s.motion.Most / motionBin(&s.Case.Params); x < float64(bin) {
		bin = int(x)
	}
	s.motion.Bins[bin] = 1
}

// checkCount refuses more particles than can be numbered.
func checkCount(particles int) error {
	if particles > sph.MaxParticles {
		return fmt.Errorf("the problem has %d particles, but the maximum is %d; use a larger deltap", particles, sph.MaxParticles)
	}
	return nil
}

// load uploads the particles of the case that are in the domain's window, at
// positions given in quanta.
func (d *domain) load(fixed [][3]int32) error {
	w := d.grid.Window(d.bounds[d.index], d.bounds[d.index+1])
	within := func(f [3]int32) bool {
		return slices.ContainsFunc(d.grid.Around(d.grid.Slice(f)), func(slice int) bool { return slice >= w.From && slice < w.To })
	}
	n, images := 0, 0
	for _, f := range fixed {
		if within(f) {
			n++
			images += d.grid.Images(f)
		}
	}
	of := d.fieldsOf(fixed, within, n)
	if images > 0 {
		images = roomForImages(images, n)
	}
	if err := d.checkCells(w.Layers); err != nil {
		return err
	}
	if err := d.reserve(n+d.bornAtOnce(), images, w, d.capacity); err != nil {
		return err
	}
	if err := d.reserveCopies(); err != nil {
		return err
	}
	d.count = n
	d.setClock(d.began)
	d.uploadForcing()
	d.setBodies(nil)
	d.setOpenings(nil, nil, 0)
	for _, f := range d.Kept {
		d.main.Upload(d.states[sph.StateEven][f.Index], of[f.Index])
	}
	return d.main.Sync()
}

// fieldsOf are the kept fields of the n particles of the case that are within the window, as
// devices have them.
func (d *domain) fieldsOf(fixed [][3]int32, within func([3]int32) bool, n int) (of [sph.MaxFields][]byte) {
	p := &d.Case.Particles
	for _, f := range d.Kept {
		of[f.Index] = make([]byte, 0, n*f.Bytes)
	}
	begun, layouts := d.beginnings(), d.openingRows().layouts
	for i, f := range fixed {
		if !within(f) {
			continue
		}
		pos, vel := of[sph.PositionField], of[sph.VelocityField]
		velocity := p.Velocity[i]
		if d.Case.BodyMoves(i) {
			velocity = begun[p.Body[i]-1].velocity(p.Position[i])
		}
		for a := range 3 {
			pos = binary.LittleEndian.AppendUint32(pos, uint32(f[a]))
			vel = binary.LittleEndian.AppendUint32(vel, math.Float32bits(velocity[a]))
		}
		info := cuda.Info(p.Type[i] == sph.Wall, p.Body[i], p.MaterialOf(i), d.Case.BodyMoves(i))
		if d.Case.Conducting(i) {
			info = cuda.Conducts(info)
		}
		if p.Type[i] == sph.Fluid {
			info = cuda.InBuffer(info, d.Case.OpeningAt(layouts, p.Position[i]))
		}
		pos = binary.LittleEndian.AppendUint32(pos, info)
		rel := p.RelDensity[i]
		if p.Type[i] == sph.Wall && d.Case.Params.Boundary.HasState() {
			rel = max(rel, 0) // as Euler has it, which does not come by walls out of reach of water
		}
		of[sph.PositionField], of[sph.VelocityField] = pos, binary.LittleEndian.AppendUint32(vel, math.Float32bits(rel))
		of[sph.IDField] = binary.LittleEndian.AppendUint32(of[sph.IDField], uint32(i))
		for _, f := range d.Extra {
			of[f.Index] = p.AppendExtra(of[f.Index], f.Field, i)
		}
	}
	return of
}

// MinSlices is how many slices each device has at least: all that a neighbour sees are of one
// device.
func (s *Simulation) MinSlices() int { return s.grid.Edges() }

// firstBounds are the bounds at the beginning: those of the options, or else such
// that the devices have as much work each as whole slices allow.
func (s *Simulation) firstBounds(weights []float64) ([]int, error) {
	n, given := len(s.subdomains), s.options.Bounds
	first, _ := s.grid.Inner()
	least := s.MinSlices()
	equal := balance.Cut(weights, first, n, least)
	if given == nil {
		return equal, nil
	}
	if n == 1 {
		return nil, fmt.Errorf("the bounds %s are given, but one device has none", list(given))
	}
	if len(given) != n-1 {
		return nil, fmt.Errorf("the bounds %s are for %d devices, but there are %d; use %s", list(given), len(given)+1, n, list(equal[1:n]))
	}
	bounds := append([]int{equal[0]}, given...)
	bounds = append(bounds, equal[n])
	for d := range n {
		if from, to := bounds[d], bounds[d+1]; to-from < least {
			return nil, fmt.Errorf("the bounds %s leave device %d of %d the slices from %d to before %d, but each needs %d at least, and all have %d to %d; use %s",
				list(given), d+1, n, from, to, least, equal[0], equal[n]-1, list(equal[1:n]))
		}
	}
	return bounds, nil
}

// list is bounds as the command line has them.
func list(bounds []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(bounds), "[]"), " ", ",")
}

// SliceAt is where a slice begins along the split axis, on the map [m], for a picture of it: slices
// are parts of a layer, and this is as if each were a part of its thickness.
func (s *Simulation) SliceAt(slice int) float64 {
	g := &s.grid
	return s.Case.Params.Origin[g.Axis] + g.Origin[g.Axis] + g.Edge*float64(slice)/float64(g.PerLayer)
}
