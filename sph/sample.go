package sph

import (
	"encoding/binary"
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
)

// gaugeStep is the distance between the points of a gauge's line, in spacings;
// surface is the part of W's integral that fluid fills at the free surface.
const (
	gaugeStep = 0.5
	surface   = 0.5
)

// Sample measures the flow as it is. It builds the neighbour lists that the
// next Advance needs, so measuring often changes nothing but the time it takes.
func (s *Simulation) Sample() (Sample, error) {
	if err := s.buildLastingLists(); err != nil {
		return Sample{}, err
	}
	m := &measurement{sim: s, points: s.samplePoints()}
	m.centres, m.energyScale, m.forceScale = s.sampleScales()
	m.parts = make([]measured, len(s.domains))
	if err := s.each(m.run); err != nil {
		return Sample{}, err
	}
	return m.sample(), nil
}

// buildLastingLists builds lists that hold all pairs of the particles as they are. Lists that are used
// up at once do not. The period that Advance would begin with these is over without a step.
func (s *Simulation) buildLastingLists() error {
	for {
		if err := s.BuildNeibs(); err != nil {
			return err
		}
		var clock cuda.Clock
		err := s.each(func(d *domain) error {
			if d.index > 0 {
				return nil
			}
			d.main.Download(clock.Bytes(), d.clock)
			return d.main.Sync()
		})
		if err != nil || clock.Halt != cuda.SkinUsed {
			return err
		}
		if _, err := s.Advance(1); err != nil {
			return err
		}
	}
}

// measurement is what one Sample needs and gets.
type measurement struct {
	sim         *Simulation
	points      [][3]int32   // of the probes, then of the gauges from the ground up [quanta]
	centres     [][3]float64 // of the bodies, from position 0 [m]
	energyScale float64      // [1/J]
	forceScale  float64      // [1/N], [1/(N m)]
	parts       []measured   // by device
}

// measured is one device's part.
type measured struct {
	energy []byte // 4 int64, 2 float32; see cuda.EnergyArgs
	bodies []byte // 6 int64 per body
	points []byte // 2 float32 per point
}

// gaugePoints is the number of points on a gauge's line.
func (s *Simulation) gaugePoints() int {
	p := &s.Case.Params
	return int((p.Max[2]-p.Min[2])/(gaugeStep*p.DeltaP)) + 1
}

func (s *Simulation) samplePoints() [][3]int32 {
	var points [][3]int32
	for _, p := range s.Case.Probes {
		points = append(points, s.grid.Fixed(p.Position))
	}
	for _, g := range s.Case.Gauges {
		for k := range s.gaugePoints() {
			points = append(points, s.grid.Fixed([3]float64{g.X, g.Y, s.gaugeHeight(k)}))
		}
	}
	return points
}

func (s *Simulation) gaugeHeight(k int) float64 {
	p := &s.Case.Params
	return p.Min[2] + float64(k)*gaugeStep*p.DeltaP
}

// sampleScales returns the bodies' centres and powers of two that bring sums of
// energies and forces well below 2⁶³.
func (s *Simulation) sampleScales() (centres [][3]float64, energy, force float64) {
	p := &s.Case.Params
	for _, b := range s.Case.Bodies {
		var c [3]float64
		for a := range 3 {
			c[a] = b.Centre[a] - s.grid.Origin[a]
		}
		centres = append(centres, c)
	}
	length := 1.0
	for a := range 3 {
		length = max(length, p.Max[a]-p.Min[a], math.Abs(p.Max[a]), math.Abs(p.Min[a]))
	}
	gravity := math.Hypot(math.Hypot(p.Gravity[0], p.Gravity[1]), p.Gravity[2])
	mass := p.Mass * float64(s.Case.Particles.Len())
	scale := func(greatest float64) float64 { return math.Exp2(math.Floor(61 - math.Log2(greatest))) }
	return centres, scale(mass * (p.C0*p.C0 + gravity*length)), scale(p.Rho0 * p.C0 * p.C0 * length * length * length)
}

const energyBytes = 4*8 + 2*4

