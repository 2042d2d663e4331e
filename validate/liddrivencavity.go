package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// cavityMean is how long before the end means are taken from [L/U].
const cavityMean = 5

// cavityReadings are velocities on the two lines at places of references. What is kept of a
// snapshot are all of the first one, and so on.
var cavityReadings = []struct{ name, of, file string }{
	{"u", "Ghia", "lid_cavity_ghia_u.csv"},
	{"w", "Ghia", "lid_cavity_ghia_w.csv"},
	{"u", "the profile", "lid_cavity_profile.csv"},
	{"w", "the profile", "lid_cavity_profile.csv"},
}

var (
	lidDrivenCavity = cavityCase("", 100, Gate{Most: 0.015, DeltaP: 0.01}, [levels]Plan{
		Short:   {15, []float64{0.04}},
		Nightly: {30, []float64{0.04, 0.02, 0.01}},
		GPU:     {30, []float64{0.02, 0.01, 0.005}},
	})
	lidDrivenCavity1000 = cavityCase("1000", 1000, Gate{Most: 0.025, DeltaP: 0.005}, [levels]Plan{
		Short:   {20, []float64{0.05}},
		Nightly: {100, []float64{0.04, 0.02}},
		GPU:     {100, []float64{0.01, 0.005}},
	})
)

func cavityCase(suffix string, re int, gate Gate, plans [levels]Plan) *Case {
	c := &Case{
		Name: "LidDrivenCavity" + suffix,
		What: fmt.Sprintf("a lid drives the fluid in a square box, Re %d, from rest until it is steady: velocities on the two lines through the centre", re),
		How: "u, along the lid, is read on the line across it, w on the line along it. At a place it is that of the plane that fits the fluid within 2.6 Δp best, weighted by Wendland's kernel, " +
			fmt.Sprintf("and the mean of %d snapshots of the last %d L/U. Differences are over the lid's speed, at all places of the reference but those on walls. ", cavityMean+1, cavityMean) +
			"The profile is a converged solution by finite differences, which Ghia's values are off by up to 0.9 % at Re 100 and 1.8 % at Re 1000.",
		Source:    "Ghia, Ghia & Shin, J. Comput. Phys. 48 (1982) 387-411, tables I and II, and finite differences.",
		Problem:   "LidDrivenCavity",
		Options:   []string{fmt.Sprintf("--re=%d", re)},
		Why:       "It is the flow's Reynolds number.",
		Levels:    plans,
		Snapshots: 1,
		Look:      func(s *sph.Snapshot) []float64 { return lookAtCavity(s, re) },
		Grid: &Grid{Problem: "GridCavity", Options: []string{fmt.Sprintf("--re=%d", re)},
			Cells: [levels]int{32, 64, 128}},
	}
	for k, reading := range cavityReadings {
		c.Norms = append(c.Norms, Norm{
			Name: fmt.Sprintf("%s off %s, RMS", reading.name, reading.of), Unit: "%", Exact: reading.of != "Ghia", Gate: gate,
			Of: func(r *Run) float64 { return cavityOff(r, k, re) },
		})
	}
	for k, name := range []string{"u", "w"} {
		c.Norms = append(c.Norms, Norm{Name: name + " off the grid's, RMS", Unit: "%",
			Of: func(r *Run) float64 { return cavityOffGrid(r, k, re) }})
	}
	c.Figures = []Figure{cavityFigure(0, re, "z / L"), cavityFigure(1, re, "x / L")}
	return c
}

// cavityFigure is that of a line, with the places of the profile, and Ghia's values.
func cavityFigure(k, re int, axis string) Figure {
	name := cavityReadings[k].name
	return Figure{
		Name: name, What: fmt.Sprintf("%s on the line through the centre, Re %d", name, re), X: axis, Y: name + " / U",
		Of:        func(r *Run) Curve { return cavityMeans(r, k+2, re) },
		Reference: func() Curve { return cavityReference(k, re) }, Is: "computed by Ghia",
		Grid: func(s *Solution) Curve { return []Curve{s.U, s.W}[k] },
	}
}

