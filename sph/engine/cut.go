package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/parallel"
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
		return fmt.Errorf("the domain has %d slices along %v, too few for %d devices, which need "+
			"%d each; use fewer devices, a smaller deltap or another split-axis",
			end-first, s.Case.Params.SplitAxis, n, s.MinSlices())
	}
	if err := checkCount(p.Len()); err != nil {
		return err
	}
	s.estimateMotion()

	fixed, weights := s.fixPositions(first, end)
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

// fixPositions are the positions of the case's particles in quanta, and the work of the slices in
// [first, end).
func (s *Simulation) fixPositions(first, end int) (fixed [][3]int32, weights []float64) {
	p := &s.Case.Particles
	fixed, weights = make([][3]int32, p.Len()), make([]float64, end-first)
	counts := make([][len(work)]int, end-first)
	var adding sync.Mutex
	parallel.Blocks(p.Len(), func(_, from, to int) {
		here := make([][len(work)]int, end-first)
		for i := from; i < to; i++ {
			fixed[i] = s.grid.Wrapped(s.grid.Fixed(p.Position[i]))
			if slice := s.grid.Slice(fixed[i]); slice >= first && slice < end {
				here[slice-first][p.Type[i]]++
			}
		}
		adding.Lock()
		defer adding.Unlock()
		for slice := range here {
			for of, n := range here[slice] {
				counts[slice][of] += n
			}
		}
	})
	for slice := range counts {
		for of, n := range counts[slice] {
			weights[slice] += work[of] * float64(n)
		}
	}
	return fixed, weights
}

// makeDomains makes those of this process, with the memory that they share with the host. offsets
// is that of the lists of the i-th.
func (s *Simulation) makeDomains(here int) (offsets func(i int) gpu.Shared, err error) {
	share := func(bytes int) (func(i int) gpu.Shared, error) {
		bytes = (bytes + 255) / 256 * 256
		all, err := s.options.System.Share(here * bytes)
		return func(i int) gpu.Shared {
			return gpu.Shared{Ptr: all.Ptr + gpu.Ptr(i*bytes),
				Bytes: all.Bytes[i*bytes : (i+1)*bytes]}
		}, err
	}
	hostCopies, err := share(publishedWork + max(s.grid.Slices(), neighbor.MotionBins)*4)
	if err != nil {
		return nil, err
	}
	momentCopies, err := share(s.measures.AllBytes())
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
	speeds := make([]float32, parallel.BlockCount(p.Len()))
	greatestOf := slices.Clone(speeds)
	parallel.Blocks(p.Len(), func(k, from, to int) {
		for i := from; i < to; i++ {
			v := p.Velocity[i]
			x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
			_, fineness, _ := s.Case.Actual(p.Position[i])
			speed := fineness * math.Sqrt(x*x+y*y+z*z)
			speeds[k] = max(speeds[k], float32(speed))
			if p.Type[i] == sph.Fluid {
				greatestOf[k] = max(greatestOf[k], p.RelDensity[i])
			}
		}
	})
	greatest := slices.Max(greatestOf)
	s.clock.Speed = max(s.clock.Speed, slices.Max(speeds))
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
		return fmt.Errorf("the problem has %d particles, but the maximum is %d; use a larger deltap",
			particles, sph.MaxParticles)
	}
	return nil
}

// load uploads the particles of the case that are in the domain's window, at
// positions given in quanta.
func (d *domain) load(fixed [][3]int32) error {
	w := d.grid.Window(d.bounds[d.index], d.bounds[d.index+1])
	begins, images := d.countWithin(fixed, &w)
	n := begins[len(begins)-1]
	of := d.fieldsOf(fixed, &w, begins)
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
	for _, f := range d.Kept {
		d.main.Upload(d.states[sph.StateEven][f.Index], of[f.Index])
	}

	return d.main.Sync()
}

// within reports whether a position, or an image of it, is in a window.
func (d *domain) within(f [3]int32, w *neighbor.Window) bool {
	slice := d.grid.Slice(f)
	if slice >= w.From && slice < w.To {
		return true
	}
	for _, image := range d.grid.Around(slice) {
		if image >= w.From && image < w.To {
			return true
		}
	}
	return false
}

