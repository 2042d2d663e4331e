package problems

import (
	"fmt"
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
)

// onSurface is how far outside of a shape a site may lie that is decided to be in it [spacings].
const onSurface = 2 * geometry.Perturbation

// addShapedFluids adds them, and returns the volume of all fluid [m³]. A shape has that of its columns.
func (s *scene) addShapedFluids(q *sph.Particles, p *sph.Params, l *layout, all *columns) (volume float64, err error) {
	if s.shaped == nil {
		return s.volume(), nil
	}
	volume = s.volume()
	wet := &wetColumns{lattice: l.first, runs: map[[2]int][]wetRun{}}
	if s.shaped.whole != nil {
		s.shaped.sites = geometry.Near(s.shaped.whole, on(l.first), -s.wallDepth(p), 0)
	}
	for i := range s.shaped.fluids {
		f := &s.shaped.fluids[i]
		runs, err := s.runsOf(f, l.first)
		if err != nil {
			return 0, placed{f.path, err}
		}
		runs = geometry.Without(runs, s.shaped.sites)
		if x, other := wet.meets(runs); other != "" {
			return 0, placed{f.path, fmt.Errorf("the fluids %q and %q overlap, as at %s; a difference of shapes would do", other, f.name, s.origin.metres(x))}
		}
		before, first := q.Len(), len(*all)
		s.addRuns(q, p, f, wet, runs, all)
		if q.Len() == before {
			why := "walls take its place"
			if f.shape != nil && len(geometry.Runs(f.shape, on(l.first))) == 0 {
				why = fmt.Sprintf("it lies between the sites of the lattice, which are %s m apart; a finer spacing, or more of it, would do", text.Number(p.DeltaP))
			}
			return 0, placed{f.path, fmt.Errorf("the fluid %q has no particle: %s", f.name, why)}
		}
		l.fluids = append(l.fluids, q.Len()-before)
		volume += (*all)[first:].volume()
	}
	s.shaped.wet = wet
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
func (s *scene) runsOf(f *shapedFluid, l lattice) ([]geometry.Run, error) {
	walls := s.shaped.whole
	if f.shape != nil {
		of := f.shape
		if walls != nil {
			of = geometry.Difference(of, walls)
		}
		return geometry.Runs(of, on(l)), nil
	}
	// One site more beyond open sides, where water would leave.
	larger, tank, before := on(l), s.tank, [3]int{}
	if s.origin != (origin{}) {
		larger.Tell = s.origin.point
	}
	far := 10 * (s.tank.size(0) + s.tank.size(1) + s.tank.size(2))
	for a := range 3 {
		for end, open := range s.open[a] {
			switch {
			case a < 2 && open && end == 0:
				larger.N[a], larger.Origin[a], before[a] = larger.N[a]+1, larger.Origin[a]-l.step[a], 1
			case a < 2 && open:
				larger.N[a]++
			}
			if open || s.periodic[a] {
				tank.min[a], tank.max[a] = []float64{tank.min[a] - far, tank.min[a]}[end], []float64{tank.max[a], tank.max[a] + far}[end]
			}
		}
	}
	all := []geometry.Shape{geometry.Complement(tank.shape())}
	if walls != nil {
		all = append(all, walls)
	}
	for i := range s.solids {
		all = append(all, s.solids[i].shape())
	}
	flooded, err := geometry.Flood(larger, geometry.Union(all[0], all[1:]...), 0, f.seed, f.level)
	if err != nil {
		return nil, placed{f.path + ".fill.seed", fmt.Errorf("the fluid %q: %w", f.name, err)}
	}
	runs := flooded.Runs
	for i := range runs {
		r := &runs[i]
		if r.I, r.J = r.I-before[0], r.J-before[1]; r.I < 0 || r.I >= l.n[0] || r.J < 0 || r.J >= l.n[1] {
			x := [3]float64{l.along(0, r.I), l.along(1, r.J), l.along(2, r.Low)}
			return nil, placed{f.path + ".fill.seed", fmt.Errorf("the fluid %q leaves the domain, as at %s: its seed is not in a basin; a lower level, or walls there, would do", f.name, s.origin.metres(x))}
		}
	}
	return runs, nil
}

// addRuns adds a fluid at its sites, column by column. Where the surface of the fluid is within half a spacing of the end of a
// column, the column ends there.
func (s *scene) addRuns(q *sph.Particles, p *sph.Params, f *shapedFluid, wet *wetColumns, runs []geometry.Run, all *columns) {
	l := wet.lattice
	least, _ := spacings(l)
	gap := (1 - tolerance) * least / 2
	area := l.cell(p) / l.step[2]
	for _, r := range runs {
		x := [3]float64{l.along(0, r.I), l.along(1, r.J)}
		w := wetRun{r, f.name, f.level, l.along(2, r.Low) - l.step[2]/2, l.along(2, r.High) - l.step[2]/2, f.shape}
		before := q.Len()
		w.top = s.topOf(f, &l, x, w.top)
		if math.IsNaN(f.level) {
			w.surface = w.top
		}
		for k := r.Low; k < r.High; k++ {
			if x[2] = l.along(2, k); !s.blocked(x, gap) {
				all.add(q, &l, x, f.velocity, w.surface, area)
			}
		}
		if n := q.Len(); n > before && q.Position[n-1][2] == l.along(2, r.High-1) { // else a solid is above the last particle
			(*all)[len(*all)-1].top = w.top
		}
		column := [2]int{r.I, r.J}
		wet.runs[column] = append(wet.runs[column], w)
	}
}

// topOf is where a column of a fluid ends: at its surface if that is within half a spacing of the end of the last site, and if no wall
// is there, else at that end [m].
func (s *scene) topOf(f *shapedFluid, l *lattice, x [3]float64, end float64) float64 {
	above := x
	above[2] = end + l.step[2]/2
	if s.shaped.whole != nil && s.shaped.whole.Inside(above) || s.inSolid(above, l.step[2]/2) {
		return end
	}
	surface := f.level
	if f.shape != nil {
		surface = math.NaN()
		from := x
		from[2] = end - l.step[2]/2
		var buffer [8]geometry.Interval
		for _, in := range f.shape.Along(from, [3]float64{0, 0, 1}, buffer[:0]) {
			if in.Low <= tolerance && in.High >= -tolerance {
				surface = from[2] + in.High
			}
		}
	}
	surface = min(surface, s.tank.max[2])
	if math.Abs(surface-end) <= l.step[2]/2*(1+1e-6) { // false for NaN
		return max(surface, end-l.step[2]/2*(1-1e-6))
	}
	return end
}

// blocked says whether a site of the tank's lattice is in a box with a lattice of its own, or closer to one than a gap [m].
func (s *scene) blocked(x [3]float64, gap float64) bool {
	near := func(b *solid) bool { return b.distance(x) < gap }
	for i := range s.solids {
		if near(&s.solids[i]) {
			return true
		}
	}
	for i := range s.water {
		if s.water[i].distance(x) < gap {
			return true
		}
	}
	return false
}
