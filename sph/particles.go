package sph

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gpusph/internal/parallel"
	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Type says what a particle is made of.
type Type uint8

const (
	Fluid Type = iota
	Wall
)

// Particles are the particles of a case on the host. A particle's id is its
// index.
type Particles struct {
	Position   [][3]float64 // from Params.Origin [m]
	Velocity   [][3]float32 // [m/s]
	RelDensity []float32    // relative density ρ/ρ0 - 1
	Type       []Type
	Body       []uint8 // 1 + index in Case.Bodies for wall particles of a body, else 0
	Material   []uint8 // place in Case.Materials; nil is all 0
	// by name, of fields that files have, the components of each particle side by side; those that
	// are not there are 0
	Extra map[string][]float32
}

// MostParticles is how many a case may have, and MostOnDevice how many a device, with copies of its
// neighbours' and images: kernels number them with 31 bits, and round up to whole groups.
const (
	MaxParticles = math.MaxInt32 - 1
	MaxOnDevice  = math.MaxInt32 - 1023
)

// MaxSteps is how many steps a flow may take, which 31 bits count.
const MaxSteps = math.MaxInt32 - 1023

// Len is the number of particles.
func (p *Particles) Len() int { return len(p.Position) }

// Count is the number of particles of type t.
func (p *Particles) Count(t Type) int {
	var n atomic.Int64
	parallel.Blocks(p.Len(), func(_, from, to int) {
		here := 0
		for _, q := range p.Type[from:to] {
			if q == t {
				here++
			}
		}
		n.Add(int64(here))
	})
	return int(n.Load())
}

// Add appends one particle at rest at the reference density.
func (p *Particles) Add(position [3]float64, t Type, body uint8) {
	p.Set(p.Grow(1), position, [3]float32{}, t, body)
}

// Grow appends n particles without values, and returns the index of the first.
func (p *Particles) Grow(n int) int {
	before := p.Len()
	p.Position = slices.Grow(p.Position, n)[:before+n]
	p.Velocity = slices.Grow(p.Velocity, n)[:before+n]
	p.RelDensity = slices.Grow(p.RelDensity, n)[:before+n]
	p.Type = slices.Grow(p.Type, n)[:before+n]
	p.Body = slices.Grow(p.Body, n)[:before+n]
	return before
}

// Set makes the i-th a particle at the reference density.
func (p *Particles) Set(i int, position [3]float64, velocity [3]float32, t Type, body uint8) {
	p.Position[i], p.Velocity[i], p.RelDensity[i] = position, velocity, 0
	p.Type[i], p.Body[i] = t, body
}

// Body is a group of wall particles on which forces and moments are measured.
type Body struct {
	Name      string
	Centre    [3]float64         // the point that moments are taken about [m]; it moves with the body
	Motion    motion.Rigid       `json:"-"`
	Free      FreeMotion         `json:"-"` // nil is a body that a law moves, or nothing
	Bends     bool               `json:"-"` // steps move each of its particles, as a feature says
	Corrected *motion.Correction `json:"-"` // what steps may add to its motion; nil is nothing
	// Height below which it turns within the floor, where no fluid is [m]; nil is nowhere.
	Sole *float64 `json:"-"`
}

// Extent is the least and the greatest displacement along each axis until a time, of a body that
// does not turn [m], with the bounds of its correction.
func (b *Body) Extent(until float64) (low, high [3]float64) {
	return b.Corrected.Widen(b.Motion.Extent(until))
}

// Pose is where a body is at a time [s], with a correction: displacement [m] and velocity [m/s]
// along Corrected.Way.
func (b *Body) Pose(time float64, pivot [3]float64, correction [2]float64) motion.Pose {
	p := b.Motion.Pose(time, pivot)
	if b.Corrected != nil {
		for k, n := range b.Corrected.Way {
			p.Shift[k] += n * correction[0]
			p.Velocity[k] += n * correction[1]
		}
	}
	return p
}

// Corrected are the numbers of the bodies whose motion steps correct, from 1 on.
func (c *Case) Corrected() (bodies []int) {
	for i := range c.Bodies {
		if c.Bodies[i].Corrected != nil {
			bodies = append(bodies, i+1)
		}
	}
	return bodies
}

// Face is the point of a face that is nearest to a place.
type Face struct {
	Distance float64    // from it, above 0 outside [m]
	Normal   [3]float64 // outward
}

// Load says which bodies carry the force F between the fluid and a wall particle in a corner where
// the surfaces of two bodies meet. With the outward normals m of the first and n of the second, the
// second body carries n (d·F), d = (n - (m·n) m) / (1 - (m·n)²), and the first body carries the
// rest.
type Load struct {
	ID            uint32     // of the wall particle
	First, Second uint8      // bodies, as in Particles.Body; 0 is none
	Normal, Dual  [3]float32 // n and d
}

// Case is a flow at its beginning and what to measure in it. Its points are counted from
// Params.Origin.
type Case struct {
	Name          string // of the problem
	Params        Params
	Gravity       GravityTable  // in place of that of Params, where it has any
	RotatingFrame RotatingFrame // of the frame that all else is of, where it has any
	Particles     Particles
	// by their numbers, those of the mass of walls first; none is one, of the mass of Params
	Materials []Material
	End       float64 // simulated time at which the case ends [s]
	Probes    []Probe
	Gauges    []Gauge
	// name of where the front of the water is, the particle of fluid with the greatest x; none if
	// empty
	Front  string
	Bodies []Body
	// the nearest point of the faces of a body, from 1 on, or of the walls that stay, to a place; nil
	// is not known
	FaceOf func(body int, x [3]float64, within float64) (Face, bool) `json:"-"`
	parts  []part                                                    // of features; Give sets them
	Zones  []Zone
	Images []Image // of bodies in zones
	// of wall particles whose own body does not carry all that they do, by ascending id
	Loads    []Load
	Drains   bool       // sides other than the top are open, so fluid leaves the domain on purpose
	Notes    []string   // lines for the log: what the problem chose and why
	Warnings []string   // why the flow may not be what was meant
	Resolved []Resolved // lengths of the flow that its spacing has to resolve
	// Controlled is that a program may change, between steps, what features let it, besides the links
	// of motions that have a Control.
	Controlled bool
}