// cavityReference is what a reading is compared with, but for the ends, which are on walls.
func cavityReference(k, re int) Curve {
	c := Reference(cavityReadings[k].file, "s_over_L", fmt.Sprintf("re%d_%s_over_U", re, cavityReadings[k].name))
	last := len(c.X) - 1
	return Curve{X: c.X[1:last], Y: c.Y[1:last]}
}

// lookAtCavity reads velocities, in that of the lid, 1 m/s, in a box of 1 m.
func lookAtCavity(s *sph.Snapshot, re int) (all []float64) {
	p := planeOf(s)
	for k, reading := range cavityReadings {
		for _, at := range cavityReference(k, re).X {
			u, _ := p.at(0.5, at)
			_, w := p.at(at, 0.5)
			if reading.name == "u" {
				w = u
			}
			all = append(all, w)
		}
	}
	return all
}

// cavityMeans is a reading, the mean of the last snapshots.
func cavityMeans(r *Run, k, re int) Curve {
	first := 0
	for before := range k {
		first += len(cavityReference(before, re).X)
	}
	c := Curve{X: cavityReference(k, re).X}
	for i := range c.X {
		late := r.Seen(first+i).Between(r.End-cavityMean-0.5, r.End+0.5)
		c.Y = append(c.Y, mean(late.Y))
	}
	return c
}

func cavityOff(r *Run, k, re int) float64 {
	is := cavityReference(k, re)
	return RMS(Off(cavityMeans(r, k, re), is, is.X))
}

// cavityOffGrid is how far a line is off that on a grid; NaN without one.
func cavityOffGrid(r *Run, k, re int) float64 {
	if r.Grid == nil {
		return math.NaN()
	}
	is := cavityMeans(r, k+2, re)
	return RMS(Off(is, []Curve{r.Grid.U, r.Grid.W}[k], is.X))
}

// plane finds velocities at places of a flow in two dimensions: those of the plane that fits the
// fluid within 2.6 Δp best, weighted by Wendland's kernel of h = 1.3 Δp. What is linear is read
// exactly, at walls too, where a weighted mean is that of a place further in.
type plane struct {
	of    *sph.Snapshot
	h     float64          // [m]
	cells map[[2]int][]int // fluid, by squares of 2h
}

func planeOf(s *sph.Snapshot) *plane {
	p := &plane{s, 1.3 * s.Case.Params.DeltaP, map[[2]int][]int{}}
	fluid(s, func(i int) {
		k := p.cell(float64(s.Position[i][0]), float64(s.Position[i][2]))
		p.cells[k] = append(p.cells[k], i)
	})
	return p
}

func (p *plane) cell(x, z float64) [2]int {
	return [2]int{int(math.Floor(x / (2 * p.h))), int(math.Floor(z / (2 * p.h)))}
}

// at is the velocity [m/s] at a place; NaN where there are not three particles around that are not
// on a line.
func (p *plane) at(x, z float64) (u, w float64) {
	var m [3][3]float64 // Σ weight (1, dx, dz)ᵀ (1, dx, dz)
	var b [2][3]float64 // Σ weight (1, dx, dz) velocity
	k := p.cell(x, z)
	for n := range 9 {
		for _, i := range p.cells[[2]int{k[0] + n%3 - 1, k[1] + n/3 - 1}] {
			at := p.of.Position[i]
			d := [3]float64{1, (float64(at[0]) - x) / p.h, (float64(at[2]) - z) / p.h}
			q := math.Hypot(d[1], d[2]) / 2
			if q >= 1 {
				continue
			}
			weight := math.Pow(1-q, 4) * (1 + 4*q)
			for a := range 3 {
				for c := range 3 {
					m[a][c] += weight * d[a] * d[c]
				}
				b[0][a] += weight * d[a] * float64(p.of.Velocity[i][0])
				b[1][a] += weight * d[a] * float64(p.of.Velocity[i][2])
			}
		}
	}
	// The constant part, by Cramer's rule: m is symmetric.
	first := [3]float64{m[1][1]*m[2][2] - m[1][2]*m[1][2], m[0][2]*m[1][2] - m[0][1]*m[2][2],
		m[0][1]*m[1][2] - m[0][2]*m[1][1]}
	det := dot(first, m[0])
	if !(det > 1e-9*math.Pow(m[0][0], 3)) {
		return math.NaN(), math.NaN()
	}
	return dot(first, b[0]) / det, dot(first, b[1]) / det
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
