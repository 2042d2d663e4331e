package engine

import (
	"math"

	"gpusph/cuda"
	"gpusph/sph"
)

// Sample measures the flow as it is. It builds the neighbour lists that the
// next Advance needs, so measuring often changes nothing but the time it takes.
func (s *Simulation) Sample() (sph.Sample, error) {
	if err := s.broadcast(task{what: sampleTask}); err != nil {
		return sph.Sample{}, err
	}
	defer s.broadcastDone()
	if err := s.buildLastingLists(); err != nil {
		return sph.Sample{}, err
	}
	err := s.onLocalDomains(func(d *domain) error {
		evaluated := d.Case.Params.EnergiesOfPasses()
		if len(d.Case.Bodies) > 0 {
			evaluated = append(evaluated, sph.MDBCField)
		}
		d.evaluateFields(evaluated...)
		d.beginStepSample(d.main, cuda.MomentArgs{Now: 1})
		d.measure(d.main)
		d.combine(d.main)
		d.publishStepSamples(d.main, 1)
		return d.main.Sync()
	})
	s.moments = 1
	if err = s.agree(err); err != nil {
		return sph.Sample{}, err
	}
	m := s.measured(0)
	s.reach(&m)
	return m, nil
}

// buildLastingLists builds lists that hold all pairs of the particles as they are. Lists that are used
// up at once do not. The period that Advance would begin with these is over without a step.
func (s *Simulation) buildLastingLists() error {
	for {
		if err := s.BuildNeibs(); err != nil {
			return err
		}
		var clock cuda.Clock // all devices have the same
		err := s.onAllDomains(func(d *domain) error {
			if d.index > s.group.First {
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

// scales bring sums of integers well below 2⁶³: powers of two.
type scales struct {
	energy   float64 // [1/J]
	force    float64 // [1/N], [1/(N m)]
	weight   float64 // of W/W(0)
	pressure float64 // of pressures with such weights [1/Pa]
	velocity float64 // of velocities with such weights [s/m]
}

// newScales takes the scale of energies from the domain, and that of forces from the bodies.
func (s *config) newScales() scales {
	p := &s.Case.Params
	length := 1.0
	for a := range 3 { // the potential energy is 0 at the point 0
		length = max(length, p.Max[a]-p.Min[a], math.Abs(p.Max[a]), math.Abs(p.Min[a]))
	}
	mass := s.Case.Heaviest() * float64(s.Case.Particles.Len())
	stiffness := p.Rho0 * p.C0 * p.C0
	return scales{
		energy: sph.ScaleBelow(mass * (p.C0*p.C0 + s.gravity*length)), force: p.ForceScale(s.Case.Levers()),
		weight: sph.ScaleBelow(1 << 20), pressure: sph.ScaleBelow(stiffness * (1 << 20)),
		velocity: sph.ScaleBelow(16 * p.C0 * (1 << 20)),
	}
}

// samplePoint is a point at which sums over the fluid around are taken.
type samplePoint struct {
	at   [4]int32   // position [quanta], and what is in w of a point of cuda.ProbeArgs
	face [4]float32 // as there
}

func (s *config) samplePoints() (points []samplePoint) {
	velocities := 0
	for i := range s.Case.Probes {
		p := &s.Case.Probes[i]
		face := p.Face(s.Case.Params.DeltaP, s.grid.Quantum)
		for _, x := range p.Points(s.Case.Params.Dim) {
			fixed, w := s.grid.Fixed(x), 0
			if p.Body > 0 && s.Case.Bodies[p.Body-1].Motion.Moves() {
				w = p.Body
			}
			if p.Velocity {
				velocities++
				w += velocities << 8
			}
			points = append(points, samplePoint{[4]int32{fixed[0], fixed[1], fixed[2], int32(w)}, face})
		}
	}
	params := &s.Case.Params
	for _, g := range s.Case.Gauges {
		for k := range params.GaugePoints() {
			fixed := s.grid.Fixed([3]float64{g.X, g.Y, params.GaugeHeight(k)})
			points = append(points, samplePoint{at: [4]int32{fixed[0], fixed[1], fixed[2]}})
		}
	}
	return points
}

// velocityPoints is how many points measure velocities.
func (s *config) velocityPoints() (n int) {
	for i := range s.Case.Probes {
		if p := &s.Case.Probes[i]; p.Velocity {
			n += p.Count(s.Case.Params.Dim)
		}
	}
	return n
}

// centre is where a body's is, from position 0 [m].
func (s *config) centre(body int) (c [3]float64) {
	for a := range 3 {
		c[a] = s.Case.Bodies[body].Centre[a] - s.grid.Origin[a]
	}
	return c
}

// measured is the sample of a moment. It adds up the devices' sums that these have not combined.
func (s *Simulation) measured(place int) sph.Sample {
	sum := func(word int) (total int64) {
		if word < sampleHeadWords+s.combinedWords() {
			return int64(s.sampleWord(&s.subdomains[s.group.First], place, word))
		}
		for i := range s.subdomains {
			total += int64(s.sampleWord(&s.subdomains[i], place, word))
		}
		return total
	}
	at := sampleHeadWords + s.energyWords()
	three := func(body, part int) (v [3]float64) {
		for a := range 3 {
			v[a] = float64(sum(at+6*body+3*part+a)) / s.scales.force
		}
		return v
	}
	step, time := s.stepOfSample(place)
	n := len(s.energies)
	out := sph.Sample{Time: time, Step: step, Energy: make([]float64, n), Stray: int(sum(sampleHeadWords + n))}
	for k := range out.Energy {
		out.Energy[k] = float64(sum(sampleHeadWords+k)) / s.scales.energy
	}
	out.Density = s.densities(place)
	out.Front = s.front(place)
	for i := range s.Case.Bodies {
		out.Force = append(out.Force, three(i, 0))
		out.Moment = append(out.Moment, three(i, 1))
	}

	at += 6 * len(s.Case.Bodies)
	weight := func(point int) float64 { return float64(sum(at+2*point)) / s.scales.weight }
	params := &s.Case.Params
	whole, first, velocityAt := params.KernelIntegral(), 0, at+2*len(s.points)
	for i := range s.Case.Probes {
		points := s.Case.Probes[i].Count(params.Dim)
		out.Pressure = append(out.Pressure, params.MeanPressure(points, func(k int) (weights, pressures float64) {
			return weight(first + k), float64(sum(at+2*(first+k)+1)) / s.scales.pressure
		}))
		if s.Case.Probes[i].Velocity {
			from := velocityAt
			out.Velocity = append(out.Velocity, params.MeanVelocity(points, func(k int) (weights float64, v [3]float64) {
				for a := range v {
					v[a] = float64(sum(from+3*k+a)) / s.scales.velocity
				}
				return weight(first + k), v
			}))
			velocityAt += 3 * points
		}
		first += points
	}
	n = params.GaugePoints()
	for g := range s.Case.Gauges {
		ground := first + g*n
		out.Height = append(out.Height, s.surfaceHeight(g, time, func(k int) float64 { return weight(ground+k) / whole }))
	}
	return out
}

// densities says between which densities [kg/m³] all particles of fluid are.
func (s *Simulation) densities(place int) [2]float64 {
	from, _ := s.maximaWords()
	both := s.sampleWord(&s.subdomains[s.group.First], place, sampleHeadWords+from)
	below, above := uint32(both), uint32(both>>32)
	rho0 := s.Case.Params.Rho0
	return [2]float64{rho0 * (1 - float64(math.Float32frombits(below))), rho0 * (1 + float64(math.Float32frombits(above)))}
}

// front is where the front of the water is, on the map [m].
func (s *Simulation) front(place int) float64 {
	from, _ := s.maximaWords()
	quanta := s.sampleWord(&s.subdomains[s.group.First], place, sampleHeadWords+from+1)
	p := &s.Case.Params
	return p.Origin[0] + s.grid.Position([3]int32{int32(quanta)})[0] + p.DeltaP/2
}
