package scene

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/parallel"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Lengths of a flow in spacings, from which on they are resolved.
const (
	// depthSpacings is the number of particles over the depth of a flow with a free surface. Ten per
	// height of a wave is the usual least in SPH of coastal flows (Altomare et al. 2017, Coastal
	// Engineering 127), and no wave is higher than the water is deep.
	depthSpacings = 10

	// gapSpacings is the number of particles across a gap between walls. The support of the kernel
	// is 2h = 2.6 Δp with the usual h = 1.3 Δp: across five spacings, only the particles in the
	// middle feel one wall alone, and with fewer each feels both walls at once (Monaghan 2005, Rep.
	// Prog. Phys. 68, section 2, on the support; Morris et al. 1997 on flows in channels).
	gapSpacings = 5

	// bodySpacings is the number of particles across a body. It is a rule of ours, not measured: with
	// fewer, the supports of particles on opposite faces span the body as a whole.
	bodySpacings = 4

	// Walls thinner than the support of the kernel are warned of, too: the kernel reaches through
	// them.
)

const (
	lookedFrom = 2e5 // wall particles from which gaps and thicknesses are looked for
	looksTo    = 10  // how far [spacings]; what is wider is not told
	// cosine between the normals of a plate's faces; at edges of walls it is more
	facing       = -0.8
	corner       = -0.3   // cosine between normals from which on walls make a corner, not a gap
	narrowest    = -0.9   // cosine below which walls are opposite each other, where a gap is narrowest
	nearParallel = 0.9994 // minus the cosine from which on walls are parallel
	closedGap    = 0.1    // narrower gaps are contacts of walls [spacings]
	matters      = 0.2    // part of the columns of a fluid
	thinPart     = 0.1    // part of the places of a wall
	mostColumns  = 1e5    // in which depths are measured
	mostCells    = 1e8    // of the lattice on which fluid may come to a gap
)

// resolution finds what the particles of a case have to resolve.
type resolution struct {
	s     *Scene
	c     *sph.Case
	walls geometry.Shape
	l     *layout
	first []int // particle of each solid, of shaped walls, and after these
	free  *freeSpace
}

// noteLengths measures depths, gaps and bodies, and warns of those that have too few spacings.
func (s *Scene) noteLengths(c *sph.Case, l *layout, walls geometry.Shape, first []int) {
	if c.Params.Dim == 2 {
		walls = geometry.Section(walls)
	}
	r := &resolution{s: s, c: c, walls: walls, l: l, first: first}
	c.Resolved = append(r.depths(), r.gapsAndBodies()...)
	if s.Fineness != nil {
		for i := range c.Resolved {
			of := &c.Resolved[i]
			of.Spacings *= s.Fineness(of.At)
		}
	}
	for _, kind := range []string{sph.Depth, sph.Gap, sph.Thickness, sph.Across} {
		if what := r.worst(kind); what != "" {
			c.Warnings = append(c.Warnings, what)
		}
	}
}

// worst is the warning about the length of a kind that has the least part of the spacings that it
// needs, with the number of others; "" is none. A body that is thin needs no other warning.
func (r *resolution) worst(kind string) string {
	var worst *sph.Resolved
	others := -1
	thin := map[string]bool{}
	for i := range r.c.Resolved {
		of := &r.c.Resolved[i]
		if of.Enough() {
			continue
		}
		thin[of.Name] = thin[of.Name] || of.Kind == sph.Thickness
		if of.Kind != kind || kind == sph.Across && thin[of.Name] {
			continue
		}
		others++
		if worst == nil || of.Spacings/of.Needs < worst.Spacings/worst.Needs*(1-Tolerance) {
			worst = of
		}
	}
	if worst == nil {
		return ""
	}
	what := r.warning(worst)
	if others > 0 {
		what += fmt.Sprintf("; %s, too", text.Count(others, "other"))
	}
	return what
}

