package scene

import (
	"fmt"
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Part is the particles of a fluid at first.
type Part struct {
	Name     string
	Count    int
	Min, Max [3]float64 // of their centres, as a case file has them [m]

	Planes [3]map[float64]int // how many have a coordinate, along each axis
}

// Add counts those of another fluid, too.
func (p *Part) Add(other *Part) {
	p.Count += other.Count
	for a := range 3 {
		p.Min[a], p.Max[a] = min(p.Min[a], other.Min[a]), max(p.Max[a], other.Max[a])
		for x, n := range other.Planes[a] {
			p.Planes[a][x] += n
		}
	}
}

// NewPart is a fluid without particles.
func NewPart(name string) Part {
	p := Part{Name: name}
	for a := range 3 {
		p.Min[a], p.Max[a], p.Planes[a] = math.Inf(1), math.Inf(-1), map[float64]int{}
	}
	return p
}

// Parts counts the particles of each fluid without making them. It does not look for the nearest
// surfaces of walls, so it is quick. Buffers are not counted.
func (s Scene) Parts(p *sph.Params) ([]Part, error) {
	l, err := s.layout(p)
	if err != nil {
		return nil, err
	}
	s.counting = true
	var all []Part
	for i, w := range l.water {
		part := NewPart(s.fluidName(i))
		part.add(s.Origin, &w, w.inside())
		all = append(all, part)
	}
	if s.Shaped == nil {
		return all, nil
	}
	wet := &wetColumns{lattice: l.first, runs: map[[2]int][]wetRun{}}
	for i := range s.Shaped.Fluids {
		f := &s.Shaped.Fluids[i]
		runs, err := s.runsOf(f, l.first)
		if err != nil {
			return nil, PlacedError{Path: f.Path, error: err}
		}
		if x, other := wet.meets(runs); other != "" {
			return nil, s.overlap(f, other, x)
		}
		wet.add(f, runs)
		part := NewPart(s.fluidName(len(s.Pools) + i))
		for _, r := range s.besidePools(f, runs, l.first) {
			part.add(s.Origin, &l.first, sites{[3]int{r.I, r.J, r.Low}, [3]int{r.I + 1, r.J + 1, r.High}})
		}
		if part.Count == 0 {
			return nil, PlacedError{Path: f.Path, error: s.dry(f, p, l.first)}
		}
		all = append(all, part)
	}
	return all, nil
}

// add puts the sites of a fluid where others will meet them.
func (w *wetColumns) add(f *ShapedFluid, runs []geometry.Run) {
	for _, r := range runs {
		at := [2]int{r.I, r.J}
		w.runs[at] = append(w.runs[at], wetRun{Run: r, fluid: f.Name})
	}
}

// overlap is the error of two fluids at one place.
func (s *Scene) overlap(f *ShapedFluid, other string, x [3]float64) error {
	return PlacedError{Path: f.Path, error: fmt.Errorf("the fluids %q and %q overlap, as at %s; "+
		"use a difference of shapes", other, f.Name, s.Origin.Metres(x))}
}

// dry is the error of a fluid without particles.
func (s *Scene) dry(f *ShapedFluid, p *sph.Params, l lattice) error {
	why := "walls take its place"
	if f.Shape != nil && len(geometry.Runs(f.Shape, on(l))) == 0 {
		why = fmt.Sprintf("it lies between the sites of the lattice, which are %s m apart; use a finer "+
			"spacing, or more of it", text.Number(p.DeltaP))
	}
	return fmt.Errorf("the fluid %q has no particle: %s", f.Name, why)
}

// add counts a box of sites.
func (p *Part) add(at Origin, l *lattice, box sites) {
	n := box.count()
	if p.Count += n; n == 0 {
		return
	}
	for a := range 3 {
		p.Min[a] = min(p.Min[a], at[a]+l.along(a, box.lo[a]))
		p.Max[a] = max(p.Max[a], at[a]+l.along(a, box.hi[a]-1))
		for i := box.lo[a]; i < box.hi[a]; i++ {
			p.Planes[a][at[a]+l.along(a, i)] += n / (box.hi[a] - box.lo[a])
		}
	}
}
