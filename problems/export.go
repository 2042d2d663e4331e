package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/sph"
)

// Export is a problem of this program as a case file, at a spacing [m], 0 being the problem's, and the options of the physics that go into
// it. Both have the same particles, and steps change them alike.
func Export(p Problem, deltaP float64) (*casefile.Case, []casefile.Option, error) {
	var c *casefile.Case
	var flow *sph.Case
	var err error
	switch p := p.(type) {
	case Filed:
		return nil, nil, fmt.Errorf("%s is a case file already", p.File().File())
	case *embedded:
		return p.export(deltaP)
	case interface {
		scene(deltaP float64) (*scene, *sph.Case, error)
	}:
		var s *scene
		if s, flow, err = p.scene(deltaP); err == nil {
			c, err = exportScene(s, flow)
		}
	case interface {
		flow(deltaP float64) (*filled, *sph.Case, error)
	}:
		var f *filled
		if f, flow, err = p.flow(deltaP); err == nil {
			c, err = exportFilled(f, flow)
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s cannot be a case file: %w", p.Name(), err)
	}
	c.About = p.Summary()
	exportCase(c, flow)
	options := exportPhysics(c, p, &flow.Params)
	return c, options, nil
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
	if t := flow.Turning; len(t.Angles) > 0 {
		c.Turning = &casefile.Turning{Point: t.Point, Axis: t.Axis, Interval: t.Interval}
		for _, angle := range t.Angles {
			c.Turning.Angles = append(c.Turning.Angles, degrees(angle))
		}
	}
}

// exportProbe is a probe. A distance that follows from the spacing is not said, so that it does in the file, too.
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

// degrees is the angle that is so many radians to the last bit, if there is one.
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

func exportScene(s *scene, flow *sph.Case) (*casefile.Case, error) {
	switch {
	case s.images > 0:
		return nil, fmt.Errorf("case files have no --widths; --widths 1 would do")
	case s.shaped != nil:
		return nil, fmt.Errorf("its shapes are not written; without --wedge it would do, and a prism makes a wedge")
	case s.swell != nil:
		return nil, fmt.Errorf("its fluid begins as a formula says")
	case flow.Params.Central.Omega != 0:
		return nil, fmt.Errorf("its force towards a point is none that case files have")
	}
	c := &casefile.Case{Domain: &casefile.Domain{Min: s.tank.min, Max: s.tank.max, Room: s.room, Force: s.force}}
	for a, ends := range s.open {
		for end, open := range ends {
			if open {
				c.Domain.Open = append(c.Domain.Open, casefile.Sides[2*a+end])
			}
		}
	}
	for _, w := range s.water {
		c.Fluids = append(c.Fluids, casefile.Fluid{Name: w.name, Shape: casefile.Shape{Box: &casefile.Box{Min: w.min, Max: w.max}}})
	}
	for i := range s.solids {
		o := &s.solids[i]
		w := casefile.Wall{Name: o.name, Shape: casefile.Shape{Box: &casefile.Box{Min: o.min, Max: o.max}}, Lattice: ownLattice, Force: o.force}
		if m := o.motion; m.Velocities != nil {
			return nil, fmt.Errorf("its %s moves as a formula says", o.name)
		} else if m.Times != nil {
			w.Motion = &casefile.Motion{Times: m.Times, Displacements: m.Displacements}
		}
		if o.turn != 0 {
			at := o.frame()
			w.Rotate = &casefile.Rotate{Axis: [3]float64{0, 0, 1}, Angle: degrees(o.turn), About: &[3]float64{at.x, at.y, 0}}
		}
		c.Walls = append(c.Walls, w)
	}
	return c, nil
}

func exportFilled(f *filled, flow *sph.Case) (*casefile.Case, error) {
	if f.room > 0 || f.radius > 0 {
		return nil, fmt.Errorf("it has no walls, and begins as a formula says")
	}
	if f.block != nil {
		return nil, fmt.Errorf("its %s moves as a formula says", f.block.body.Name)
	}
	if f.under > 0 {
		return nil, fmt.Errorf("its fluid is under a pressure at first, which case files cannot have; " +
			"use --re 1 or less, without --background")
	}
	c := &casefile.Case{Domain: &casefile.Domain{Min: f.min, Max: f.max}}
	for a, periodic := range f.periodic {
		if periodic {
			c.Domain.Periodic = append(c.Domain.Periodic, casefile.Axes[a])
		}
	}
	x := [3]float64{}
	for k := range 27 { // at rest wherever it is looked at
		for a, n := range []int{k % 3, k / 3 % 3, k / 9} {
			x[a] = f.min[a] + (float64(n)+0.618)/3*f.size(a)
		}
		if velocity, pressure := f.begin(x); velocity != ([3]float64{}) || pressure != 0 {
			return nil, fmt.Errorf("its fluid begins as a formula says")
		}
	}
	for i, side := range casefile.Sides {
		a, end := i/2, i%2
		if f.wall == nil || f.periodic[a] || flow.Params.Dim == 2 && a == 1 {
			continue
		}
		x := [3]float64{(f.min[0] + f.max[0]) / 2, (f.min[1] + f.max[1]) / 2, (f.min[2] + f.max[2]) / 2}
		x[a] = []float64{f.min[a] - flow.Params.DeltaP, f.max[a] + flow.Params.DeltaP}[end]
		if velocity := f.wall(x); velocity != ([3]float64{}) {
			if c.Domain.Slide == nil {
				c.Domain.Slide = map[string][3]float64{}
			}
			c.Domain.Slide[side] = velocity
		}
	}
	c.Fluids = []casefile.Fluid{{Name: "fluid", Shape: casefile.Shape{Box: &casefile.Box{Min: f.min, Max: f.max}}}}
	return c, nil
}