// warning is about a length with too few spacings.
func (r *resolution) warning(of *sph.Resolved) string {
	p := &r.c.Params
	has := text.Figure(of.Spacings) + " spacings"
	if math.Abs(of.Spacings-1) < 0.01 {
		has = "one spacing"
	}
	at := "at " + r.s.Origin.Metres(of.At)
	remedy := "use a finer --deltap"
	if d := of.Finer(p.DeltaP); d >= finest {
		remedy = fmt.Sprintf("use --deltap %s", text.Number(d))
	}
	switch of.Kind {
	case sph.Depth:
		return fmt.Sprintf("the fluid %q is %s deep (%.3g m, as %s), but %g are needed; %s",
			of.Name, has, of.Length, at, of.Needs, remedy)
	case sph.Gap:
		if of.Spacings < 0.95 {
			remedy += "; hardly any fluid comes into it now"
		}
		return fmt.Sprintf("a gap between walls is %s wide (%.3g m, %s), but %g are needed; %s",
			has, of.Length, at, of.Needs, remedy)
	case sph.Thickness:
		if p.Boundary.Model().Leaks && p.H > 1.6*p.DeltaP && of.Spacings < 1.5 {
			remedy += ", or --boundary mdbc: the kernel sees too little of it to hold water back"
		}
		return fmt.Sprintf("%s is %s thick (%.3g m, as %s), less than the support of the kernel, "+
			"%gh = %.4g m: fluid on one side feels fluid on the other; %s",
			of.Name, has, of.Length, at, p.Kernel.Radius(), p.Support(), remedy)
	}
	return fmt.Sprintf("%s is %s across (%.3g m), but %g are needed; %s",
		of.Name, has, of.Length, of.Needs, remedy)
}

// gapsAndBodies looks from the surfaces of walls forwards for gaps, and backwards for thicknesses.
func (r *resolution) gapsAndBodies() (all []sph.Resolved) {
	places := r.places()
	if gap, ok := r.leastGap(places); ok {
		all = append(all, gap)
	}
	return append(all, r.bodies(places)...)
}

// wallPlace is a place of the surface of walls.
type wallPlace struct {
	particle   int
	edge       bool // it is not the surface nearest to the particle
	at, normal [3]float64
	back       float64 // thickness of the wall behind it, or +Inf [m]
	gap        float64 // the narrowest gap before it, or +Inf [m]
	middle     [3]float64
}

// places are those of the wall particles of the first layer, at regular intervals where there are
// many.
func (r *resolution) places() []wallPlace {
	q, p := &r.c.Particles, &r.c.Params
	var ids []int
	for i, t := range q.Type {
		if t == sph.Wall && !(r.s.Images > 0 && q.Position[i][WideAxis] > r.s.Tank.Max[WideAxis]) {
			ids = append(ids, i)
		}
	}
	stride := max(1, int(math.Ceil(float64(len(ids))/lookedFrom)))
	parts := make([][]wallPlace, (len(ids)+stride-1)/stride)
	parallel.Each(len(parts), func(k int) error {
		i := ids[k*stride]
		s, ok := r.walls.Nearest(q.Position[i], p.DeltaP)
		if !ok || s.Distance > OnSurface*p.DeltaP || r.s.Tank.Distance(s.Point) > Tolerance {
			return nil
		}
		parts[k] = append(parts[k], r.look(i, s))
		for _, other := range r.beside(q.Position[i], s.Normal) {
			w := r.look(i, other)
			w.edge = true
			parts[k] = append(parts[k], w)
		}
		return nil
	})
	return slices.Concat(parts...)
}

// beside are the surfaces that free sites beside a wall particle see, but for the one in the
// direction of a normal: at edges, and of plates of one spacing, a particle has several.
func (r *resolution) beside(x, normal [3]float64) (all []geometry.Surface) {
	for _, a := range r.c.Params.Axes() {
		for _, to := range [2]float64{-1, 1} {
			if to*normal[a] > 0.7 {
				continue
			}
			y := x
			y[a] += to * r.l.first.step[a]
			if r.walls.Inside(y) {
				continue
			}
			if s, ok := r.walls.Nearest(y, r.c.Params.DeltaP); ok && r.s.Tank.Distance(s.Point) <= Tolerance {
				all = append(all, s)
			}
		}
	}
	return all
}

