package scene

import (
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// bodies are the thicknesses of walls that fluid can come to from both sides, and how far it is
// across bodies that stand in it.
func (r *resolution) bodies(places []wallPlace) (all []sph.Resolved) {
	type body struct {
		name   string
		bounds geometry.Box
	}
	var of []body
	for i := range r.s.Solids {
		o := &r.s.Solids[i]
		of = append(of, body{o.called(), geometry.Box{Min: o.Min, Max: o.Max}})
	}
	if r.s.Shaped != nil {
		for i := range r.s.Shaped.Walls {
			w := &r.s.Shaped.Walls[i]
			of = append(of, body{w.Called(), w.Shape.Bounds()})
		}
	}
	found, total := make([][]wallPlace, len(of)), make([]int, len(of))
	for _, w := range places {
		k := r.owner(w.particle)
		if k < 0 || w.edge {
			continue
		}
		total[k]++
		if !math.IsInf(w.back, 1) {
			found[k] = append(found[k], w)
		}
	}
	p := &r.c.Params
	for k, ws := range found {
		if len(ws) == 0 || float64(len(ws)) < thinPart*float64(total[k]) {
			continue
		}
		slices.SortStableFunc(ws, func(a, b wallPlace) int { return compare(a.back, b.back) })
		w := ws[int(thinPart*float64(total[k])-1e-9)]
		out := moved(w.at, p.DeltaP/2, w.normal)
		beyond := moved(w.at, -w.back-p.DeltaP/2, w.normal)
		if !r.reached(out) || !r.reached(beyond) {
			continue
		}
		all = append(all, sph.Resolved{Kind: sph.Thickness, Name: of[k].name, Length: w.back,
			Spacings: w.back / p.DeltaP, Needs: p.Support() / p.DeltaP, At: w.at})
		if across := r.across(of[k].bounds); across <= looksTo*p.DeltaP {
			all = append(all, sph.Resolved{Kind: sph.Across, Name: of[k].name, Length: across,
				Spacings: across / p.DeltaP, Needs: bodySpacings, At: w.at})
		}
	}
	return all
}

// across is how far it is across a body, but not through a plate [m]: the second of its extents,
// in a plane the larger one.
func (r *resolution) across(b geometry.Box) float64 {
	var size []float64
	in := Clip(b, r.s.Tank)
	for _, a := range r.c.Params.Axes() {
		size = append(size, in.Size(int(a)))
	}
	slices.Sort(size)
	return size[1]
}

// owner is the solid or, after these, the shaped wall that has a wall particle; -1 is the tank.
func (r *resolution) owner(i int) int {
	n := len(r.s.Solids)
	if i < r.first[0] || i >= r.first[n+1] {
		return -1
	}
	for k := range n {
		if i < r.first[k+1] {
			return k
		}
	}
	x := r.c.Particles.Position[i]
	l := r.l.first
	return n + r.s.Shaped.Owner(decided(l, &r.c.Params, x), OnSurface*l.step[0])
}
