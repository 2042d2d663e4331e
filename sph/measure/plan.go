package measure

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// Plan is what is measured of a flow, and with what. All devices have the same, and it does not
// change.
type Plan struct {
	Case   *sph.Case
	Grid   *neighbor.Grid
	Fields sph.FlowFields
	Times
	Places int // copies that a period of steps may make

	points   []samplePoint // of the probes, then of the gauges from the lower end of the domain up
	scales   scales
	energies []sph.Energy                 // of the flow
	body     cuda.KernelOf[cuda.BodyArgs] // for the case's options
	totals   totals
	// of each gauge, at its points: the part of W's integral that walls that stand still leave
	free    [][]float64
	beside  []besideGauge // of each gauge
	still   [][]int       // walls at rest near each gauge, where zones move
	moving  moving
	carried []int // bodies that are free
	// numbers of the bodies whose motion steps correct
	corrected []int
	zones     cuda.ZoneMaps
	outlines  [cuda.MostZones]cuda.ZoneOutline
	sums      exchange.Global // see combine.go
}

// Times are those that are asked for: of samples the multiples of an interval before the end, and
// the end; of copies the multiples before the end.
type Times struct {
	SampleInterval float64 // [s]; 0 takes none
	CopyInterval   float64 // [s]; 0 takes none
	End            float64 // [s]
}

// NewPlan is what is measured of a case whose greatest acceleration is gravity [m/s²]. walls names
// the kernels for its walls.
func NewPlan(c *sph.Case, grid *neighbor.Grid, t Times, gravity float64, walls string) *Plan {
	p := &Plan{
		Case: c, Grid: grid, Fields: c.Params.FlowFields(), Times: t,
		Places:   c.Params.CopyPlaces(t.CopyInterval),
		energies: c.Params.Energies(), body: cuda.Body(walls), moving: movingOf(c),
		totals: totalsOf(c, walls), carried: c.Free(), corrected: c.Corrected(),
	}
	p.points, p.scales = p.samplePoints(), p.newScales(gravity)
	p.free, p.beside, p.still = p.freeOfWalls(), p.movingBeside(), p.wallsBeside()
	p.zones, p.outlines = zonesOf(c, grid)
	return p
}

// zonesOf is where zones of a case are, as kernels have it.
func zonesOf(c *sph.Case, grid *neighbor.Grid) (maps cuda.ZoneMaps,
	outlines [cuda.MostZones]cuda.ZoneOutline) {
	axis := int(c.Params.SplitAxis)
	maps.Count, maps.Axis = int32(len(c.Zones)), int32(axis)
	for k := range c.Zones {
		z, to := &c.Zones[k], &maps.Of[k]
		to.From, to.To = grid.Fixed(z.From)[axis], grid.Fixed(z.To)[axis]
		to.Coarse = 1 / z.Fineness
		for a := range 3 {
			// x' = r x + shift of metres, whose origin is not that of quanta
			to.Shift[a] = (z.Shift[a] + (z.Fineness-1)*grid.Origin[a]) / grid.Quantum
		}
		outlines[k] = outlineOf(c, k, grid)
	}
	return maps, outlines
}

// outlineOf is the box of a zone in the flow.
func outlineOf(c *sph.Case, k int, grid *neighbor.Grid) (o cuda.ZoneOutline) {
	z := &c.Zones[k]
	o.Way = cuda.ZoneWay{Least: grid.Steps(z.Way.Least), Most: grid.Steps(z.Way.Most),
		Row: int32(c.MoverOfZone(k))}
	for a := range 3 {
		o.Low[a], o.High[a] = math.Inf(-1), math.Inf(1)
		if z.Faces[a][0] {
			o.Low[a] = (z.Min[a] - grid.Origin[a]) / grid.Quantum
		}
		if z.Faces[a][1] {
			o.High[a] = (z.Max[a] - grid.Origin[a]) / grid.Quantum
		}
	}
	return o
}

// scales bring sums of integers well below 2⁶³: powers of two.
type scales struct {
	energy   float64 // [1/J]
	total    float64 // of what is summed over all steps [1/J]
	force    float64 // [1/N], [1/(N m)]
	weight   float64 // of W/W(0)
	pressure float64 // of pressures with such weights [1/Pa]
	velocity float64 // of velocities with such weights [s/m]
}

// newScales takes the scale of energies from the domain, and that of forces from the bodies.
func (p *Plan) newScales(gravity float64) scales {
	of := &p.Case.Params
	length := 1.0
	for a := range 3 { // the potential energy is 0 at the point 0
		length = max(length, of.Max[a]-of.Min[a], math.Abs(of.Max[a]), math.Abs(of.Min[a]))
	}
	mass := p.Case.Heaviest() * p.mostParticles()
	stiffness, sound := max(of.Rho0*of.C0*of.C0, of.Further.Blend.Stiffness), of.FastestSound()
	energy := mass*(sound*sound+gravity*length) + p.Case.EnergyBound()
	return scales{
		energy: sph.ScaleBelow(energy), total: sph.ScaleBelow(energy * 1024),
		force:  of.ForceScale(p.Case.Levers()),
		weight: sph.ScaleBelow(1 << 20), pressure: sph.ScaleBelow(stiffness * (1 << 20)),
		velocity: sph.ScaleBelow(16 * sound * (1 << 20)),
	}
}