// look looks forwards and backwards from a place of the surface.
func (r *resolution) look(particle int, from geometry.Surface) wallPlace {
	w := wallPlace{particle: particle, at: from.Point, normal: from.Normal}
	w.back, w.gap = math.Inf(1), math.Inf(1)
	far := looksTo * r.c.Params.DeltaP
	if d := r.behind(from.Point, from.Normal); d <= far && r.isPlate(from.Point, from.Normal, d) {
		w.back = d
	}
	if d := r.before(from.Point, from.Normal); d <= far {
		if gap, middle, ok := r.narrowest(from.Point, from.Normal, d); ok {
			w.gap, w.middle = gap, middle
		}
	}
	return w
}

// before is the free length along the normal of a surface [m].
func (r *resolution) before(at, normal [3]float64) float64 {
	var buffer [16]geometry.Interval
	for _, in := range r.walls.Along(at, normal, buffer[:0]) {
		if in.Low > alsoBehind*r.c.Params.DeltaP {
			return in.Low
		}
	}
	return math.Inf(1)
}

// behind is the thickness of the wall behind a surface [m].
func (r *resolution) behind(at, normal [3]float64) float64 {
	var buffer [16]geometry.Interval
	way := [3]float64{-normal[0], -normal[1], -normal[2]}
	least := alsoBehind * r.c.Params.DeltaP
	for _, in := range r.walls.Along(at, way, buffer[:0]) {
		if in.Low <= least && in.High > least {
			return in.High
		}
	}
	return math.Inf(1)
}

// isPlate reports whether the face on the other side of a wall is nearly parallel: not at its edge.
func (r *resolution) isPlate(at, normal [3]float64, thick float64) bool {
	dp := r.c.Params.DeltaP
	s, ok := r.walls.Nearest(moved(at, -thick-1e-3*dp, normal), dp)
	return ok && dotOf(s.Normal, normal) <= facing
}

// narrowest follows a gap to where it is narrowest. A gap that closes is a corner, or the place
// where walls touch, and is none.
func (r *resolution) narrowest(at, normal [3]float64, width float64) (float64, [3]float64, bool) {
	const tries = 60
	dp := r.c.Params.DeltaP
	step := 0.0
	for range tries {
		middle := moved(at, width/2, normal)
		other, ok := r.walls.Nearest(moved(at, width*(1-1e-3), normal), width)
		cos := dotOf(normal, other.Normal)
		if width < closedGap*dp || !ok || cos > corner {
			return 0, middle, false
		}
		angle := math.Acos(min(1, -cos))
		if cos <= -nearParallel {
			return width, middle, true
		}
		closing := [3]float64{}
		for a := range 3 {
			closing[a] = -(normal[a] + other.Normal[a]) / (2 * math.Sin(angle/2))
		}
		if most := width / (2 * angle); step == 0 || step > most {
			step = most
		}
		for {
			if step < closedGap*dp/2 && step < width/8 {
				return width, middle, cos < narrowest // faces are opposite where it is
			}
			next, found := r.walls.Nearest(moved(middle, step, closing), width)
			if found && next.Distance > 0 {
				if w := r.before(next.Point, next.Normal); w < width {
					at, normal, width = next.Point, next.Normal, w
					break
				}
			}
			step /= 2
		}
	}
	return width, moved(at, width/2, normal), true
}

func moved(x [3]float64, by float64, way [3]float64) [3]float64 {
	for a := range 3 {
		x[a] += by * way[a]
	}
	return x
}

func dotOf(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// leastGap is the narrowest gap that fluid can come to. A few places that are narrow are a notch.
func (r *resolution) leastGap(places []wallPlace) (sph.Resolved, bool) {
	var gaps []wallPlace
	for _, w := range places {
		if !math.IsInf(w.gap, 1) {
			gaps = append(gaps, w)
		}
	}
	slices.SortStableFunc(gaps, func(a, b wallPlace) int { return compare(a.gap, b.gap) })
	few, dp := 2*(r.c.Params.Dim-1), r.c.Params.DeltaP
	for _, w := range gaps {
		below := func(b Box) bool { return b.Distance(w.middle) < Tolerance }
		if slices.ContainsFunc(r.s.Clearances, below) || !r.reached(w.middle) {
			continue
		}
		if few--; few == 0 {
			return sph.Resolved{Kind: sph.Gap, Length: w.gap, Spacings: w.gap / dp, Needs: gapSpacings,
				At: w.middle}, true
		}
	}
	return sph.Resolved{}, false
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