// countWithin counts the particles that are within a window: before each block of package parallel,
// and in all; and their images.
func (d *domain) countWithin(fixed [][3]int32, w *neighbor.Window) (begins []int, images int) {
	blocks := parallel.BlockCount(len(fixed))
	begins = make([]int, blocks+1)
	imagesOf := make([]int, blocks)
	parallel.Blocks(len(fixed), func(k, from, to int) {
		for _, f := range fixed[from:to] {
			if d.within(f, w) {
				begins[k+1]++
				imagesOf[k] += d.grid.Images(f)
			}
		}
	})
	for k, n := range imagesOf {
		begins[k+1] += begins[k]
		images += n
	}
	return begins, images
}

// fieldsOf are the kept fields of the particles of the case that are within a window, as devices
// have them. Those of a block of package parallel begin at a number.
func (d *domain) fieldsOf(fixed [][3]int32, w *neighbor.Window, begins []int) (
	of [sph.MaxFields][]byte) {
	for _, f := range d.Kept {
		of[f.Index] = make([]byte, begins[len(begins)-1]*f.Bytes)
	}
	begun := d.beginnings()
	parallel.Blocks(len(fixed), func(k, from, to int) {
		at := begins[k]
		for i := from; i < to; i++ {
			if d.within(fixed[i], w) {
				d.putFields(&of, at, i, fixed[i], begun)
				at++
			}
		}
	})
	return of
}

// putFields puts the kept fields of particle i of the case, which is at f, at a place of arrays.
func (d *domain) putFields(of *[sph.MaxFields][]byte, at, i int, f [3]int32, begun []beginning) {
	p := &d.Case.Particles
	moves, velocity := d.Case.BodyMoves(i), p.Velocity[i]
	if moves {
		velocity = begun[p.Body[i]-1].velocity(d.Case.ActualPlace(i))
	}
	info := cuda.Info(p.Type[i] == sph.Wall, d.Case.Mover(i), p.MaterialOf(i), moves)
	if d.Case.IsSolid(i) {
		info = cuda.Solid(info)
	}
	if d.Case.SharesLoad(uint32(i)) {
		info = cuda.Shared(info)
	}
	for _, f := range d.birthStates {
		info |= f.births.Word(p.Position[i], p.Type[i])
	}
	rel := p.RelDensity[i]
	if p.Type[i] == sph.Wall && d.Case.Params.Boundary.HasState() {
		rel = max(rel, 0) // as Euler has it, which does not come by walls out of reach of water
	}
	pos, vel := of[sph.PositionField][16*at:], of[sph.VelocityField][16*at:]
	for a := range 3 {
		binary.LittleEndian.PutUint32(pos[4*a:], uint32(f[a]))
		binary.LittleEndian.PutUint32(vel[4*a:], math.Float32bits(velocity[a]))
	}
	binary.LittleEndian.PutUint32(pos[12:], info)
	binary.LittleEndian.PutUint32(vel[12:], math.Float32bits(rel))
	binary.LittleEndian.PutUint32(of[sph.IDField][4*at:], uint32(i))
	for _, extra := range d.Extra {
		p.AppendExtra(of[extra.Index][at*extra.Bytes:at*extra.Bytes], extra.Field, i)
	}
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
		return nil, fmt.Errorf("the bounds %s are for %d devices, but there are %d; use %s",
			list(given), len(given)+1, n, list(equal[1:n]))
	}
	bounds := append([]int{equal[0]}, given...)
	bounds = append(bounds, equal[n])
	for d := range n {
		if from, to := bounds[d], bounds[d+1]; to-from < least {
			return nil, fmt.Errorf("the bounds %s leave device %d of %d the slices from %d to before "+
				"%d, but each needs %d at least, and all have %d to %d; use %s",
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
	corner := s.Case.Params.Origin[g.Axis] + g.Origin[g.Axis]
	return corner + g.Edge*float64(slice)/float64(g.PerLayer)
}
