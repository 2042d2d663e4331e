package sph

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// SnapshotProbe is a snapshot that one can measure in, with the sums of the probes and gauges of a
// run.
type SnapshotProbe struct {
	p       *Params
	s       *Snapshot
	reach   float64               // of W [m]
	fluid   map[[3]int32][]inCell // by cells as wide as that
	walls   []inCell              // and their images
	plane   float64               // where a flow in two dimensions is along PlaneAxis [m]
	weights []float32             // masses over that of the parameters; nil is all 1
	finer   []float64             // how much finer particles are than the flow; nil is all 1
	further []int                 // places of the values to read in s.Further: those of one component
}

// inCell is a particle, or one of its images along periodic axes.
type inCell struct {
	at [3]float64 // [m]
	i  int32
}

// mostCells is how many cells a domain may be wide.
const mostCells = 1 << 30

// NewSnapshotProbe makes one of a snapshot. The parameters are those of its flow: a file may have
// others. Particles that are nowhere in the domain, or whose values are no numbers, are left out.
func NewSnapshotProbe(s *Snapshot, params Params) (*SnapshotProbe, error) {
	p := &params
	for _, x := range []float64{p.DeltaP, p.H, p.Mass, p.Rho0} {
		if !(x > 0) || math.IsInf(x, 0) {
			return nil, errors.New("the spacing, the smoothing length, the mass and the density of the " +
				"flow are not positive numbers")
		}
	}
	if p.Dim != 2 && p.Dim != 3 || p.Kernel < 0 || int(p.Kernel) >= len(smoothing) {
		return nil, fmt.Errorf("the flow has %d dimensions and the kernel %d", p.Dim, p.Kernel)
	}
	t := &SnapshotProbe{p: p, s: s, reach: p.Support(), fluid: map[[3]int32][]inCell{}}
	for a := range 3 {
		if n := (p.Max[a] - p.Min[a]) / p.DeltaP; !(n > 0 && n < mostCells) {
			return nil, fmt.Errorf("the domain goes from %g to %g m along %v", p.OnMap(a, p.Min[a]),
				p.OnMap(a, p.Max[a]), Axis(a))
		}
	}
	for k, v := range s.Extra {
		if len(v.Columns) == 1 && len(v.Of) == s.Len() && v.Name != Fields[MassField].Name &&
			v.Name != Fields[MaterialField].Name {
			t.further = append(t.further, k)
		}
	}
	for _, m := range s.Masses() {
		if p.Finest() > 1 { // flows with zones are of one material
			t.finer = append(t.finer, math.Round(math.Pow(p.Mass/float64(m), 1/float64(p.Dim))))
		} else {
			t.weights = append(t.weights, m/float32(p.Mass))
		}
	}
	for i, x := range s.Position {
		at := [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}
		if !t.near(at) {
			continue
		}
		if s.Type[i] != Fluid {
			p.EachImage(at, t.reach, func(x [3]float64) {
				t.walls = append(t.walls, inCell{x, int32(i)})
			})
			continue
		}
		if x := float64(s.Density[i]) + float64(s.Pressure[i]) + float64(s.Velocity[i][0]) +
			float64(s.Velocity[i][1]) + float64(s.Velocity[i][2]); math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		t.plane = at[PlaneAxis]
		p.EachImage(at, t.reach, func(x [3]float64) {
			cell := t.cell(x)
			t.fluid[cell] = append(t.fluid[cell], inCell{x, int32(i)})
		})
	}
	return t, nil
}

// near reports whether a place is in the domain, or within W's reach of it.
func (t *SnapshotProbe) near(x [3]float64) bool {
	for a := range 3 {
		if !(x[a] >= t.p.Min[a]-t.reach && x[a] <= t.p.Max[a]+t.reach) {
			return false
		}
	}
	return true
}

func (t *SnapshotProbe) cell(x [3]float64) (c [3]int32) {
	for a := range 3 {
		c[a] = int32(math.Floor((x[a] - t.p.Min[a]) / t.reach))
	}
	return c
}

// InPlane is a place in the plane of a flow in two dimensions, and in three dimensions the place.
func (t *SnapshotProbe) InPlane(x [3]float64) [3]float64 {
	if t.p.Dim == 2 {
		x[PlaneAxis] = t.plane
	}
	return x
}

// around calls visit for the fluid in reach of a place: w is W over W(0), times the mass over that
// of the parameters, d points from the particle to the place [m]. Particles come in the order of
// the cells and of the snapshot.
func (t *SnapshotProbe) around(x [3]float64, visit func(i int, w float64, d [3]float64)) {
	if x = t.InPlane(x); !t.near(x) {
		return
	}
	fineness := t.finenessAt(x)
	t.eachNear(x, func(in inCell) {
		d := [3]float64{x[0] - in.at[0], x[1] - in.at[1], x[2] - in.at[2]}
		if r := fineness * Norm(d); r < t.reach {
			visit(int(in.i), t.weight(int(in.i), r, fineness), d)
		}
	})
}

