package sph

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
)

// Suspect is a particle at which a flow has gone wrong, and the particles around.
type Suspect struct {
	Why    []string // NotANumber, OfDensity, OfSpeed
	Index  int      // in the snapshot
	Around []Near   // within the support, the nearest first, MostAround at most
	Fluid  int      // particles of fluid within the support
	Walls  int      // and of walls
}

// Near is a particle near another.
type Near struct {
	Index    int
	Distance float64 // [m]
}

// Why a particle is a suspect.
const (
	NotANumber = "not a number"         // its velocity or density
	OfDensity  = "density furthest off" // from ρ0
	OfSpeed    = "greatest speed"
)

// MaxAround is how many particles around a suspect are told of.
const MaxAround = 50

// Doubts is how many particles of a snapshot are out of range.
type Doubts struct {
	NotANumber int // velocities or densities
	Stray      int // densities more than StrayDensity off
	// speeds above a tenth of that of sound, which is as fast as a weakly compressible flow may be
	Fast       int
	Supersonic int // above that of sound
}

// Suspects are the particles at which a flow has gone wrong: one that is not a number; that of the
// density furthest off and the fastest, that which is further out of range first. Walls without a
// density of their own are none. Within a step what is no number comes to all within a support, or two
// with the predictor and corrector. So a particle with such around that is itself out of range is
// the first.
func (s *Snapshot) Suspects() (all []Suspect, doubts Doubts) {
	c0 := s.Case.Params.FastestSound()
	off := s.RelDensities()
	var bad, dense, moving []int // no numbers, of those the densities, and the velocities
	stray, fast, furthest, speed := -1, -1, -1.0, -1.0
	for i := range s.ID {
		if s.Type[i] != Fluid && !s.Case.Params.Boundary.HasState() {
			continue
		}
		d, v := math.Abs(off(i)), s.Speed(i)
		if !finite(d) || !finite(v) {
			bad = append(bad, i)
			if !finite(d) {
				dense = append(dense, i)
			}
			if !finite(v) {
				moving = append(moving, i)
			}
			continue
		}
		if d > furthest {
			stray, furthest = i, d
		}
		if v > speed && s.Type[i] == Fluid {
			fast, speed = i, v
		}
		doubts.count(d, v/c0)
	}
	doubts.NotANumber = len(bad)
	worst := []Suspect{{Why: []string{OfDensity}, Index: stray}, {Why: []string{OfSpeed},
		Index: fast}}
	if speed/c0 > furthest/StrayDensity {
		slices.Reverse(worst)
	}
	worst = slices.Insert(worst, 0, Suspect{Why: []string{NotANumber}, Index: s.source(dense, moving)})
	for _, w := range worst {
		same := slices.IndexFunc(all, func(f Suspect) bool { return f.Index == w.Index })
		switch {
		case w.Index < 0:
		case same >= 0:
			all[same].Why = append(all[same].Why, w.Why...)
		default:
			s.lookAround(&w)
			all = append(all, w)
		}
	}
	reached := func(i int) bool { return s.distance(all[1].Index, i) <= 2*s.Case.Params.Support() }
	outOfRange := max(furthest/StrayDensity, speed/c0) > 1
	if len(bad) > 1 && len(all) > 1 && outOfRange && slices.ContainsFunc(bad, reached) {
		all[0], all[1] = all[1], all[0]
	}
	return all, doubts
}

// count counts a particle by how far its density is off and its speed over that of sound.
func (d *Doubts) count(off, mach float64) {
	if off > StrayDensity {
		d.Stray++
	}
	if mach > 0.1 {
		d.Fast++
	}
	if mach > 1 {
		d.Supersonic++
	}
}

// source is the particle that others are no numbers by; -1 if there are none. Of particles whose
// densities are no numbers and those whose velocities are none it is amid the fewer: the others are
// what these have made of their neighbours.
func (s *Snapshot) source(dense, moving []int) int {
	if len(dense) == 0 || len(moving) > 0 && len(moving) < len(dense) {
		return s.amid(moving)
	}
	return s.amid(dense)
}

// amid is the particle that is nearest to the middle of some; -1 if there are none.
func (s *Snapshot) amid(particles []int) int {
	var middle [3]float64
	for _, i := range particles {
		for a := range 3 {
			middle[a] += float64(s.Position[i][a]) / float64(len(particles))
		}
	}
	best, least := -1, math.Inf(1)
	for _, i := range particles {
		x := s.Position[i]
		if far := Norm([3]float64{float64(x[0]) - middle[0], float64(x[1]) - middle[1],
			float64(x[2]) - middle[2]}); far < least {
			best, least = i, far
		}
	}
	return best
}

// RelDensities returns what ρ/ρ0 - 1 of the i-th particle is, ρ0 being that of its own fluid.
func (s *Snapshot) RelDensities() func(i int) float64 {
	kinds, p := s.Kinds(), &s.Case.Params
	if kinds == nil {
		return func(i int) float64 { return float64(s.Density[i])/p.Rho0 - 1 }
	}
	rho0 := []float64{p.Rho0} // of walls
	for _, m := range s.Case.Kinds() {
		rho0 = append(rho0, p.EquationOf(&m).Rho0)
	}
	return func(i int) float64 { return float64(s.Density[i])/rho0[int(kinds[i])] - 1 }
}

// Speed is that of the i-th particle [m/s].
func (s *Snapshot) Speed(i int) float64 {
	v := s.Velocity[i]
	return Norm([3]float64{float64(v[0]), float64(v[1]), float64(v[2])})
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// lookAround finds the particles within the support.
func (s *Snapshot) lookAround(f *Suspect) {
	support := s.Case.Params.Support()
	for i := range s.ID {
		far := s.distance(f.Index, i)
		if i == f.Index || !(far <= support) {
			continue
		}
		if s.Type[i] == Fluid {
			f.Fluid++
		} else {
			f.Walls++
		}
		f.Around = append(f.Around, Near{i, far})
	}
	slices.SortStableFunc(f.Around, func(a, b Near) int {
		return cmp.Compare(a.Distance,
			b.Distance)
	})
	f.Around = f.Around[:min(len(f.Around), MaxAround)]
}

// distance is that of two particles [m], along periodic axes the shorter way.
func (s *Snapshot) distance(i, j int) float64 {
	p := &s.Case.Params
	var x [3]float64
	for a := range 3 {
		x[a] = float64(s.Position[i][a]) - float64(s.Position[j][a])
		if p.Periodic[a] {
			length := p.Max[a] - p.Min[a]
			x[a] -= length * math.Round(x[a]/length)
		}
	}
	return Norm(x)
}

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
	if s.Case.HasBirths() {
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
		maybe = append(maybe,
			fmt.Sprintf("%s is of a wall: another boundary or a smaller deltap may do", name))
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
		if d := Norm([3]float64{x[0] - all[id][0], x[1] - all[id][1],
			x[2] - all[id][2]}); i != int(id) && d < far {
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
