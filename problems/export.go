package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// Export is a problem of this program as a case file, at a spacing [m], 0 being the problem's, and
// the options of the physics that go into it. Both have the same particles, and steps change them
// alike.
func Export(p Problem, deltaP float64) (*casefile.Case, []casefile.Option, error) {
	var c *casefile.Case
	var flow *sph.Case
	var err error
	switch p := p.(type) {
	case FileProblem:
		return nil, nil, fmt.Errorf("%s is a case file already", p.File().File())
	case *embedded:
		return p.export(deltaP)
	case interface {
		scene(deltaP float64) (*scene.Scene, *sph.Case, error)
	}:
		var s *scene.Scene
		if s, flow, err = p.scene(deltaP); err == nil {
			c, err = exportScene(s, flow)
		}
	case interface {
		flow(deltaP float64) (*scene.Filled, *sph.Case, error)
	}:
		var f *scene.Filled
		if f, flow, err = p.flow(deltaP); err == nil {
			c, err = exportFilled(f, flow)
		}
	}
	if err == nil {
		err = exportable(flow)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s cannot be a case file: %w", p.Name(), err)
	}
	c.About = p.Summary()
	exportCase(c, flow)
	options := exportPhysics(c, p, &flow.Params)
	return c, options, nil
}

// exportable refuses what would be missing in a file, so that nothing is left out in silence.
func exportable(flow *sph.Case) error {
	missing := func(what, adds string) error {
		return fmt.Errorf("its %s cannot be written; write a file with %s", what, adds)
	}
	if len(flow.Kinds()) > 0 {
		return missing("materials", "[[material]]")
	}
	if of := reading.Unwritten(flow); of != nil {
		return missing(of.Name, of.Tables)
	}
	return nil
}

// exportCase takes what is not geometry.
func exportCase(c *casefile.Case, flow *sph.Case) {
	p := &flow.Params
	c.Name, c.Dimension, c.Spacing, c.End = flow.Name, p.Dim, p.DeltaP, flow.End
	c.SplitAxis, c.Front = p.SplitAxis.String(), flow.Front
	for _, b := range flow.Probes {
		c.Probes = append(c.Probes, exportProbe(b, p.DeltaP))
	}
	for _, g := range flow.Gauges {
		c.Gauges = append(c.Gauges, casefile.Gauge{Name: g.Name, At: [2]float64{g.X, g.Y}})
	}
	reading.Write(flow, c)
	if t := flow.RotatingFrame; len(t.Angles) > 0 {
		c.Turning = &casefile.Turning{Point: t.Point, Axis: t.Axis, Interval: t.Interval}
		for _, angle := range t.Angles {
			c.Turning.Angles = append(c.Turning.Angles, degrees(angle))
		}
	}
}

// exportProbe is a probe. A distance that follows from the spacing is not said, so that it does in
// the file, too.
func exportProbe(b sph.Probe, deltaP float64) casefile.Probe {
	var distance *float64
	if b.Distance != sph.SensorDistance*deltaP {
		distance = &b.Distance
	}
	switch {
	case b.Normal == [3]float64{}:
		return casefile.Probe{Name: b.Name, At: &b.Position, Velocity: b.Velocity}
	case b.Size > 0:
		return casefile.Probe{Name: b.Name, Patch: &casefile.Patch{Centre: b.Position, Normal: b.Normal, Size: b.Size, Distance: distance}, Velocity: b.Velocity}
	}
	return casefile.Probe{Name: b.Name, At: &b.Position, Normal: &b.Normal, Distance: distance, Velocity: b.Velocity}
}

// degrees is the angle that equals an angle in radians to the last bit, if there is one.
func degrees(radians float64) float64 {
	angle := radians * 180 / math.Pi
	for _, way := range []float64{math.Inf(1), math.Inf(-1)} {
		near := angle
		for range 4 {
			if near*math.Pi/180 == radians {
				return near
			}
			near = math.Nextafter(near, way)
		}
	}
	return angle
}

// exportPhysics takes gravity, scales and options.
func exportPhysics(c *casefile.Case, of Problem, p *sph.Params) []casefile.Option {
	gravity := p.Gravity
	for a := range gravity {
		gravity[a] += 0 // no negative zeros
	}
	c.Physics = &casefile.Physics{Rho0: p.Rho0, Gravity: &gravity, Options: map[string]any{}}
	o := of.(interface{ own() *physics }).own()
	if o.speed > 0 {
		c.Physics.Speed = o.speed
	} else {
		c.Physics.Depth = o.depth
	}
	own := physics{params: *p, depth: o.depth, speed: o.speed, hFactor: p.H / p.DeltaP}
	if o.hFactor == 0 {
		own.hFactor = o.usualH()
	}
	plain := weightless(p.DeltaP, 1)
	if o.speed == 0 {
		plain = water(p.DeltaP, o.depth, 0)
	}
	usual := plain.Options()
	var options []casefile.Option
	for _, row := range own.Options() {
		value := row.Typed()
		c.Physics.Options[row.Name] = value
		i := slices.IndexFunc(usual, func(u option.Option) bool { return u.Name == row.Name })
		is := row.Name != "c0" && row.Value.String() == usual[i].Value.String()
		if is && (value == int64(0) || value == 0.0 || value == false) || len(row.Needs) > 0 && !row.Needs[0].Met() {
			delete(c.Physics.Options, row.Name)
			options = append(options, casefile.Option{Name: row.Name, Value: value, Help: row.Usage, Usual: true})
			continue
		}
		options = append(options, casefile.Option{Name: row.Name, Value: value, Help: row.Usage})
	}
	return options
}