// weight is that of particle i, as around has it, at a distance [m] times the fineness of the
// kernel.
func (t *SnapshotProbe) weight(i int, r, fineness float64) float64 {
	if t.finer != nil {
		return t.p.Weight(r) * math.Pow(fineness/t.finer[i], float64(t.p.Dim))
	}
	if t.weights == nil {
		return t.p.Weight(r)
	}
	return t.p.Weight(r) * float64(t.weights[i])
}

// Pressure is what a probe reads [Pa], as in a run.
func (t *SnapshotProbe) Pressure(probe *Probe) float64 {
	points, face := probe.Points(t.p.Dim), probe.Face(t.p.DeltaP, 1)
	return t.p.MeanPressure(len(points), func(k int) (weights, pressures float64) {
		t.around(points[k], func(i int, w float64, d [3]float64) {
			if float64(face[0])*d[0]+float64(face[1])*d[1]+float64(face[2])*d[2] > float64(face[3]) {
				return
			}
			weights += w
			pressures += w * float64(t.s.Pressure[i])
		})
		return weights, pressures
	})
}

// Velocity is what a probe that measures it reads [m/s], as in a run.
func (t *SnapshotProbe) Velocity(probe *Probe) [3]float64 {
	points, face := probe.Points(t.p.Dim), probe.Face(t.p.DeltaP, 1)
	return t.p.MeanVelocity(len(points), func(k int) (sums VelocitySums) {
		t.around(points[k], func(i int, w float64, d [3]float64) {
			if float64(face[0])*d[0]+float64(face[1])*d[1]+float64(face[2])*d[2] > float64(face[3]) {
				return
			}
			v := t.s.Velocity[i]
			sums.Add(w, [3]float64{-d[0], -d[1], -d[2]},
				[3]float64{float64(v[0]), float64(v[1]), float64(v[2])})
		})
		return sums
	})
}

// Height is what a gauge reads [m], on the map as in a Sample, with the walls where they are in the
// snapshot.
func (t *SnapshotProbe) Height(g *Gauge) float64 {
	free, whole := slices.Repeat([]float64{1}, t.p.GaugePoints()), t.p.KernelIntegral()
	for _, wall := range t.walls {
		t.p.FillByWall(free, g.X, g.Y, wall.at, t.fineness(wall.i))
	}
	ground, ceiling := g.Open()
	return t.p.HeightOnMap(ground, ceiling, func(k int) float64 {
		if math.IsInf(ground, -1) && !g.LooksAt(t.p.GaugeHeight(k)) {
			return 0
		}
		weights := 0.0
		t.around([3]float64{g.X, g.Y, t.p.GaugeHeight(k)},
			func(_ int, w float64, _ [3]float64) { weights += w })
		return weights / whole / max(free[k], MinFree)
	})
}

// Around is the mean of the fluid around a place, Σ f W / Σ W. Where Filled is below 5 %, there is
// no fluid, and all else is 0.
type Around struct {
	Filled   float64 // Σ W V, V = m/ρ0: 1 within the fluid
	Pressure float64 // [Pa]
	Density  float64 // [kg/m³]
	Velocity [3]float64
	Extra    []float64 // by the names that Fields tells
}

// Fields are the names of further values: fields of one component.
func (t *SnapshotProbe) Fields() (names []string) {
	for _, k := range t.further {
		names = append(names, t.s.Extra[k].Columns[0])
	}
	return names
}

// At is the mean around a place.
func (t *SnapshotProbe) At(x [3]float64) Around {
	var sum Around
	weights := 0.0
	sum.Extra = make([]float64, len(t.further))
	t.around(x, func(i int, w float64, _ [3]float64) {
		weights += w
		sum.Pressure += w * float64(t.s.Pressure[i])
		sum.Density += w * float64(t.s.Density[i])
		for a := range 3 {
			sum.Velocity[a] += w * float64(t.s.Velocity[i][a])
		}
		for k, of := range t.further {
			sum.Extra[k] += w * float64(t.s.Extra[of].Of[i])
		}
	})
	whole := t.p.KernelIntegral()
	if weights <= minFilled*whole {
		return Around{Filled: weights / whole, Extra: make([]float64, len(t.further))}
	}
	by := func(v *float64) { *v /= weights }
	sum.Filled = weights / whole
	by(&sum.Pressure)
	by(&sum.Density)
	for a := range 3 {
		by(&sum.Velocity[a])
	}
	for k := range sum.Extra {
		by(&sum.Extra[k])
	}
	return sum
}

