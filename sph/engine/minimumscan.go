package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// minimumScan finds the length of the step after this one, which all particles of all
// devices must allow. It follows from the forces in the middle of the step before. Each
// device publishes its maxima and computes the length from those of all, so the host
// waits for nothing. All this is in the control stream, which has waited for the step
// before, while the stripes are at this step.
//
// Then the skins are checked: whether the lists were good for this step is known before
// the next step writes over the state that it began with.
func (d *domain) minimumScan() (scanned, checked gpu.Event) {
	d.begin(sph.MinimumScan)
	scanned = d.scanned
	if d.step > 0 && !d.ahead { // else it is known since the lists were built, or the last batch
		scanned = d.scanNext()
	}
	d.ahead = false
	measured := d.measureStep()
	d.checkStep(false)
	checked = d.keep(d.control.Signal())
	d.wallsMeasured = measured
	if measured != nil && d.group.Count > 1 {
		d.wallsMeasured = checked // by all devices: each has scanned behind that
	}
	return scanned, checked
}

// scanNext finds the length of the step after this one, and adds up what the one before has summed.
func (d *domain) scanNext() (scanned gpu.Event) {
	d.beginStates()
	d.scan(cuda.MinimumScan, d.maximaOf(d.step+1), cuda.MinimumScanArgs{Step: int32(d.step)},
		d.shorten)
	d.nextStates(false)
	scanned = d.keep(d.control.Signal())
	d.recorder.CommitTotals(d.control, d.clock, d.step-1)
	return scanned
}

// checkStep decides whether this step counts. One that is only looked at is not done yet: if the
// lists are not good for it, it is rejected.
func (d *domain) checkStep(look bool) {
	d.checkSkins()
	d.scan(cuda.Check, d.listMaxima(), cuda.MinimumScanArgs{Step: int32(d.step), Over: number(look),
		VerifiedSteps: int32(d.verifiedSteps())}, d.shorten)
}

// checkSkins measures how much of the skins this step uses, and some that follow. It does
// nothing where this step has been verified by one before.
func (d *domain) checkSkins() {
	now := d.states[d.step%2]
	d.list.CheckSkins(d.control, now[sph.PositionField], now[sph.VelocityField], d.listMaxima(),
		d.clock, d.step, d.verifiedSteps())
}

// maxVerifiedSteps is how many steps one check of the skins is for at most. The more steps,
// the less accelerations may be.
const maxVerifiedSteps = 4

// verifiedSteps is how many steps the check in this step is for: none beyond the last of the
// period.
func (d *domain) verifiedSteps() int {
	if d.shorten {
		return 1
	}
	return max(1, min(maxVerifiedSteps, d.steps-d.step))
}

// firstVerifiedSteps is how many steps are checked when lists are built: none where steps must
// not be rejected.
func (d *domain) firstVerifiedSteps() int {
	if d.next.shorten {
		return 0
	}
	return min(maxVerifiedSteps, d.next.planned)
}

// scan launches a kernel that takes the maxima of all devices.
func (d *domain) scan(kernel cuda.KernelOf[cuda.MinimumScanArgs], maxima gpu.Ptr,
	args cuda.MinimumScanArgs, shorten bool) {
	r := d.maximaOfAll.Combine(d.control, maxima)
	args.Maxima, args.Own, args.Out, args.Outs, args.Devices, args.Turn, args.Patience = r.In, r.Own, r.Out, r.Outs, r.Devices, r.Turn, r.Patience
	d.stepLimits(&args, shorten)
	threads := 1
	if args.Turn > 0 {
		threads = 32
	}
	gpu.Launch(d.control, d.scanKernel(kernel), args, 0, threads)
}

// scanKernel is the form of a scan for the flow: where bodies move, those that record steps compute
// where.
func (s *config) scanKernel(kernel cuda.KernelOf[cuda.MinimumScanArgs]) cuda.KernelOf[cuda.MinimumScanArgs] {
	switch {
	case s.walls.Move && kernel == cuda.Begin:
		return cuda.BeginMoving
	case s.walls.Move && kernel == cuda.MinimumScan:
		return cuda.MinimumScanMoving
	}
	return kernel
}

// stepLimits is what limits steps.
func (d *domain) stepLimits(args *cuda.MinimumScanArgs, shorten bool) {
	p := &d.Case.Params
	args.Clock, args.Records, args.Forcing, args.Motion = d.clock, d.records, d.forcingTable(), d.motions.table
	args.End, args.Cfl, args.H, args.C0 = d.options.End, float32(p.CFL), float32(p.H), float32(p.FastestSound()*p.Finest())
	constant, _ := p.ConstantStep()
	args.DtViscous, args.DtFixed, args.DtMax = float32(constant), float32(p.Dt), float32(p.DtMax())
	args.SkinMax = float32(p.Skin)
	args.StillTop, args.StillBelow = d.still.top, d.still.below
	args.StillBand, args.StillRise = d.still.band, d.still.rise
	if shorten {
		args.Shorten = 1
	}
}

// maximaOf is where the maxima of a step's corrector are gathered. There are two places,
// since those of the step before are still being read.
func (d *domain) maximaOf(step int) gpu.Ptr { return d.maxima + gpu.Ptr(step%2*maximaBytes) }

// listMaxima is where the use of the skins is gathered.
func (d *domain) listMaxima() gpu.Ptr { return d.maxima + gpu.Ptr(2*maximaBytes) }

// freshMaxima is the same for lists that are being built.
func (d *domain) freshMaxima() gpu.Ptr { return d.maxima + gpu.Ptr(3*maximaBytes) }

// openGlobals makes room for what all devices combine within a step: the maxima that limit it or
// tell of the use of the lists, and what is measured.
func (s *Simulation) openGlobals() error {
	s.allMaxima = exchange.Global{
		Bytes: maximaBytes, Packet: maximaBytes, Across: exchange.Maxima,
		Publish: func(s gpu.Stream, from, out gpu.Ptr) {
			gpu.Launch(s, cuda.PublishMaxima, cuda.PublishMaximaArgs{Maxima: from, Out: out}, 0, 1)
		},
	}
	if err := s.allMaxima.Open(s.group); err != nil {
		return err
	}
	if s.bodyMotion != nil {
		if err := s.bodyMotion.sums.Open(s.group); err != nil {
			return err
		}
	}
	if err := s.openLoops(); err != nil {
		return err
	}
	for k := range s.flowStates {
		of := &s.flowStates[k]
		of.sums = summed(of.words)
		if err := of.sums.Open(s.group); err != nil {
			return err
		}
	}
	return s.measures.Open(s.group)
}
