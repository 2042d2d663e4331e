// Package gridcase makes flows on a grid of case files with engine = "grid". Files are those of
// particles, with the keys that mean something on a grid; all others are refused at their places.
package gridcase

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/grid"
	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/internal/text"
)

// Problem is the flow of a case file. It is a problem as those of package flows are.
type Problem struct {
	file *casefile.Case
	flow grid.Flow
}

// Read makes the flow of a case file, with other values of some keys. Errors have their places.
func Read(file string, changes ...casefile.Change) (*Problem, error) {
	c, err := casefile.Read(file, changes...)
	if err != nil {
		return nil, err
	}
	return Of(c)
}

// Of makes the flow of a case.
func Of(c *casefile.Case) (*Problem, error) {
	p := &Problem{file: c}
	if !c.OnGrid() {
		return nil, c.Errorf("engine", `the case is one of particles; use engine = "grid"`)
	}
	if err := checkKeys(c); err != nil {
		return nil, err
	}
	if err := p.box(); err != nil {
		return nil, err
	}
	f := &p.flow
	f.Name, f.End = c.Name, c.End
	if c.Grid != nil {
		f.Steady = c.Grid.Steady
	}
	make := map[string]func() error{"incompressible": p.incompressible, "atmosphere": p.atmosphere,
		"lattice": p.lattice}[equationsOf(c)]
	if err := make(); err != nil {
		return nil, err
	}
	return p, p.probes()
}

// equationsOf are the equations of a case.
func equationsOf(c *casefile.Case) string {
	if c.Grid == nil || c.Grid.Equations == "" {
		return casefile.GridEquations[0]
	}
	return c.Grid.Equations
}

// Name is that of the flow.
func (p *Problem) Name() string { return p.file.Name }

// Summary is a line about it.
func (p *Problem) Summary() string {
	if p.file.About != "" {
		return p.file.About
	}
	return "the flow of " + filepath.Base(p.file.File())
}

// Cells are those along x.
func (p *Problem) Cells() int { return p.flow.Cells[0] }

// Options are none: the file has keys.
func (p *Problem) Options() option.Table { return nil }

// Takes are the options for how equations are solved that have an effect.
func (p *Problem) Takes() []string {
	switch p.flow.Equations.(type) {
	case *grid.Lattice:
		return nil
	case *grid.Air:
		return []string{"cfl", "precision"}
	}
	return []string{"solver", "tolerance", "solver-iterations", "cfl", "precision", "diffusion",
		"levels"}
}

// Flow is the flow.
func (p *Problem) Flow() (*grid.Flow, error) {
	f := p.flow
	return &f, nil
}

// File is the case file, with its changes.
func (p *Problem) File() *casefile.Case { return p.file }

// At is an error about the flow as one about the file.
func (p *Problem) At(err error) error {
	if err == nil {
		return nil
	}
	return p.file.Errorf("", "%v", err)
}

// mostCells is how many an axis may have.
const mostCells = 1 << 20

// box divides the domain into cells. Where the spacing does not divide it, cells are as long as
// makes their number even.
func (p *Problem) box() error {
	c, f := p.file, &p.flow
	d, h := c.Domain, c.Spacing
	f.Cells, f.Spacing, f.Origin = [3]int{1, 1, 1}, [3]float64{h, h, h}, d.Min
	f.Periodic = [3]bool{false, c.Dimension == 2, false}
	for _, axis := range d.Periodic {
		f.Periodic[axis[0]-'x'] = true
	}
	for a := range 3 {
		if c.Dimension == 2 && a == 1 {
			f.Origin[a] = 0
			if c.Grid.Axis(a) != nil {
				return c.Errorf("grid.y", "grid.y has no effect in two dimensions; leave it out")
			}
			continue
		}
		if is, err := p.axis(a); is {
			if err != nil {
				return err
			}
			continue
		}
		length := d.Max[a] - d.Min[a]
		n := math.Round(length / h)
		if math.Abs(n*h-length) > 1e-6*h {
			n = 2 * math.Round(length/h/2)
			if n >= 32 { // so that multigrid has coarser levels
				n = 8 * math.Round(length/h/8)
			}
		}
		if n < 2 || n > mostCells {
			return c.Errorf("spacing", "the domain is %s m long along %c, which is %.4g cells of %s m; "+
				"from 2 to %d are possible", text.Number(length), 'x'+a, length/h, text.Exact(h), mostCells)
		}
		f.Cells[a], f.Spacing[a] = int(n), length/n
	}
	if c.Dimension == 2 {
		f.Spacing[1] = f.Spacing[0]
	}
	return nil
}

