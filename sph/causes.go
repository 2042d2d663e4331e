package sph

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
)

const (
	tooClose  = 0.5  // spacings between two particles
	fewAround = 0.4  // of the neighbours that a particle has within the fluid
	manyFast  = 0.01 // of the fluid
)

// Causes are what usually makes a flow go wrong as this one has, the likeliest first. lost is how
// many particles have left the domain.
func (s *Snapshot) Causes(suspects []Suspect, doubts Doubts, lost int) []string {
	p := &s.Case.Params
	var all, other []string
	for k := range suspects {
		sure, maybe := s.causesAt(&suspects[k])
		all, other = append(all, sure...), append(other, maybe...)
	}
	all = append(all, p.faults()...)
	fluid := s.Case.Particles.Count(Fluid)
	if len(s.Case.Openings) > 0 {
		fluid = s.count(Fluid)
	}
	if float64(doubts.Fast) > manyFast*float64(fluid) {
		all = append(all, fmt.Sprintf("%s of fluid are faster than c0/10 = %s m/s: c0 is too small for this flow, ten times the greatest speed is usual",
			text.Count(doubts.Fast, "particle"), text.Number(p.C0/10)))
	}
	if lost > 0 {
		all = append(all, fmt.Sprintf("%s have left the domain: it is too small for this flow, or a wall has a gap or is missing", text.Count(lost, "particle")))
	}
	return unique(append(append(all, other...), DefaultRemedy))
}

// causesAt are what the surroundings of a particle tell: sure is likelier than unusual options.
func (s *Snapshot) causesAt(f *Suspect) (sure, maybe []string) {
	p, name := &s.Case.Params, fmt.Sprintf("particle %d", s.ID[f.Index])
	if other, far := s.Case.nearest(s.ID[f.Index]); far < tooClose*p.DeltaP {
		sure = append(sure, fmt.Sprintf("%s began only %.2g spacings from particle %d: such overlap, and a spacing is usual", name, far/p.DeltaP, other))
	} else if len(f.Around) > 0 && f.Around[0].Distance < tooClose*p.DeltaP {
		near := f.Around[0]
		maybe = append(maybe, fmt.Sprintf("%s is only %.2g spacings from particle %d: a larger c0 or more viscosity keeps particles apart", name, near.Distance/p.DeltaP, s.ID[near.Index]))
	}
	for a := range 3 {
		x := float64(s.Position[f.Index][a])
		if !p.Periodic[a] && !(Axis(a) == PlaneAxis && p.Dim == 2) && (x-p.Min[a] < p.H || p.Max[a]-x < p.H) && f.Walls == 0 {
			maybe = append(maybe, fmt.Sprintf("%s is at the edge of the domain along %v, where there is no wall: it may be about to leave; use a larger domain", name, Axis(a)))
		}
	}
	switch {
	case s.Type[f.Index] == Wall:
		maybe = append(maybe, fmt.Sprintf("%s is of a wall: another boundary or a smaller deltap may do", name))
	case f.Walls > 0:
		maybe = append(maybe, fmt.Sprintf("%s is beside a wall, with %s of it in reach: walls thinner than the support, sharp edges, or water that hits hard; another boundary or a smaller deltap may do",
			name, text.Count(f.Walls, "particle")))
	case float64(len(f.Around)) < fewAround*p.Neighbours():
		maybe = append(maybe, fmt.Sprintf("%s is in spray or at the surface, with only %s in reach: where there are few such it does no harm", name, text.Count(f.Fluid+f.Walls, "neighbour")))
	}
	return sure, maybe
}

// nearest is the particle that a particle is nearest to at the beginning, and how far it is [m]:
// infinitely far from one that was born later.
func (c *Case) nearest(id uint32) (other int, far float64) {
	all := c.Particles.Position
	far = math.Inf(1)
	if int(id) >= len(all) {
		return 0, far
	}
	for i, x := range all {
		if d := Norm([3]float64{x[0] - all[id][0], x[1] - all[id][1], x[2] - all[id][2]}); i != int(id) && d < far {
			other, far = i, d
		}
	}
	return other, far
}

// count counts the particles of a type.
func (s *Snapshot) count(t Type) (n int) {
	for _, of := range s.Type {
		if of == t {
			n++
		}
	}
	return n
}

// unique leaves out what has been said.
func unique(all []string) (once []string) {
	for _, what := range all {
		if !slices.Contains(once, what) {
			once = append(once, what)
		}
	}
	return once
}
