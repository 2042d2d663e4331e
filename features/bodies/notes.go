package bodies

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// lightBody is the ratio of a body's density to the fluid's below which its added mass is many
// times its own.
const lightBody = 0.1

// Notes tell of a free body of a scene what it weighs, how it may move, and whether it floats.
func Notes(s *scene.Scene, w *scene.ShapedWall, p *sph.Params) []string {
	f := w.Free.(*Body)
	notes := []string{f.weightOf(s, w, p) + "; " + f.floats(s, w, p)}
	if ratio := f.Mass / w.Volume / p.Rho0; ratio < lightBody*(1-1e-6) {
		notes = append(notes, fmt.Sprintf("%s has %.2g of the fluid's density, less than %.2g: the "+
			"fluid that it moves along weighs many times as much as itself, and its motion is less "+
			"exact; compare with a finer --deltap", w.Called(), ratio, lightBody))
	}
	return notes
}

// weightOf is what a body weighs and how it may move, in words.
func (f *Body) weightOf(s *scene.Scene, w *scene.ShapedWall, p *sph.Params) string {
	in := f.Inertia
	moments := fmt.Sprintf("%.5g, %.5g and %.5g kg m² about x, y and z", in[0][0], in[1][1], in[2][2])
	if p.Dim == 2 {
		moments = fmt.Sprintf("%.5g kg m² about y", in[1][1])
	}
	ways := ""
	if f.Directions != nil {
		ways = "shifts " + Ways("along", f.Directions)
	}
	if f.Axes != nil {
		if ways != "" {
			ways += " and "
		}
		ways += "turns " + Ways("about", f.Axes)
	}
	return fmt.Sprintf("%s has %.5g %s, %.4g kg/m³ on the mean, its centre of mass at %s and "+
		"moments of inertia of %s there; it %s", w.Called(), f.Mass, kilograms(p),
		f.Mass/w.Volume, s.Origin.Metres(w.Centre), moments, ways)
}

// kilograms is the unit of masses.
func kilograms(p *sph.Params) string {
	if p.Dim == 2 {
		return "kg a metre"
	}
	return "kg"
}

// Ways are directions or axes, in words.
func Ways(verb string, ways [][3]float64) string {
	var words []string
	for _, w := range ways {
		word := InBrackets(w)
		if a := slices.Index(w[:], 1); a >= 0 {
			word = sph.Axis(a).String()
		}
		words = append(words, word)
	}
	if words == nil {
		return verb + " nothing"
	}
	return verb + " " + text.And(words)
}

// InBrackets is a vector as case files have it.
func InBrackets(v [3]float64) string {
	return fmt.Sprintf("[%s, %s, %s]", text.Number(v[0]), text.Number(v[1]), text.Number(v[2]))
}

// floats tells whether a body floats in fluid at rest, and how deep as it stands at first.
func (f *Body) floats(s *scene.Scene, w *scene.ShapedWall, p *sph.Params) string {
	plane, full := p.Dim == 2, p.Rho0*w.Volume
	is := fmt.Sprintf("it displaces %.5g %s of fluid when all of it is under its surface", full,
		kilograms(p))
	switch {
	case p.Gravity[2] >= 0 || p.Gravity[0] != 0 || p.Gravity[1] != 0:
		return is
	case f.Mass > full:
		return is + ", so it sinks"
	}
	below := geometry.VolumeBelow(w.Shape, plane)
	bounds := w.Shape.Bounds()
	level := func(volume float64) float64 {
		low, high := bounds.Min[2], bounds.Max[2]
		for range 50 {
			if middle := (low + high) / 2; below(middle) < volume {
				low = middle
			} else {
				high = middle
			}
		}
		return (low + high) / 2
	}
	draught := level(f.Mass/p.Rho0) - level(1e-6*w.Volume)
	return fmt.Sprintf("%s, so it floats, %s m deep in the attitude that it has at first, in which "+
		"it displaces %.5g %s",
		is, text.Number(text.Three(draught, math.Round)), p.Rho0*wetVolume(s, w, plane), kilograms(p))
}

// wetVolume is the volume that a body takes from the fluid at first [m³].
func wetVolume(s *scene.Scene, w *scene.ShapedWall, plane bool) (sum float64) {
	wet := func(fluid geometry.Shape) {
		common := geometry.Intersection(w.Shape, fluid)
		sum += geometry.Sampled(common, common.Bounds(), plane)
	}
	for i := range s.Pools {
		wet(s.Pools[i].Shape())
	}
	for i := range s.Shaped.Fluids {
		if of := &s.Shaped.Fluids[i]; of.Shape != nil {
			wet(of.Shape)
		} else { // what a seed comes to, if the body is in it
			sum += geometry.VolumeBelow(w.Shape, plane)(of.Level)
		}
	}
	return sum
}
