package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// checkMeasured refuses probes and gauges where they could measure nothing.
func (f *caseProblem) checkMeasured() error {
	for i := range f.file.Probes {
		path := fmt.Sprintf("probe.%d", i)
		for _, key := range []string{"at", "line", "plane", "patch"} {
			if f.file.Given(path + "." + key) {
				path += "." + key
			}
		}
		if err := f.checkProbeOnPlane(i, path); err != nil {
			return err
		}
		if err := f.checkProbeBody(i); err != nil {
			return err
		}
		for _, x := range f.points(i, f.file.Spacing) {
			if name, where := f.inWall(x.Position); where != "" {
				return f.file.Errorf(path, "the probe %q, at %s, is %s%s; use a point in the fluid, or on the wall's surface", x.Name, f.scene.Origin.Metres(x.Position), where, name)
			}
			if name, where := f.inWall(x.At()); where != "" {
				return f.file.Errorf(path, "the probe %q reads at %s, %s m before its face, which is %s%s; use a normal that points into the fluid, or a smaller distance",
					x.Name, f.scene.Origin.Metres(x.At()), text.Number(x.Distance), where, name)
			}
		}
	}
	for i, g := range f.file.Gauges {
		if err := f.checkOnPlane(g.At[1], fmt.Sprintf("gauge.%d.at", i), "the gauge", g.Name); err != nil {
			return err
		}
		for a := range 2 {
			if f.params.Dim == 2 && a == 1 {
				continue
			}
			if g.At[a] < f.scene.Tank.Min[a] || g.At[a] > f.scene.Tank.Max[a] {
				return f.file.Errorf(fmt.Sprintf("gauge.%d.at", i), "the gauge %q is outside of the domain", g.Name)
			}
		}
		if err := f.checkGaugeRange(i); err != nil {
			return err
		}
	}
	return nil
}

// checkProbeBody refuses a probe that moves with what does not move.
func (f *caseProblem) checkProbeBody(i int) error {
	b, path := &f.file.Probes[i], fmt.Sprintf("probe.%d.body", i)
	if b.Body == "" {
		return nil
	}
	var groups []string
	for k := range f.file.Walls {
		w := &f.file.Walls[k]
		if w.Motion == nil {
			continue
		}
		if group := groupOf(w); !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
		if b.Body == w.Name || b.Body == groupOf(w) {
			return nil
		}
	}
	if len(groups) == 0 {
		return f.file.Errorf(path, "the probe %q moves with %q, but no wall has a motion; without body it stays where it is", b.Name, b.Body)
	}
	return f.file.Errorf(path, "the probe %q moves with %q, but what moves is %s%s", b.Name, b.Body, text.And(groups), text.Meant(b.Body, groups))
}

// bodyOfProbe is the number of the body that a probe moves with, from 1 on; 0 is none.
func (f *caseProblem) bodyOfProbe(i int, bodies []sph.Body) int {
	name := f.file.Probes[i].Body
	if name == "" {
		return 0
	}
	for k := range f.file.Walls {
		if w := &f.file.Walls[k]; w.Motion != nil && w.Name == name {
			name = groupOf(w)
			break
		}
	}
	return 1 + slices.IndexFunc(bodies, func(b sph.Body) bool { return b.Name == name })
}

// moveProbes lets probes move with their bodies, which are known once walls are filled.
func (f *caseProblem) moveProbes(c *sph.Case) {
	k := 0
	for i := range f.file.Probes {
		body := f.bodyOfProbe(i, c.Bodies)
		for range f.points(i, c.Params.DeltaP) {
			c.Probes[k].Body = body
			k++
		}
	}
}

// rangeOf is a gauge with the heights between which the file lets it look.
func rangeOf(g casefile.Gauge, to sph.Gauge) sph.Gauge {
	if g.From == nil && g.To == nil {
		return to
	}
	to.From, to.To = math.Inf(-1), math.Inf(1)
	if g.From != nil {
		to.From = *g.From
	}
	if g.To != nil {
		to.To = *g.To
	}
	return to
}