// mostParticles is how many particles there may be: those of the case, or, where more are born, as
// many as fill the domain.
func (p *Plan) mostParticles() float64 {
	n := float64(p.Case.Particles.Len())
	if !p.Case.HasBirths() {
		return n
	}
	of, room := &p.Case.Params, 1.0
	low, high := p.Case.Bounds()
	for a := range 3 {
		if of.Dim == 3 || sph.Axis(a) != sph.PlaneAxis {
			room *= (high[a] - low[a]) / of.DeltaP
		}
	}
	return max(n, room)
}

// samplePoint is a point at which sums over the fluid around are taken.
type samplePoint struct {
	at   [4]int32   // position [quanta], and what is in w of a point of cuda.ProbeArgs
	face [4]float32 // as there
}

func (p *Plan) samplePoints() (points []samplePoint) {
	params, velocities := &p.Case.Params, 0
	for i := range p.Case.Probes {
		probe := &p.Case.Probes[i]
		for _, x := range probe.Points(params.Dim) {
			face := probe.Face(params.DeltaP, p.Grid.Quantum)
			fixed, w := p.Grid.Fixed(x), 0
			if probe.Body > 0 && p.Case.Bodies[probe.Body-1].Moves() {
				w = probe.Body
			}
			if probe.Velocity {
				velocities++
				w += velocities << 8
			}
			points = append(points, samplePoint{[4]int32{fixed[0], fixed[1], fixed[2], int32(w)}, face})
		}
	}
	for _, g := range p.Case.Gauges {
		for k := range params.GaugePoints() {
			fixed := p.Grid.Fixed([3]float64{g.X, g.Y, params.GaugeHeight(k)})
			points = append(points, samplePoint{at: [4]int32{fixed[0], fixed[1], fixed[2]}})
		}
	}
	return points
}

// velocityPoints is how many points measure velocities.
func (p *Plan) velocityPoints() (n int) {
	for i := range p.Case.Probes {
		if probe := &p.Case.Probes[i]; probe.Velocity {
			n += probe.Count(p.Case.Params.Dim)
		}
	}
	return n
}

// The words of a moment, 64 bits each: cuda.Moment, the flow's energies, particles with stray
// densities, two words of maxima (see cuda.EnergyArgs), sums of each body, totals (see totals.go),
// sums of each point, and of velocities, poses of bodies that are free, corrections of bodies,
// and the readings of features.
const headWords = int(unsafe.Sizeof(cuda.Moment{})) / 8

// energyWords is how many words come before those of the bodies.
func (p *Plan) energyWords() int { return len(p.energies) + sph.BesideEnergies }

// combinedWords is how many words of a moment, behind its head, the devices combine. Of these, the
// furthest densities, the front and the cold are maxima.
func (p *Plan) combinedWords() int {
	return p.energyWords() + 6*len(p.Case.Bodies) + p.totals.words()
}

// maximaWords is where the maxima are among these words, and where they end.
func (p *Plan) maximaWords() (from, to int) { return len(p.energies) + 1, p.energyWords() }

// words is the size of a moment.
func (p *Plan) words() int {
	return p.readingsAt() + p.Case.Readings()
}

// poseWords is how many numbers a sample has of a body that is free: those of sph.BodyPose.
const poseWords = int(unsafe.Sizeof(sph.BodyPose{})) / 8

// posesAt is where they are in a moment. One device gives them, the others 0.
func (p *Plan) posesAt() int {
	return headWords + p.combinedWords() + 2*len(p.points) +
		cuda.VelocityWords*p.velocityPoints()
}

// Bytes is what the moments of a given number of steps take.
func (p *Plan) Bytes(steps int) int { return 8 * p.words() * steps }

// AllBytes is what those of all steps of a period take, and of the one that follows them.
func (p *Plan) AllBytes() int { return p.Bytes(p.Case.Params.RebuildEvery + 1) }

// The moments of a period are followed by what does not change: a cuda.MomentCounts, the centres of
// bodies, points, their faces, and loads.

// fixedAt is where that begins; in it, pointsAt is where the points do.
func (p *Plan) fixedAt() int  { return (p.AllBytes() + 15) / 16 * 16 }
func (p *Plan) pointsAt() int { return 16 + (len(p.Case.Bodies)*3*8+15)/16*16 }

// fixed is what does not change.
func (p *Plan) fixed() []byte {
	fixed := make([]byte, unsafe.Sizeof(cuda.MomentCounts{}))
	for i := range p.Case.Bodies {
		for a, x := range p.Case.Bodies[i].Centre { // from position 0
			fixed = binary.LittleEndian.AppendUint64(fixed, math.Float64bits(x-p.Grid.Origin[a]))
		}
	}
	fixed = append(fixed, make([]byte, p.pointsAt()-len(fixed))...)
	for _, point := range p.points {
		for _, x := range point.at {
			fixed = binary.LittleEndian.AppendUint32(fixed, uint32(x))
		}
	}
	for _, point := range p.points {
		for _, x := range point.face {
			fixed = binary.LittleEndian.AppendUint32(fixed, math.Float32bits(x))
		}
	}
	return append(fixed, p.loads()...)
}

// loads is the table of loads as kernels read it: see cuda.Load.
func (p *Plan) loads() []byte {
	rows := append(make([]cuda.Load, 0, 1+len(p.Case.Loads)), cuda.Load{Id: uint32(len(p.Case.Loads))})
	for _, l := range p.Case.Loads {
		rows = append(rows, cuda.Load{
			Id: l.ID, First: int32(l.First) - 1, Second: int32(l.Second) - 1, Normal: l.Normal, Dual: l.Dual,
		})
	}
	return sph.BytesOf(rows)
}
