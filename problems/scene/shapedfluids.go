package scene

import (
	"fmt"
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// OnSurface is how far outside of a shape a site may lie that is decided to be in it [spacings].
const OnSurface = 2 * geometry.Perturbation

// addShapedFluids adds them, and returns the volume of all fluid [m³]. A shape has that of its
// columns.
func (s *Scene) addShapedFluids(q *sph.Particles, p *sph.Params, l *layout, all *columns) (volume float64, err error) {
	if s.Shaped == nil {
		return s.volume(), nil
	}
	volume = s.volume()
	wet := &wetColumns{lattice: l.first, runs: map[[2]int][]wetRun{}}
	if s.Shaped.standing != nil {
		s.Shaped.sites = geometry.Near(s.Shaped.standing, on(l.first), -s.wallDepth(p), 0)
	}
	shifts := s.columnShifts(l.first, p)
	for i := range s.Shaped.Fluids {
		f := &s.Shaped.Fluids[i]
		runs, err := s.runsOf(f, l.first)
		if err != nil {
			return 0, PlacedError{Path: f.Path, error: err}
		}
		runs = geometry.Without(s.besideBodies(runs, f, l.first, p, shifts), s.Shaped.sites)
		if x, other := wet.meets(runs); other != "" {
			return 0, s.overlap(f, other, x)
		}
		before, first := q.Len(), len(*all)
		runs = s.besidePools(f, runs, l.first)
		if x, other := s.inPool(f, runs, l.first); other != "" {
			return 0, PlacedError{Path: f.Path, error: fmt.Errorf("the fluids %q and %q are of "+
				"different materials and overlap, as at %s; use a difference of "+
				"shapes", other, f.Name, s.Origin.Metres(x))}
		}
		s.addRuns(q, p, f, wet, runs, shifts, all)
		if q.Len() == before && s.fine == 0 {
			return 0, PlacedError{Path: f.Path, error: s.dry(f, p, l.first)}
		}
		own := (*all)[first:].volume()
		l.fluids, l.volumes = append(l.fluids, q.Len()-before), append(l.volumes, own)
		volume += own
	}
	s.Shaped.wet = wet
	return volume, nil
}

// wetColumns is where shaped fluids are, column by column.
type wetColumns struct {
	lattice
	runs map[[2]int][]wetRun
}

type wetRun struct {
	geometry.Run
	fluid      string
	surface    float64 // level of it [m]
	floor, top float64 // between which its sites are spaced [m]
	shape      geometry.Shape
	material   int
}

// meets is a site that runs have in common with those that there are, and the name of their fluid.
func (w *wetColumns) meets(runs []geometry.Run) (x [3]float64, fluid string) {
	for _, r := range runs {
		for _, other := range w.runs[[2]int{r.I, r.J}] {
			if low := max(r.Low, other.Low); low < min(r.High, other.High) {
				return [3]float64{w.along(0, r.I), w.along(1, r.J), w.along(2, low)}, other.fluid
			}
		}
	}
	return x, ""
}

// runsOf are the sites of a fluid, without those in shaped walls.
func (s *Scene) runsOf(f *ShapedFluid, l lattice) ([]geometry.Run, error) {
	walls := s.Shaped.Whole
	if f.Shape != nil {
		of := f.Shape
		if walls != nil {
			of = geometry.Difference(of, walls)
		}
		return geometry.Runs(of, on(l)), nil
	}
	// One site more beyond open sides, where water would leave.
	larger, tank, before := on(l), s.Tank, [3]int{}
	if s.Origin != (Origin{}) {
		larger.Tell = s.Origin.Point
	}
	far := 10 * (s.Tank.Size(0) + s.Tank.Size(1) + s.Tank.Size(2))
	for a := range 3 {
		for end, open := range s.Open[a] {
			switch {
			case a < 2 && open && end == 0:
				larger.N[a], larger.Origin[a], before[a] = larger.N[a]+1, larger.Origin[a]-l.step[a], 1
			case a < 2 && open:
				larger.N[a]++
			}
			if open || s.Periodic[a] {
				tank.Min[a], tank.Max[a] = []float64{tank.Min[a] - far, tank.Min[a]}[end], []float64{tank.Max[a], tank.Max[a] + far}[end]
			}
		}
	}
	all := []geometry.Shape{geometry.Complement(tank.Shape())}
	if walls != nil {
		all = append(all, walls)
	}
	for i := range s.Solids {
		all = append(all, s.Solids[i].Shape())
	}
	if f.Within != nil {
		all = append(all, geometry.Complement(f.Within))
	}
	gap := 0.0
	if s.counting {
		gap = -1
	}
	flooded, err := geometry.Flood(larger, geometry.Union(all[0], all[1:]...), gap, f.Seed, f.Level)
	if err != nil {
		return nil, PlacedError{Path: f.Path + ".fill.seed", error: fmt.Errorf("the fluid %q: %w", f.Name, err)}
	}
	runs := flooded.Runs
	for i := range runs {
		r := &runs[i]
		if r.I, r.J = r.I-before[0], r.J-before[1]; r.I < 0 || r.I >= l.n[0] || r.J < 0 || r.J >= l.n[1] {
			x := [3]float64{l.along(0, r.I), l.along(1, r.J), l.along(2, r.Low)}
			return nil, PlacedError{Path: f.Path + ".fill.seed", error: fmt.Errorf("the fluid %q leaves the domain, as at %s: its seed is not in a basin; use a lower level, or walls there", f.Name, s.Origin.Metres(x))}
		}
	}
	return runs, nil
}

// addRuns adds a fluid at its sites, column by column. Where the surface of the fluid is within
// half a spacing of the end of a column, the column ends there.
func (s *Scene) addRuns(q *sph.Particles, p *sph.Params, f *ShapedFluid, wet *wetColumns,
	runs []geometry.Run, shifts []columnShift, all *columns) {
	l := wet.lattice
	least, _ := spacings(l)
	gap := (1 - Tolerance) * least / 2
	for _, r := range runs {
		x, area := shifted(shifts, [3]float64{l.along(0, r.I), l.along(1, r.J)}, &l)
		area *= l.cell(p) / l.step[2]
		w := wetRun{r, f.Name, f.Level, l.along(2, r.Low) - l.step[2]/2, l.along(2,
			r.High) - l.step[2]/2, f.Shape, f.Material}
		before, start := q.Len(), len(*all)
		w.top = s.topOf(f, &l, x, w.top)
		if math.IsNaN(f.Level) {
			w.surface = w.top
		}
		w.floor, w.top = s.Shaped.bodyEnds(x, w.floor, w.top, l.step[2])
		for k := r.Low; k < r.High; k++ {
			if x[2] = l.along(2, k); !s.blocked(x, gap) {
				all.add(q, &l, x, f.Velocity, column{level: w.surface, area: area,
					material: f.Material, head: f.Head})
				(*all)[len(*all)-1].head = f.Head
			}
		}
		// else it is a part of a column of other fluid, or a solid is below the first particle
		if start < len(*all) && (*all)[start].first == before && q.Position[before][2] == l.along(2, r.Low) {
			(*all)[start].floor = w.floor
		}
		// else a solid is above the last particle
		if n := q.Len(); n > before && q.Position[n-1][2] == l.along(2, r.High-1) {
			(*all)[len(*all)-1].top = w.top
		}
		column := [2]int{r.I, r.J}
		wet.runs[column] = append(wet.runs[column], w)
	}
}

// topOf is where a column of a fluid ends: at its surface if that is within half a spacing of the
// end of the last site, and if no wall is there, else at that end [m].
func (s *Scene) topOf(f *ShapedFluid, l *lattice, x [3]float64, end float64) float64 {
	if s.Buffers != nil {
		return end // in whole spacings, as what comes in
	}
	above := x
	above[2] = end + l.step[2]/2
	if s.otherFluid(f, above) {
		return end // two fluids meet in whole spacings
	}
	if s.Shaped.Whole != nil && s.Shaped.Whole.Inside(above) || s.inSolid(above, l.step[2]/2) {
		return end
	}
	surface := f.Level
	if f.Shape != nil {
		surface = math.NaN()
		from := x
		from[2] = end - l.step[2]/2
		var buffer [8]geometry.Interval
		for _, in := range f.Shape.Along(from, [3]float64{0, 0, 1}, buffer[:0]) {
			if in.Low <= Tolerance && in.High >= -Tolerance {
				surface = from[2] + in.High
			}
		}
	}
	surface = min(surface, s.Tank.Max[2])
	if math.Abs(surface-end) <= l.step[2]/2*(1+1e-6) { // false for NaN
		return max(surface, end-l.step[2]/2*(1-1e-6))
	}
	return end
}

// blocked reports whether a site of the tank's lattice is in a box with a lattice of its own, or
// closer to one than a gap [m].
func (s *Scene) blocked(x [3]float64, gap float64) bool {
	near := func(b *Solid) bool { return b.Distance(x) < gap }
	for i := range s.Solids {
		if near(&s.Solids[i]) {
			return true
		}
	}
	for i := range s.Pools {
		if s.Pools[i].Distance(x) < gap {
			return true
		}
	}
	return false
}
