package problems

import (
	"fmt"
	"math"
	"strconv"

	"gpusph/internal/text"
	"gpusph/sph"
)

// checkSpacing refuses spacings at which the lattices would be far from Δp, or
// too many particles for any memory, and says from where to where they may be.
func (s *scene) checkSpacing(deltaP float64) error {
	least := s.finest()
	most, why := s.coarsest()
	if deltaP >= least && deltaP <= most*(1+tolerance) {
		return nil
	}
	if !(deltaP >= least) {
		why = fmt.Sprintf("finer ones make more particles than the %s that can be held", text.Thousands(maxParticles))
	}
	return fmt.Errorf("--deltap is %s m, but must be from %s to %s m: %s", text.Exact(deltaP), limit(least, math.Ceil), limit(most, math.Floor), why)
}

// coarsest is the greatest spacing [m], and why it is not greater: two particles go into
// each box.
func (s *scene) coarsest() (most float64, why string) {
	most = math.Inf(1)
	if s.supports > 0 {
		most, why = s.supports, "coarser ones make the inner walls, which are as thick as the support of the kernel, too thick"
	}
	fits := func(name string, b box) {
		for a := range 3 {
			if size := b.size(a); size/2 < most {
				most, why = size/2, fmt.Sprintf("the %s is only %s m along %v", name, text.Number(size), sph.Axis(a))
			}
		}
	}
	fits("tank", s.tank)
	for _, w := range s.water {
		fits(w.name, w.box)
	}
	for i := range s.solids {
		if o := &s.solids[i]; !o.thickens {
			fits(o.name, o.box)
		}
	}
	return most, why
}

// finest is the least spacing [m]. One half of the particles may be water, the other four
// layers of walls.
func (s *scene) finest() float64 {
	whole := s.whole()
	x, y, z := whole.size(0), whole.size(1), whole.size(2)
	least := math.Sqrt(4 * 2 * (x*y + y*z + z*x) / (maxParticles / 2))
	var volume float64
	for _, w := range s.water {
		volume += float64(s.widths()) * w.size(0) * w.size(1) * w.size(2)
	}
	return rounded(max(least, math.Cbrt(volume/(maxParticles/2))), math.Ceil)
}

// limit is x for people, who may take it at its word: if it has many digits, it is rounded
// inwards.
func limit(x float64, inwards func(float64) float64) string {
	s := text.Number(x)
	if y, err := strconv.ParseFloat(s, 64); err == nil && y == x {
		return s
	}
	return text.Number(rounded(x, inwards))
}

// rounded is x to three digits, up or down.
func rounded(x float64, to func(float64) float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	n := x / unit
	if whole := math.Round(n); math.Abs(n-whole) < 1e-6 {
		return whole * unit
	}
	return to(n) * unit
}
