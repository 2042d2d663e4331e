package lines

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// notes says of each line what it has at rest, how it moves by itself, and which sub-steps it
// takes in steps of a length.
func (n *Net) notes(r *Rest, dt float64) (all []string) {
	for i := range n.flow.Lines {
		l := &n.flow.Lines[i]
		sections := r.Sections[i]
		first, last, lies := sections[0], sections[len(sections)-1], 0.0
		for k := range sections {
			lies += sections[k].Lying()
		}
		axial, across := n.frequencies(i, r)
		of := n.Sets[n.Rows[i].Set].Longest
		steps := 2 * math.Ceil(dt/(2*of))
		all = append(all, fmt.Sprintf("line %s of %s m pulls with %s N at its first end and %s N at its "+
			"last at rest; %s m of it lie on the bed; its first natural frequencies are %s Hz along and %s "+
			"Hz across; sub-steps are %s s or less, %s in a step", l.Name, text.Number(l.Length),
			text.Rounded(sph.Norm(first.force[0])), text.Rounded(sph.Norm(last.force[1])),
			text.Rounded(lies), text.Rounded(axial), text.Rounded(across), text.Rounded(of),
			text.Number(steps)))
	}
	return all
}

// frequencies are the first natural ones of a line whose ends are held [Hz]: of its strain, and
// across the plane that it hangs in, where what lies on the bed is held, too.
func (n *Net) frequencies(line int, r *Rest) (axial, across float64) {
	l := &n.flow.Lines[line]
	displaced := n.density * l.area()
	axial = math.Sqrt(l.Stiffness/(l.Mass+l.Added[1]*displaced)) / (2 * l.Length)
	// the tension over the length of each segment that hangs, from node to node
	var stiff []float64
	for k := range r.Sections[line] {
		s := &r.Sections[line][k]
		for j := range s.To - s.From {
			if pull := s.tensionAt(j, l.Step()); pull > 0 {
				stiff = append(stiff, pull/l.Step())
			}
		}
	}
	mass := (l.Mass + l.Added[0]*displaced) * l.Step()
	return axial, math.Sqrt(lowest(stiff)/mass) / (2 * math.Pi)
}

// tensionAt is that in the middle of a segment of a section [N]; 0 is that it lies on the bed.
func (s *Section) tensionAt(segment int, step float64) float64 {
	at := (float64(segment) + 0.5) * step
	if s.turned {
		at = s.Length - at
	}
	low, high := s.sides[0], s.sides[1]
	if at -= low.length; at < 0 {
		return math.Hypot(s.Horizontal, low.up-at*s.Weight)
	}
	if at -= s.lies; at < 0 {
		return 0
	}
	return math.Hypot(s.Horizontal, high.up+at*s.Weight)
}

// lowest is the lowest eigenvalue of masses of 1 between springs, the first and the last of which
// are held, by inverse iteration.
func lowest(stiff []float64) float64 {
	n := len(stiff) - 1
	if n < 1 {
		return 0
	}
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Sin(math.Pi * float64(i+1) / float64(n+1))
	}
	value := 0.0
	for range 100 {
		next := solveChain(stiff, v)
		size := 0.0
		for i := range v {
			size += next[i] * next[i]
		}
		size = math.Sqrt(size)
		for i := range v {
			v[i] = next[i] / size
		}
		value = 1 / size
	}
	return value
}

// solveChain is by how much such masses are displaced by forces.
func solveChain(stiff, force []float64) []float64 {
	n := len(force)
	diagonal, x := make([]float64, n), make([]float64, n)
	copy(x, force)
	for i := range n {
		diagonal[i] = stiff[i] + stiff[i+1]
		if i > 0 {
			by := stiff[i] / diagonal[i-1]
			diagonal[i] -= by * stiff[i]
			x[i] += by * x[i-1]
		}
	}
	for i := n - 1; i >= 0; i-- {
		if i+1 < n {
			x[i] += stiff[i+1] * x[i+1]
		}
		x[i] /= diagonal[i]
	}
	return x
}
