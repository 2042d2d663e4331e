package convert

// The domain around all that was drawn.

import (
	"slices"
	"strings"

	"gpusph/internal/casefile"
)

// findDomain is the tank, or the box that everything lies in. Sides without faces are open, but
// where the flow is periodic.
func (r *reader) findDomain() {
	var faces face
	if r.tank != nil {
		r.domain, faces = r.tank.inner, r.tank.faces
	} else {
		r.domain = nowhere()
		for _, i := range r.painter.items {
			e, known := i.extent()
			if i.skin != nil && i.skin.sheath != nil {
				continue
			}
			if i.skin != nil {
				_, to := i.skin.reach(r.holds(i))
				e = e.grow(max(0, to) * r.dp)
			}
			if i.sheets != nil {
				e = e.grow(r.layers() * r.dp)
			}
			if i.stuff == void || i.fill != nil && known {
				continue
			}
			if !known {
				e = r.lattice
			}
			r.domain = r.domain.union(e)
		}
		r.domain = r.domain.clip(r.lattice).union(r.sheaths())
		if r.domain.low[0] > r.domain.high[0] {
			r.domain = r.lattice
		}
	}
	if r.plane {
		r.domain.low[1], r.domain.high[1] = -0.5, 0.5
	}
	d := &casefile.Domain{}
	for axis := range 3 {
		flat := r.plane && axis == 1
		if r.periodic[axis] && !flat {
			r.domain.low[axis], r.domain.high[axis] = r.periodOf(axis)
			d.Periodic = append(d.Periodic, axes[axis])
		}
		for k := 2 * axis; k < 2*axis+2; k++ {
			if faces>>k&1 == 0 && !r.periodic[axis] && !flat {
				d.Open = append(d.Open, sides[k])
			}
		}
	}
	r.domain = extent{tidied(r.domain.low), tidied(r.domain.high)}
	d.Min, d.Max = r.domain.low, r.domain.high
	r.c.Domain = d
}

// sheaths is the extent of the walls at the faces of prisms.
func (r *reader) sheaths() extent {
	all := nowhere()
	for _, i := range r.painter.items {
		if i.stuff != bound || i.skin == nil || i.skin.sheath == nil {
			continue
		}
		shape, err := r.sheathWall(i)
		if e, known := bounds(shape); err == nil && known {
			_, to := i.skin.reach(true)
			all = all.union(e.clip(r.lattice.grow(max(0, to) * r.dp)))
		}
	}
	return all
}

// breached notes voids that would open the tank, unless walls were drawn there again.
func (r *reader) breached() {
	if r.tank == nil {
		return
	}
	for n, i := range r.painter.items {
		e, known := i.extent()
		if i.stuff != void || !known {
			continue
		}
		touches := false
		for k := range 6 {
			touches = touches || r.tank.faces>>k&1 == 1 && !(r.plane && k/2 == 1) &&
				outwards(k)*(*side(&e, k)-*side(&r.domain, k)) > -0.01*r.dp
		}
		again := slices.ContainsFunc(r.painter.items[n:], func(j *item) bool {
			f, known := j.extent()
			return j.stuff == bound && known && e.inside(f, 0.5*r.dp)
		})
		if touches && !again {
			r.skip(i.from, "it would open a side of the tank, which stays closed")
		}
	}
}

// simulationDomain takes room beyond open sides.
func (r *reader) simulationDomain(parameters *element) {
	if parameters == nil {
		return
	}
	all := r.domain
	for _, i := range r.painter.items {
		if e, known := i.extent(); known && i.stuff == bound {
			all = all.union(e)
		}
	}
	for _, p := range r.drawnPoints {
		all = all.with(p.at)
	}
	for k := range 6 {
		if beyond := outwards(k) * (*side(&all, k) - *side(&r.domain, k)); len(r.drawnPoints) > 0 &&
			slices.Contains(r.c.Domain.Open, sides[k]) {
			r.c.Domain.Room = tidy(max(r.c.Domain.Room, beyond))
		}
	}
	for _, p := range parameters.all("parameter") {
		x, err := r.number(p, "value")
		if p.value("key") == "IncZ" && err == nil && x > 0 &&
			slices.Contains(r.c.Domain.Open, "zmax") {
			above := all.high[2] + x*(all.high[2]-all.low[2]) - r.domain.high[2]
			r.c.Domain.Room = max(r.c.Domain.Room, tidy(above))
		}
	}
	e := parameters.child("simulationdomain")
	if e == nil {
		return
	}
	for k := range 6 {
		corner := e.child([]string{"posmin", "posmax"}[k%2])
		if corner == nil || r.plane && k/2 == 1 {
			continue
		}
		s := corner.value(axes[k/2])
		limit, err := r.limit(s, *side(&all, k), all.high[k/2]-all.low[k/2])
		if err != nil {
			r.near(corner, "%s: %v", axes[k/2], err)
			continue
		}
		beyond := tidy(outwards(k) * (limit - *side(&r.domain, k)))
		switch open := slices.Contains(r.c.Domain.Open, sides[k]); {
		case beyond < -1.01*r.dp:
			r.near(corner, "%s is %s, but the domain has all of what is drawn", axes[k/2], s)
		case open && beyond > 0:
			r.c.Domain.Room = max(r.c.Domain.Room, beyond)
		}
	}
}

// limit is a number, or words as "default + 50%", of a side with the size of the box along its
// axis.
func (r *reader) limit(s string, side, size float64) (float64, error) {
	rest, is := strings.CutPrefix(s, "default")
	if s == "" || is && strings.TrimSpace(rest) == "" {
		return side, nil
	}
	unit := 1.0
	if part, percent := strings.CutSuffix(strings.TrimSpace(rest), "%"); is && percent {
		rest, unit = part, 0.01*size
	}
	x, err := evaluate(strings.TrimPrefix(strings.ReplaceAll(rest, "#", ""), " "), r.variables)
	if !is {
		side, unit = 0, 1
	}
	return tidy(side + x*unit), err
}