// axis makes the cells along an axis that has a table of its own, and returns false where it has
// none.
func (p *Problem) axis(a int) (is bool, err error) {
	c, f := p.file, &p.flow
	of, path := c.Grid.Axis(a), "grid."+"xyz"[a:a+1]
	if of == nil {
		return false, nil
	}
	if (of.Cells != 0 || of.Faces != nil) && c.Changed("spacing") {
		return true, c.Errorf("spacing", "%s has cells that do not follow the spacing; leave out its "+
			"cells and faces", c.Label(path))
	}
	length := c.Domain.Max[a] - c.Domain.Min[a]
	n := of.Cells
	switch {
	case of.Faces != nil:
		n = len(of.Faces) - 1
	case n == 0:
		n = int(2 * math.Round(length/c.Spacing/2))
	}
	if n < 2 || n > mostCells {
		return true, c.Errorf(path, "%s has %d cells; from 2 to %d are possible", c.Label(path), n,
			mostCells)
	}
	f.Cells[a], f.Spacing[a] = n, length/float64(n)
	switch {
	case of.Faces != nil:
		err = p.faces(a, of, path+".faces")
	case of.Ratio != 0:
		s := grid.Stretching{Ratio: of.Ratio,
			Law:     grid.Law(max(0, slices.Index(casefile.GridLaws, of.Law))),
			Towards: grid.Towards(max(0, slices.Index(casefile.GridTowards, of.Towards)))}
		if f.Faces[a], err = s.Faces(n, length); err != nil {
			err = c.Errorf(path, "%s: %v", c.Label(path), err)
		}
	}
	return true, err
}

// faces takes those of the file.
func (p *Problem) faces(a int, of *casefile.GridAxis, path string) error {
	c, f := p.file, &p.flow
	if of.Cells != 0 || of.Ratio != 0 || of.Towards != "" || of.Law != "" {
		return c.Errorf(path, "%s has faces, which are all of its cells; leave out cells, ratio, "+
			"towards and law", c.Label(strings.TrimSuffix(path, ".faces")))
	}
	low, high, last := c.Domain.Min[a], c.Domain.Max[a], len(of.Faces)-1
	for end := range 2 {
		x, end := of.Faces[end*last], [2]float64{low, high}[end]
		if math.Abs(x-end) > 1e-9*(high-low) {
			return c.Errorf(path, "%s has an end at %s m, but the domain has it at %s m; use faces that "+
				"begin and end with the domain", c.Label(path), text.Number(x), text.Number(end))
		}
	}
	for _, x := range of.Faces {
		f.Faces[a] = append(f.Faces[a], x-low)
	}
	f.Faces[a][0], f.Faces[a][last] = 0, high-low
	if err := grid.CheckFaces(f.Faces[a]); err != nil {
		return c.Errorf(path, "%s: %v", c.Label(path), err)
	}
	return nil
}

// probes are the points that the file names.
func (p *Problem) probes() error {
	c := p.file
	for i := range c.Probes {
		of, path := &c.Probes[i], fmt.Sprintf("probe.%d", i)
		points := pointsOf(of)
		for k, x := range points {
			name := of.Name
			if len(points) > 1 {
				name = fmt.Sprint(of.Name, k+1)
			}
			for a := range 3 {
				low := p.flow.Origin[a]
				high := low + float64(p.flow.Cells[a])*p.flow.Spacing[a]
				if over := 1e-9 * (high - low); x[a] < low-over || x[a] > high+over {
					return c.Errorf(path, "%s is outside the domain along %c, which reaches from %s to %s m",
						name, 'x'+a, text.Number(low), text.Number(high))
				}
				x[a] = min(max(x[a], low), high)
			}
			p.flow.Probes = append(p.flow.Probes, grid.Probe{Name: name, At: x})
		}
	}
	return nil
}

// pointsOf are those of a probe, of a line or of a plane.
func pointsOf(of *casefile.Probe) (all [][3]float64) {
	add := func(from, a, b [3]float64, i, j float64) {
		for k := range from {
			from[k] += i*a[k] + j*b[k]
		}
		all = append(all, from)
	}
	switch {
	case of.At != nil:
		add(*of.At, [3]float64{}, [3]float64{}, 0, 0)
	case of.Line != nil:
		l := of.Line
		var way [3]float64
		for k := range way {
			way[k] = l.To[k] - l.From[k]
		}
		for i := range l.Count {
			add(l.From, way, way, float64(i)/float64(l.Count-1), 0)
		}
	case of.Plane != nil:
		r := of.Plane
		for j := range r.Counts[1] {
			for i := range r.Counts[0] {
				add(r.Origin, r.First, r.Second, float64(i)/float64(max(r.Counts[0]-1, 1)),
					float64(j)/float64(max(r.Counts[1]-1, 1)))
			}
		}
	}
	return all
}