// own is the shared options of a problem, which embeds them.
func (o *physics) own() *physics { return o }

func exportScene(s *scene.Scene, flow *sph.Case) (*casefile.Case, error) {
	switch {
	case s.Images > 0:
		return nil, fmt.Errorf("case files have no --widths; use --widths 1")
	case s.Shaped != nil:
		return nil, fmt.Errorf("its wedge cannot be written; leave --wedge out, and add a prism to the file")
	case s.Swell != nil:
		return nil, fmt.Errorf("its fluid begins as a formula says")
	case flow.Params.Central.Omega != 0:
		return nil, fmt.Errorf("its force towards a point is none that case files have")
	}
	c := &casefile.Case{Domain: &casefile.Domain{Min: s.Tank.Min, Max: s.Tank.Max, Room: s.Room, Force: s.Force}}
	for a, ends := range s.Open {
		for end, open := range ends {
			if open {
				c.Domain.Open = append(c.Domain.Open, casefile.Sides[2*a+end])
			}
		}
	}
	for _, w := range s.Pools {
		c.Fluids = append(c.Fluids, casefile.Fluid{Name: w.Name, Shape: casefile.Shape{Box: &casefile.Box{Min: w.Min, Max: w.Max}}})
	}
	for i := range s.Solids {
		o := &s.Solids[i]
		w := casefile.Wall{Name: o.Name, Shape: casefile.Shape{Box: &casefile.Box{Min: o.Min, Max: o.Max}}, Lattice: ownLattice, Force: o.Force}
		if o.Motion.Moves() {
			return nil, fmt.Errorf("its %s moves as a formula says", o.Name)
		}
		if o.Turn != 0 {
			at := o.Frame()
			w.Rotate = &casefile.Rotate{Axis: [3]float64{0, 0, 1}, Angle: degrees(o.Turn), About: &[3]float64{at.X, at.Y, 0}}
		}
		c.Walls = append(c.Walls, w)
	}
	return c, nil
}

func exportFilled(f *scene.Filled, flow *sph.Case) (*casefile.Case, error) {
	if f.Room > 0 || f.Radius > 0 {
		return nil, fmt.Errorf("it has no walls, and begins as a formula says")
	}
	if f.Block != nil {
		return nil, fmt.Errorf("its %s moves as a formula says", f.Block.Body.Name)
	}
	if f.Under > 0 {
		return nil, fmt.Errorf("its fluid is under a pressure at first, which case files cannot have; " +
			"use --re 1 or less, without --background")
	}
	c := &casefile.Case{Domain: &casefile.Domain{Min: f.Min, Max: f.Max}}
	for a, periodic := range f.Periodic {
		if periodic {
			c.Domain.Periodic = append(c.Domain.Periodic, casefile.Axes[a])
		}
	}
	x := [3]float64{}
	for k := range 27 { // at rest wherever it is looked at
		for a, n := range []int{k % 3, k / 3 % 3, k / 9} {
			x[a] = f.Min[a] + (float64(n)+0.618)/3*f.Size(a)
		}
		if velocity, pressure := f.Begin(x); velocity != ([3]float64{}) || pressure != 0 {
			return nil, fmt.Errorf("its fluid begins as a formula says")
		}
	}
	for i, side := range casefile.Sides {
		a, end := i/2, i%2
		if f.Wall == nil || f.Periodic[a] || flow.Params.Dim == 2 && a == 1 {
			continue
		}
		x := [3]float64{(f.Min[0] + f.Max[0]) / 2, (f.Min[1] + f.Max[1]) / 2, (f.Min[2] + f.Max[2]) / 2}
		x[a] = []float64{f.Min[a] - flow.Params.DeltaP, f.Max[a] + flow.Params.DeltaP}[end]
		if velocity := f.Wall(x); velocity != ([3]float64{}) {
			if c.Domain.Slide == nil {
				c.Domain.Slide = map[string][3]float64{}
			}
			c.Domain.Slide[side] = velocity
		}
	}
	c.Fluids = []casefile.Fluid{{Name: "fluid", Shape: casefile.Shape{Box: &casefile.Box{Min: f.Min, Max: f.Max}}}}
	return c, nil
}