// run measures on one device.
func (m *measurement) run(d *domain) error {
	p, own := &d.Case.Params, d.owned()
	bodies, points := len(m.centres), len(m.points)
	out := &m.parts[d.index]
	*out = measured{make([]byte, energyBytes), make([]byte, bodies*6*8), make([]byte, points*2*4)}
	// One piece of memory: energies, bodies, centres, points, values.
	energyAt, bodyAt := 0, energyBytes
	centreAt := bodyAt + len(out.bodies)
	pointAt := (centreAt + bodies*3*8 + 15) / 16 * 16
	valueAt := pointAt + points*16
	memory, err := d.device.Alloc(valueAt + len(out.points))
	if err != nil {
		return err
	}
	defer d.device.Free(memory)
	at := func(offset int) gpu.Ptr { return memory + gpu.Ptr(offset) }

	energy := cuda.EnergyArgs{
		P: d.physics, Pos: d.now().Pos, Vel: d.now().Vel, Sum: at(energyAt), Furthest: at(energyAt + 4*8),
		Scale: m.energyScale, Gravity: p.Gravity, Origin: d.grid.Origin, Quantum: d.grid.Quantum, Far: StrayDensity,
	}
	gpu.Launch(d.main, cuda.Energy, energy, own.from, own.to)
	d.main.Download(out.energy, at(energyAt))

	if bodies > 0 {
		var centres []byte
		for _, c := range m.centres {
			for a := range 3 {
				centres = binary.LittleEndian.AppendUint64(centres, math.Float64bits(c[a]))
			}
		}
		d.main.Upload(at(centreAt), centres)
		all := d.list.Active()
		gpu.Launch(d.main, cuda.Body(p.Kernel.String(), p.Nu > 0, p.Boundary.String()), cuda.BodyArgs{
			Forces: d.forcesArgs(predict, all), Sum: at(bodyAt), Centre: at(centreAt), Scale: m.forceScale, Quantum: d.grid.Quantum,
		}, 0, all.Len())
		d.main.Download(out.bodies, at(bodyAt))
	}
	if points > 0 {
		var fixed []byte
		for _, f := range m.points {
			for a := range 3 {
				fixed = binary.LittleEndian.AppendUint32(fixed, uint32(f[a]))
			}
			fixed = binary.LittleEndian.AppendUint32(fixed, 0)
		}
		d.main.Upload(at(pointAt), fixed)
		d.list.Probe(d.main, d.now(), d.physics, at(pointAt), at(valueAt), points)
		d.main.Download(out.points, at(valueAt))
	}
	return d.main.Sync()
}

// sample adds the devices' parts up.
func (m *measurement) sample() Sample {
	s := m.sim
	sums := func(of func(measured) []byte, n int, scale float64) []float64 {
		total := make([]float64, n)
		for i := range total {
			var sum int64
			for _, part := range m.parts {
				sum += int64(binary.LittleEndian.Uint64(of(part)[8*i:]))
			}
			total[i] = float64(sum) / scale
		}
		return total
	}
	energy := sums(func(p measured) []byte { return p.energy }, 3, m.energyScale)
	out := Sample{Time: s.clock.Time, Step: int(s.clock.Step), Kinetic: energy[0], Potential: energy[1], Internal: energy[2]}
	out.Stray, out.Density = m.densities()
	bodies := sums(func(p measured) []byte { return p.bodies }, 6*len(m.centres), m.forceScale)
	for i := range m.centres {
		out.Force = append(out.Force, [3]float64(bodies[6*i:]))
		out.Moment = append(out.Moment, [3]float64(bodies[6*i+3:]))
	}

	// Each point is one device's; the others have zeros there.
	value := func(i, k int) float64 {
		sum := 0.0
		for _, part := range m.parts {
			sum += float64(math.Float32frombits(binary.LittleEndian.Uint32(part.points[8*i+4*k:])))
		}
		return sum
	}
	// The integral of W over its support holds this many times W(0) Δx³.
	whole := m.integral()
	for i := range s.Case.Probes {
		pressure := 0.0
		if weights := value(i, 0); weights > 0.05*whole {
			pressure = value(i, 1) / weights
		}
		out.Pressure = append(out.Pressure, pressure)
	}
	n := s.gaugePoints()
	for g := range s.Case.Gauges {
		first := len(s.Case.Probes) + g*n
		out.Height = append(out.Height, s.surfaceHeight(func(k int) float64 { return value(first+k, 0) / whole }))
	}
	return out
}

// densities says how many particles of fluid have a density that is far off, and between which [kg/m³] all are.
func (m *measurement) densities() (stray int, between [2]float64) {
	var below, above uint32
	for _, part := range m.parts {
		stray += int(binary.LittleEndian.Uint64(part.energy[3*8:]))
		below = max(below, binary.LittleEndian.Uint32(part.energy[4*8:]))
		above = max(above, binary.LittleEndian.Uint32(part.energy[4*8+4:]))
	}
	rho0 := m.sim.Case.Params.Rho0
	return stray, [2]float64{rho0 * (1 - float64(math.Float32frombits(below))), rho0 * (1 + float64(math.Float32frombits(above)))}
}

// integral is ∫W dV over W(0) times a particle's volume.
func (m *measurement) integral() float64 {
	p := &m.sim.Case.Params
	atZero := 21 / (16 * math.Pi)
	if p.Kernel == CubicSpline {
		atZero = 1 / math.Pi
	}
	return p.H * p.H * p.H / atZero / (p.Mass / p.Rho0)
}

// surfaceHeight is the greatest height at which the part of W that fluid fills
// falls through one half; the ground where it never does [m].
func (s *Simulation) surfaceHeight(filled func(k int) float64) float64 {
	for k := s.gaugePoints() - 2; k >= 0; k-- {
		low, high := filled(k), filled(k+1)
		if low >= surface && high < surface {
			return s.gaugeHeight(k) + (low-surface)/(low-high)*gaugeStep*s.Case.Params.DeltaP
		}
	}
	return 0
}
