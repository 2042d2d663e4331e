package sph

import (
	"cmp"
	"math"
	"slices"
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
// density of their own are none. Within a step what is no number comes to all within two supports.
// So a particle with such around that is itself out of range is the first.
func (s *Snapshot) Suspects() (all []Suspect, doubts Doubts) {
	c0 := s.Case.Params.FastestSound()
	var bad []int
	stray, fast, off, speed := -1, -1, -1.0, -1.0
	for i := range s.ID {
		if s.Type[i] != Fluid && !s.Case.Params.Boundary.HasState() {
			continue
		}
		d, v := s.off(i), s.Speed(i)
		if !finite(d) || !finite(v) {
			bad = append(bad, i)
			continue
		}
		if d > off {
			stray, off = i, d
		}
		if v > speed && s.Type[i] == Fluid {
			fast, speed = i, v
		}
		doubts.count(d, v/c0)
	}
	doubts.NotANumber = len(bad)
	worst := []Suspect{{Why: []string{OfDensity}, Index: stray}, {Why: []string{OfSpeed}, Index: fast}}
	if speed/c0 > off/StrayDensity {
		slices.Reverse(worst)
	}
	worst = slices.Insert(worst, 0, Suspect{Why: []string{NotANumber}, Index: s.amid(bad)})
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
	if len(bad) > 1 && len(all) > 1 && max(off/StrayDensity, speed/c0) > 1 && slices.ContainsFunc(bad, reached) {
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
		if far := Norm([3]float64{float64(x[0]) - middle[0], float64(x[1]) - middle[1], float64(x[2]) - middle[2]}); far < least {
			best, least = i, far
		}
	}
	return best
}

// off is how far a density is off ρ0, as a part of it.
func (s *Snapshot) off(i int) float64 { return math.Abs(float64(s.Density[i])/s.Case.Params.Rho0 - 1) }

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
	slices.SortStableFunc(f.Around, func(a, b Near) int { return cmp.Compare(a.Distance, b.Distance) })
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
