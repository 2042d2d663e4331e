package device

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/features/lines"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

// Feature is what lines give devices. In each step they look at the fluid around nodes, and move
// nodes through the step once it is recorded. Bodies feel lines as they were a step before at its
// beginning, and as they are in its middle.
var Feature = launch.Feature{State: &launch.State{
	Name: "lines", Tables: tables, Start: start, Begin: look, Next: move, Pull: pull,
	Readings: readings,
	Bytes:    func(c *sph.Case) int { return 8 * newFlow(c, [3]float64{}).words() },
	Sums: func(c *sph.Case) int {
		if lines.Of(c).Water != lines.Particles {
			return 1 // which nothing adds to
		}
		return cuda.NodeSums * len(newFlow(c, [3]float64{}).nodes)
	},
}}

// The tables, by their places; the last two are room.
const (
	nodesTable = iota
	segmentsTable
	linksTable
	setsTable
	rowsTable
	heightsTable
	middleTable
	roomTable
)

// flow is the lines of a case.
type flow struct {
	*model
	*sph.Case
	net    *lines.Net
	origin [3]float64 // of positions [m]
	scale  float64    // of forces on bodies
}

// newFlow is that of a case that has been checked.
func newFlow(c *sph.Case, origin [3]float64) *flow {
	n, err := lines.NetOf(c)
	if err != nil {
		panic(err)
	}
	pivots, _ := c.Pivots()
	places := make([]place, len(c.Bodies))
	for i := range places {
		places[i].pivot = pivots[i]
	}
	for k, i := range c.Free() {
		places[i].free = k + 1
	}
	return &flow{Case: c, net: n, origin: origin,
		model: newModel(lines.Of(c), n, c.Params.Rho0, places, origin)}
}

func tables(w launch.Control) launch.Tables {
	f := newFlow(w.Case(), w.Grid().Origin)
	f.scale = f.Params.ForceScale(f.Levers())
	return launch.Tables{Kept: f, Bytes: append(f.bytes(), make([]byte, 24*f.pulls+8),
		make([]byte, 8*f.roomWords()))}
}

// of is the flow of a device.
func of(w launch.Control) *flow { return w.Tables().Kept.(*flow) }

// Sums over the fluid around a node are those of W over W(0), and of it times the velocity.
var weightScale = sph.ScaleBelow(1 << 20)

func (f *flow) velocityScale() float64 {
	return sph.ScaleBelow((1 << 20) * f.Params.FastestSound())
}

// filled is the part of the kernel's volume that is fluid from which on a node is all in fluid:
// half of it is at a surface and at the bed.
const filled = 0.5

// lag is the time constant of the fluid's acceleration, over h/c0, so that sound is left out.
const lag = 20

// inFluid is what kernels know, but for addresses.
func (f *flow) inFluid(quantum float64) cuda.LineTable {
	t, p, given := f.table(), &f.Params, lines.Of(f.Case)
	t.Water = map[lines.Water]int32{lines.NoWater: cuda.DryLines, lines.StillWater: cuda.StillLines,
		lines.Particles: cuda.WetLines}[given.Water]
	t.Quantum, t.Level, t.Lag = quantum, given.Level-f.origin[2], lag*p.H/p.FastestSound()
	t.Level, t.PerLag = max(t.Level, -math.MaxFloat64), 1/t.Lag
	for a := range 3 {
		t.Low[a], t.High[a] = p.Min[a]-f.origin[a], p.Max[a]-f.origin[a]
		if p.Periodic[a] {
			t.Low[a], t.High[a] = -math.MaxFloat64, math.MaxFloat64
		}
	}
	t.PerWeight = 1 / (filled * weightScale * p.KernelIntegral())
	t.PerVelocity = t.PerWeight * weightScale / f.velocityScale()
	return t
}

// kernelTable is that of a device.
func kernelTable(w launch.Control) cuda.LineTable {
	f, at := of(w), w.Tables().At
	t := f.inFluid(w.Grid().Quantum)
	t.Nodes, t.Segments, t.Links = at[nodesTable], at[segmentsTable], at[linksTable]
	t.Sets, t.Lines, t.Middle = at[setsTable], at[rowsTable], at[middleTable]
	t.Room, t.States, t.Sums = at[roomTable], w.State(), w.Sums()
	if len(f.heights) > 0 {
		t.Bed.Heights = at[heightsTable]
	}
	return t
}

