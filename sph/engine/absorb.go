package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/motion"
)

// absorption is what a device has of paddles that absorb waves: see cuda/absorb.h. In each step it
// sums the fluid on the lines before them, combines the sums of all devices, and corrects the
// motion of the next step, which the scan has just recorded.
type absorption struct {
	memory  gpu.Ptr            // of all of it; 0 where no paddle absorbs
	paddles gpu.Ptr            // cuda.AbsorbPaddle
	steps   gpu.Ptr            // cuda.CorrectionStep, of even and of odd steps
	moment  gpu.Ptr            // that is always due, and the sums behind it
	points  gpu.Ptr            // positions of the points of all lines
	count   int                // of paddles
	number  int                // of points
	sums    *exchange.Combined // of all devices
}

const correctionBytes = int(unsafe.Sizeof(cuda.CorrectionStep{}))

// endOfWay is where a correction stops, over its bound: steps take it a ten-thousandth beyond.
const endOfWay = 0.999

// levelScale is that of sums of W over W(0).
var levelScale = sph.ScaleBelow(1 << 20)

// joinAbsorption lets the device combine its sums with those of others.
func (d *domain) joinAbsorption() (err error) {
	if d.absorption.count = len(d.Case.Absorbing()); d.absorption.count > 0 {
		d.absorption.sums, err = d.allLevels.On(d.member)
	}
	return err
}

// addLaws appends laws that move no body, and tells which links they are.
func (r *motionRows) addLaws(laws []motion.Law) (first, end int32) {
	first = int32(len(r.links))
	for k := range laws {
		r.addLink(&motion.Link{Law: laws[k]}, [3]float64{})
	}
	return first, int32(len(r.links))
}

// absorbRows are the paddles and the points before them, as kernels read them.
func (s *config) absorbRows(r *motionRows) (paddles []cuda.AbsorbPaddle, points [][4]int32) {
	p := &s.Case.Params
	for k, body := range s.Case.Absorbing() {
		a := s.Case.Bodies[body-1].Absorb
		n := a.Points(p.DeltaP)
		row := cuda.AbsorbPaddle{
			Way: a.Way, Gain: a.Gain, Lag: a.Lag, Leak: a.Leak, Base: a.Base - a.Still,
			PerSum: a.Height / float64(n*len(a.Lines)) / (levelScale * p.KernelIntegral()),
			Shift:  endOfWay * a.Shift, Speed: a.Speed, Accel: a.Accel, Body: int32(body),
		}
		row.First, row.End = r.addLaws(a.Wanted)
		paddles = append(paddles, row)
		for line := range a.Lines {
			for i := range n {
				x := s.grid.Fixed(a.Point(line, i, n))
				points = append(points, [4]int32{x[0], x[1], x[2], int32(body + k<<8)})
			}
		}
	}
	return paddles, points
}

// openAbsorption gives the device what the paddles need.
func (d *domain) openAbsorption(paddles []cuda.AbsorbPaddle, points [][4]int32) (err error) {
	a := &d.absorption
	if a.count == 0 {
		return nil
	}
	a.number = len(points)
	due := cuda.Moment{Due: 1}
	parts := [][]byte{sph.BytesOf(paddles), make([]byte, 2*a.count*correctionBytes),
		append(sph.BytesOf([]cuda.Moment{due}), make([]byte, 8*a.count)...), sph.BytesOf(points)}
	var places []gpu.Ptr
	a.memory, places, err = d.uploadTables(parts)
	if err == nil {
		a.paddles, a.steps, a.moment, a.points = places[0], places[1], places[2], places[3]
	}
	return err
}

// measureLevels lets the control stream measure the level before paddles, as the step begins.
func (d *domain) measureLevels() {
	a := &d.absorption
	if a.count == 0 {
		return
	}
	sums, now := a.moment+gpu.Ptr(momentBytes), d.states[d.step%2]
	forces := d.toForces.to(cuda.ForcesArgs{}, d, predictor)
	d.list.PaddleLevels(d.control, now[sph.PositionField], now[sph.VelocityField], d.physics,
		cuda.ProbeArgs{Point: a.points, Sum: sums, WeightScale: levelScale,
			Motions: d.motionsOf(d.step), Porosity: forces.Porosity}, a.number)
	d.sumOfAll(a.sums, a.moment, a.count)
}

// correctPaddles lets the control stream correct the motions that a scan has recorded: those of the
// next step, or those of the first two of a period.
func (d *domain) correctPaddles(begins bool) {
	a := &d.absorption
	if a.count == 0 {
		return
	}
	gpu.Launch(d.control, cuda.Absorb, cuda.AbsorbArgs{
		Clock: d.clock, Records: d.records, Motion: d.motions.table, Paddles: a.paddles,
		Steps: a.steps, Sums: a.moment + gpu.Ptr(momentBytes), Count: int32(a.count),
		Step: int32(d.step), Begins: int32(number(begins)),
	}, 0, a.count)
}

// correctionsName is what checkpoints call where the corrections of paddles are.
const correctionsName = "corrections of paddles that absorb waves"

// keepCorrections gives a checkpoint those at the beginning of the next step.
func (s *Simulation) keepCorrections(k *sph.Checkpoint) error {
	n := len(s.Case.Absorbing())
	if n == 0 {
		return nil
	}
	steps := make([]cuda.CorrectionStep, 2*n)
	err := s.onLocalDomains(func(d *domain) error { // all have the same
		if d.index > s.group.First {
			return nil
		}
		d.main.Download(sph.BytesOf(steps), d.absorption.steps)
		return d.main.Sync()
	})
	if err = s.agree(err); err != nil {
		return err
	}
	var now []cuda.Correction
	for _, step := range steps[int(s.clock.Step)%2*n:][:n] {
		now = append(now, step.Begin)
	}
	k.SetGlobal(correctionsName, sph.BytesOf(now))
	return nil
}

// correctionsOf are those of a checkpoint, each at the beginning of its next step.
func (s *config) correctionsOf(c *sph.Checkpoint) ([]cuda.Correction, error) {
	n := len(s.Case.Absorbing())
	if n == 0 {
		return nil, nil
	}
	now := make([]cuda.Correction, n)
	data, err := c.Global(correctionsName, len(sph.BytesOf(now)))
	copy(sph.BytesOf(now), data)
	return now, err
}

// setCorrections makes the corrections those of a checkpoint of a step.
func (d *domain) setCorrections(c *sph.Checkpoint, step int) error {
	now, err := d.correctionsOf(c)
	if err != nil || len(now) == 0 {
		return err
	}
	steps := make([]cuda.CorrectionStep, 2*len(now))
	for k, at := range now {
		steps[step%2*len(now)+k].Begin = at
	}
	d.main.Upload(d.absorption.steps, sph.BytesOf(steps))
	return nil
}