// checkGaugeRange refuses heights between which there is nothing to look at.
func (f *caseProblem) checkGaugeRange(i int) error {
	g, at := &f.file.Gauges[i], f.scene.Origin
	low, high := f.scene.Tank.Min[2], f.scene.Tank.Max[2]
	from := low
	if g.From != nil {
		from = *g.From
		x := [3]float64{g.At[0], g.At[1], from}
		if f.params.Dim == 2 {
			x[1] = 0
		}
		if name, where := f.inWall(x); where != "" {
			return f.file.Errorf(fmt.Sprintf("gauge.%d.from", i), "the gauge %q looks from %s, which is %s%s; a height where fluid may come is what it needs",
				g.Name, at.Metres(x), where, name)
		}
	}
	if g.To != nil && !(*g.To > from) {
		return f.file.Errorf(fmt.Sprintf("gauge.%d.to", i), "the gauge %q looks from %s m up to %s m, but to must be above from", g.Name, at.Exact(2, from), at.Exact(2, *g.To))
	}
	if g.To != nil && *g.To > high+f.file.Domain.Room {
		return f.file.Errorf(fmt.Sprintf("gauge.%d.to", i), "the gauge %q looks up to %s m, but the domain ends at %s m; a lower height, or none, is what it needs",
			g.Name, at.Exact(2, *g.To), at.Exact(2, high))
	}
	return nil
}

// inWall says in which wall a point is, deeper than rounding.
func (f *caseProblem) inWall(x [3]float64) (name, where string) {
	if f.scene.Tank.Distance(x) > scene.Tolerance {
		return "", "outside of the domain"
	}
	for i := range f.scene.Solids {
		o := &f.scene.Solids[i]
		y, depth := o.Frame().In(x), math.Inf(1)
		for a := range 3 {
			if f.params.Dim != 2 || a != 1 {
				depth = min(depth, y[a]-o.Min[a], o.Max[a]-y[a])
			}
		}
		if depth > scene.Tolerance {
			return fmt.Sprintf("%q", o.Name), "in the wall "
		}
	}
	if s := f.scene.Shaped; s != nil && s.Whole != nil && s.Whole.Inside(x) {
		if near, ok := s.Whole.Nearest(x, 1e-6*f.scene.Tank.Size(0)); !ok || near.Distance < -1e-6*f.scene.Tank.Size(0) {
			kind, _, _ := strings.Cut(s.Walls[s.Owner(x, 0)].Path, ".")
			return fmt.Sprintf("%q", s.Walls[s.Owner(x, 0)].Name), fmt.Sprintf("in the %s ", kind)
		}
	}
	return "", ""
}

// checkProbeOnPlane refuses a probe of which a point is not in the plane of a flow in two
// dimensions. A patch may reach into it.
func (f *caseProblem) checkProbeOnPlane(i int, path string) error {
	b := &f.file.Probes[i]
	var all []float64
	switch {
	case b.At != nil:
		all = []float64{b.At[1]}
	case b.Line != nil:
		all = []float64{b.Line.From[1], b.Line.To[1]}
	case b.Plane != nil:
		all = []float64{b.Plane.Origin[1], b.Plane.First[1], b.Plane.Second[1]}
	case b.Patch != nil && math.Abs(b.Patch.Centre[1]) > b.Patch.Size/2:
		all = []float64{b.Patch.Centre[1]}
	}
	for _, y := range all {
		if err := f.checkOnPlane(y, path, "the probe", b.Name); err != nil {
			return err
		}
	}
	return nil
}

// points are those of a probe, at a spacing [m].
func (f *caseProblem) points(i int, deltaP float64) (all []sph.Probe) {
	b := &f.file.Probes[i]
	normal, distance := b.Normal, b.Distance
	if b.Patch != nil {
		normal, distance = &b.Patch.Normal, b.Patch.Distance
	}
	add := func(x [3]float64, several bool) {
		name := b.Name
		if several {
			name = fmt.Sprintf("%s%d", name, len(all)+1)
		}
		if f.params.Dim == 2 {
			x[1] = 0
		}
		probe := sph.Probe{Name: name, Position: x, Velocity: b.Velocity}
		if normal != nil {
			probe.Normal, probe.Distance = *normal, sph.SensorDistance*deltaP
			if distance != nil {
				probe.Distance = *distance
			}
		}
		all = append(all, probe)
	}
	switch {
	case b.At != nil:
		add(*b.At, false)
	case b.Line != nil:
		l := b.Line
		for k := range l.Count {
			add(scene.Between(l.From, l.To, part(k, l.Count)), true)
		}
	case b.Plane != nil:
		r := b.Plane
		for j := range r.Counts[1] {
			for i := range r.Counts[0] {
				along := scene.Between(r.Origin, r.First, part(i, r.Counts[0]))
				up := scene.Between(r.Origin, r.Second, part(j, r.Counts[1]))
				for a := range 3 {
					along[a] += up[a] - r.Origin[a]
				}
				add(along, true)
			}
		}
	case b.Patch != nil:
		add(b.Patch.Centre, false)
		all[0].Size = b.Patch.Size
	}
	return all
}

// part is where the i-th of n points is, from 0 to 1.
func part(i, n int) float64 {
	if n == 1 {
		return 0
	}
	return float64(i) / float64(n-1)
}