// start is lines at rest, with the forces that they have there.
func start(w launch.Control) []byte {
	f := of(w)
	rest, err := f.net.Rest()
	if err != nil {
		panic(err) // the case has been checked
	}
	var g [3]float32
	for a := range 3 {
		g[a] = float32(f.Params.Gravity[a])
	}
	began := f.begin(rest.At, f.wet(rest.At), f.origin)
	a := newAlone(f.model, f.inFluid(w.Grid().Quantum), began, len(f.Bodies), g)
	if len(f.heights) > 0 {
		a.settle(settling, settlingTime, settlingStep)
	}
	a.step(0)
	return sph.BytesOf(a.state())
}

// On a terrain lines come to rest as they move, from catenaries on its slopes at their lower ends.
const (
	settling     = 2.0  // rate at which they lose velocity [1/s]
	settlingTime = 10.0 // [s]
	settlingStep = 0.01 // [s]
)

// wet reports which places are beside particles of fluid.
func (f *flow) wet(at [][3]float64) []bool {
	wet, size := make([]bool, len(at)), 1.5*f.Params.DeltaP
	cell := func(x [3]float64) (c [3]int) {
		for a := range 3 {
			c[a] = int(math.Floor(x[a] / size))
		}
		return c
	}
	in := map[[3]int][]int{}
	at = slices.Clone(at)
	for k := range at {
		for a, is := range f.Params.Periodic {
			if low, size := f.Params.Min[a], f.Params.Max[a]-f.Params.Min[a]; is {
				at[k][a] -= size * math.Floor((at[k][a]-low)/size)
			}
		}
		c := cell(at[k])
		for i := range 27 {
			near := [3]int{c[0] + i%3 - 1, c[1] + i/3%3 - 1, c[2] + i/9 - 1}
			in[near] = append(in[near], k)
		}
	}
	for i, x := range f.Particles.Position {
		if f.Particles.Type[i] != sph.Fluid {
			continue
		}
		for _, k := range in[cell(x)] {
			d := [3]float64{x[0] - at[k][0], x[1] - at[k][1], x[2] - at[k][2]}
			wet[k] = wet[k] || sph.Norm(d) < size
		}
	}
	return wet
}

// look sums over the fluid around nodes, as the step begins.
func look(w launch.Control) {
	f := of(w)
	t := kernelTable(w)
	if t.Water != cuda.WetLines {
		return
	}
	args := cuda.LineFluidArgs{Around: w.Around(), Of: t, Clock: w.Clock(), Step: int32(w.Step())}
	args.Around.WeightScale, args.Around.VelocityScale = weightScale, f.velocityScale()
	gpu.Launch(w.Stream(), cuda.LineFluid, args, 0, 32*len(f.nodes))
}

// move moves nodes through the step, or through the first of a period.
func move(w launch.Control, begins bool) {
	args := cuda.LinesArgs{Clock: w.Clock(), Records: w.Records(), Motion: w.Motion(),
		Of: kernelTable(w), Step: int32(w.Step())}
	if begins {
		args.Begins, args.Step = 1, 0
	}
	gpu.Launch(w.Stream(), cuda.Lines, args, 0, cuda.LineThreads*len(of(w).sets))
}

// pull adds the forces on free bodies.
func pull(w launch.Control, b launch.Bodies, half scheme.Stage) {
	f := of(w)
	gpu.Launch(b.Stream(), cuda.PullBodies, cuda.LinePullArgs{Clock: b.Clock(), Motions: b.Motions(),
		Sums: b.Sums(), Of: kernelTable(w), Scale: f.scale, Step: int32(b.Step()),
		Half: int32(half)}, 0, len(f.nodes))
}

// readings gives a moment that is due what lines have as its step begins.
func readings(w launch.Control, s gpu.Stream, moment, out gpu.Ptr) {
	f := of(w)
	gpu.Launch(s, cuda.Lined, cuda.LinedArgs{Clock: w.Clock(), Moment: moment, Records: w.Records(),
		Of: kernelTable(w), Out: out, Origin: f.origin, Step: int32(w.Step())}, 0,
		len(f.rows)+len(f.nodes))
}