// Kinds of lengths that particles have to resolve.
const (
	Depth      = "depth"       // of a fluid with a free surface
	Gap        = "gap"         // between walls that face each other
	Thickness  = "thickness"   // of a wall with fluid on both sides
	Across     = "across"      // extent of a body that stands in fluid
	WaveHeight = "wave height" // of what a paddle makes
)

// Resolved is a length of a flow, and how many spacings it has and needs.
type Resolved struct {
	Kind     string
	Name     string     // of the fluid or the wall; "" of gaps
	Length   float64    // where it matters [m]
	Least    float64    // anywhere, of depths [m]
	Spacings float64    // of the length where it matters
	Needs    float64    // spacings
	At       [3]float64 // a place of that length [m]
}

// Enough reports whether a length has the spacings that it needs, but for rounding.
func (r *Resolved) Enough() bool { return r.Spacings >= r.Needs-0.01 }

// Finer is the greatest spacing that resolves a length, to three digits, below deltaP [m].
func (r *Resolved) Finer(deltaP float64) float64 {
	return text.Three(deltaP*r.Spacings/r.Needs, math.Floor)
}

// Check returns the first thing about c that cannot be simulated.
func (c *Case) Check() error {
	for _, check := range []func() error{
		c.Params.Check, c.Gravity.check, c.RotatingFrame.check, c.checkProbes, c.checkFrames, c.checkLoads, c.checkParticles, c.checkMaterials,
		c.checkPeriodic, c.checkPlane, c.CheckMotions, c.checkForces,
		c.checkWalls, c.checkFeatures,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkProbes refuses probes that cannot be.
func (c *Case) checkProbes() error {
	for i := range c.Probes {
		if err := c.Probes[i].check(c.Params.Dim); err != nil {
			return fmt.Errorf("problem %s: %w", c.Name, err)
		}
		if b := &c.Probes[i]; b.Body < 0 || b.Body > len(c.Bodies) {
			return fmt.Errorf("problem %s: the probe %s moves with body %d, but there are %d", c.Name, b.Name, b.Body, len(c.Bodies))
		}
	}
	return nil
}

// checkFrames refuses a frame or gravity together with another.
func (c *Case) checkFrames() error {
	if len(c.Gravity.Values) > 0 && len(c.RotatingFrame.Angles) > 0 {
		return fmt.Errorf("problem %s has both a table of gravity and a frame that turns, but only one of them is possible", c.Name)
	}
	if c.Params.Central.Omega != 0 && len(c.RotatingFrame.Angles) > 0 {
		return fmt.Errorf("problem %s has both a central force and a frame that turns, but only one of them is possible", c.Name)
	}
	return nil
}

// checkParticles refuses particles that are not in order, or not in the domain.
func (c *Case) checkParticles() error {
	p, n := &c.Particles, c.Particles.Len()
	if n == 0 {
		return fmt.Errorf("problem %s has no particles at deltap %g m; use a smaller deltap", c.Name, c.Params.DeltaP)
	}
	if len(p.Velocity) != n || len(p.RelDensity) != n || len(p.Type) != n || len(p.Body) != n {
		return fmt.Errorf("problem %s hands over %d positions, but %d velocities, %d densities, %d types and %d bodies",
			c.Name, n, len(p.Velocity), len(p.RelDensity), len(p.Type), len(p.Body))
	}
	if err := p.checkExtra(c.Params.FlowFields().Extra); err != nil {
		return fmt.Errorf("problem %s %w", c.Name, err)
	}
	if p.Count(Fluid) == 0 {
		return fmt.Errorf("problem %s has no fluid at deltap %g m; use a smaller deltap", c.Name, c.Params.DeltaP)
	}
	if n := len(c.Bodies) + len(c.Images); n > MaxBodies && len(c.Images) > 0 {
		return fmt.Errorf("problem %s has %d bodies and %d images of these in zones, but at most %d can "+
			"be told apart", c.Name, len(c.Bodies), len(c.Images), MaxBodies)
	}
	if len(c.Bodies) > MaxBodies {
		return fmt.Errorf("problem %s has %d bodies, but at most %d can be told apart", c.Name, len(c.Bodies), MaxBodies)
	}
	low, high := c.Bounds()
	return parallel.Each(n, func(i int) error {
		x := p.Position[i]
		for a := range 3 {
			if !(x[a] >= low[a] && x[a] <= high[a]) {
				return fmt.Errorf("particle %d of problem %s starts at %v, outside the domain from %v to %v", i, c.Name, c.Params.PointOnMap(x), c.Params.PointOnMap(c.Params.Min), c.Params.PointOnMap(c.Params.Max))
			}
		}
		if int(p.Body[i]) > len(c.Bodies) {
			return fmt.Errorf("particle %d of problem %s belongs to body %d, but there are %d", i, c.Name, p.Body[i], len(c.Bodies))
		}
		return nil
	})
}

const MaxBodies = 255

// Moves reports whether a particle may move: fluid does, with what was born later, and walls of a
// body with a motion.
func (c *Case) Moves(id int) bool {
	if id >= c.Particles.Len() {
		return true
	}
	body := int(c.Particles.Body[id])
	return c.Particles.Type[id] == Fluid || body > 0 && c.Bodies[body-1].Moves()
}