// Section is a rectangle across an axis, through which fluid flows. In two dimensions it is a line,
// and flows are those of a metre of width.
type Section struct {
	Axis     Axis
	At       float64    // [m]
	Min, Max [3]float64 // its ends along the other axes [m]
}

// Flow is what goes through a section in the direction of its axis. The fluid's mass and momentum
// are spread by W: ∫ Σ m v·n W dA, ∫ Σ V W dA.
type Flow struct {
	Mass float64 // [kg/s]
	Wet  float64 // area that fluid fills [m²], V = m/ρ0
}

// Through is the flow through a section. W spreads each particle over its support, so a section
// takes all of a flow only if it reaches so far beyond its edge: that far it may lie in walls.
func (t *SnapshotProbe) Through(s *Section) Flow {
	var f Flow
	first, second := Axis((s.Axis+1)%3), Axis((s.Axis+2)%3)
	if t.p.Dim == 2 {
		for _, a := range []Axis{0, 2} {
			if a != s.Axis {
				first, second = a, PlaneAxis
			}
		}
	}
	n, du := parts(s.Max[first]-s.Min[first], t.p.DeltaP/2)
	m, dv := parts(s.Max[second]-s.Min[second], t.p.DeltaP/2)
	if t.p.Dim == 2 {
		m, dv = 1, 1
	}
	atZero, area := t.p.WeightAtZero(), du*dv
	var x [3]float64
	x[s.Axis] = s.At
	for i := range n {
		x[first] = s.Min[first] + (float64(i)+0.5)*du
		for j := range m {
			x[second] = s.Min[second] + (float64(j)+0.5)*dv
			t.around(x, func(i int, w float64, _ [3]float64) {
				f.Mass += t.p.Mass * float64(t.s.Velocity[i][s.Axis]) * w * atZero * area
				f.Wet += t.p.Mass / t.p.Rho0 * w * atZero * area
			})
		}
	}
	return f
}

// parts is how many equal parts of a length are at most so long, and how long they are.
func parts(length, most float64) (int, float64) {
	n := max(1, int(math.Ceil(length/most-1e-9)))
	return n, length / float64(n)
}

// EachFluid visits the particles of fluid in the snapshot: place [m], velocity [m/s], and volume
// [m³, in two dimensions m²].
func (t *SnapshotProbe) EachFluid(visit func(x, v [3]float64, volume float64)) {
	masses := t.s.Masses()
	for i, x := range t.s.Position {
		at := [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}
		if t.s.Type[i] != Fluid || !t.near(at) {
			continue
		}
		mass, v := t.p.Mass, t.s.Velocity[i]
		if masses != nil {
			mass = float64(masses[i])
		}
		visit(at, [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}, mass/t.p.Rho0)
	}
}

// Beyond is the volume of fluid at coordinates above one [m³, in two dimensions m²]: masses over
// ρ0.
func (t *SnapshotProbe) Beyond(axis Axis, from float64) (volume float64) {
	masses := t.s.Masses()
	for i, x := range t.s.Position {
		if t.s.Type[i] != Fluid || !(float64(x[axis]) > from) {
			continue
		}
		mass := t.p.Mass
		if masses != nil {
			mass = float64(masses[i])
		}
		volume += mass / t.p.Rho0
	}
	return volume
}

// bodyGap is the distance in spacings below which particles of fluid are of one body.
const bodyGap = 2

// MainBody are the particles of the largest body of fluid: those that hang together by distances
// below two spacings. Spray and drops are none of it.
func (t *SnapshotProbe) MainBody() (largest []int32) {
	of := make([]bool, t.s.Len())
	places := map[int32][]inCell{}
	for cell := range t.fluid {
		for _, in := range t.fluid[cell] {
			places[in.i] = append(places[in.i], in)
		}
	}
	for i := range int32(t.s.Len()) {
		if of[i] || places[i] == nil {
			continue
		}
		body := []int32{i}
		of[i] = true
		for k := 0; k < len(body); k++ {
			for _, in := range places[body[k]] {
				t.around(in.at, func(j int, _ float64, d [3]float64) {
					if !of[j] && Norm(d) < bodyGap*t.p.DeltaP {
						of[j] = true
						body = append(body, int32(j))
					}
				})
			}
		}
		if len(body) > len(largest) {
			largest = body
		}
	}
	return largest
}

// Highest is the place of the highest of some particles between two coordinates, and z of the
// surface over it, half a spacing higher [m].
func (t *SnapshotProbe) Highest(of []int32, axis Axis, from, to float64) (at [3]float64, ok bool) {
	highest := 0.0
	for _, i := range of {
		x := t.s.Position[i]
		if c := float64(x[axis]); !(c >= from && c <= to) || ok && !(float64(x[2]) > highest) {
			continue
		}
		at, ok, highest = [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}, true, float64(x[2])
		at[2] += t.p.DeltaP / t.fineness(i) / 2
	}
	return at, ok
}
