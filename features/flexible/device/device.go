package device

import (
	"gpusph/cuda"
	"gpusph/features/flexible"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

// Feature is what flexible parts give devices. As a step begins they move to its middle, beside its
// forces; with the forces there they move to its end.
var Feature = launch.Feature{
	Kernels: map[string]launch.Launcher{"flex_walls": walls, "flex_shown": shown},
	Passes:  bent,
	State: &launch.State{
		Name: "flexible parts", Tables: tables, Start: start, Forces: push, Move: move, Pull: pull,
		Readings: readings,
		Bytes:    stateBytes,
		Sums:     func(c *sph.Case) int { return 3 * count(c) },
	},
}

func count(c *sph.Case) int { return len(flexible.Of(c).Structure().Points) }

func stateBytes(c *sph.Case) int {
	touch := flexible.Of(c).Structure().Touch
	return 8 * (cuda.FlexWords*count(c) + cuda.FlexReaction*(touch.Listed-touch.Bends))
}

// flow is the flexible parts of a case.
type flow struct {
	*model
	origin [3]float64 // of positions [m]
	table  cuda.FlexTable
	pulls  float64 // scale of forces on bodies
	held   bool    // by bodies that are free
}

// room is how much greater than what a fast jet does a force on a particle may be.
const room = 64

func tables(w launch.Control) launch.Tables {
	c := w.Case()
	s := flexible.Of(c).Structure()
	free := make([]int, len(c.Bodies))
	for k, i := range c.Free() {
		free[i] = k + 1
	}
	f := &flow{origin: w.Grid().Origin, pulls: c.Params.ForceScale(c.Levers()),
		model: newModel(s, free, w.Grid().Origin, s.Steps(c.Params.DtMax()))}
	f.table = f.model.table(w.Grid().Quantum, c.Params.ForceScale(nil)/room)
	for i := range f.points {
		f.held = f.held || f.points[i].Free > 0
	}
	f.held = f.held || f.reacts() > 0
	return launch.Tables{Kept: f, Bytes: append(f.bytes(), f.empty()...)}
}

// of is the flow of a device.
func of(w launch.Control) *flow { return w.Tables().Kept.(*flow) }

// kernelTable is that of a device.
func kernelTable(w launch.Control) cuda.FlexTable {
	t := of(w).table
	at(&t, w.Tables().At)
	t.States, t.Sums = w.State(), w.Sums()
	return t
}

// start is parts at rest.
func start(w launch.Control) []byte { return sph.BytesOf(of(w).begin()) }

// push sums the forces of the fluid on particles in the middle of a step, over some tasks.
func push(w launch.Control, s gpu.Stream, forces *cuda.ForcesArgs, tasks int) {
	gpu.Launch(s, cuda.FlexPush, cuda.FlexPushArgs{Forces: *forces, Of: kernelTable(w),
		Id: w.Begins(sph.IDField)}, 0, tasks)
}

// move moves parts to the middle of the step, or from its beginning to its end with the forces of
// the fluid in its middle.
func move(w launch.Control, half scheme.Stage) {
	args := cuda.FlexArgs{Clock: w.Clock(), Records: w.Records(), Motion: w.Motion(),
		Of: kernelTable(w), Step: int32(w.Step()), Half: int32(half)}
	f := of(w)
	n, steps := len(f.points), f.steps
	if half == scheme.Corrector {
		gpu.Launch(w.Stream(), cuda.FlexTake, args, 0, n)
	} else {
		steps /= 2
		boxes := leaves(len(f.touches))
		gpu.Launch(w.Stream(), cuda.FlexLeaf, args, 0, boxes)
		gpu.Launch(w.Stream(), cuda.FlexBranch, args, 0, leaves(boxes))
		gpu.Launch(w.Stream(), cuda.FlexNear, args, 0, f.contacts.Listed)
	}
	gpu.Launch(w.Stream(), cuda.FlexBegin, args, 0, n+f.reacts())
	for sub := range steps {
		args.Sub = int32(sub)
		gpu.Launch(w.Stream(), cuda.FlexStrain, args, 0, n)
		gpu.Launch(w.Stream(), cuda.FlexMove, args, 0, n+f.reacts())
	}
}

// walls puts the walls of a part of the tasks where parts are.
func walls(w launch.Work) { gpu.Launch(w.Stream(), cuda.FlexWalls, wallsArgs(w), 0, w.Len()) }

// shown gives a part of the tasks what snapshots have of parts.
func shown(w launch.Work) {
	args := wallsArgs(w)
	args.Shown = w.Stores(sph.FieldPlace(flexible.Shown))
	gpu.Launch(w.Stream(), cuda.FlexShown, args, 0, w.Len())
}

func wallsArgs(w launch.Work) cuda.FlexWallsArgs {
	f, state := w.Forces(), w.State(flexible.Name)
	return cuda.FlexWallsArgs{Turn: cuda.TurnArgs{List: f.List, Part: f.Part, Clock: f.Clock,
		Euler: f.Euler}, Of: kernelTable(state), Id: state.Begins(sph.IDField)}
}

// bent tells passes where the surfaces of walls are.
func bent(w launch.Work, args *cuda.PassArgs) {
	state := w.State(flexible.Name)
	t := kernelTable(state)
	args.Bent = cuda.BentWalls{States: t.States, Rows: t.Rows, Id: state.Begins(sph.IDField),
		First: t.First, Ids: t.Ids, Count: t.Count, Words: t.Words, Normal: cuda.FlexNormal,
		Accel: cuda.FlexAccel}
}

// pull adds the forces on free bodies.
func pull(w launch.Control, b launch.Bodies, half scheme.Stage) {
	f := of(w)
	if !f.held {
		return
	}
	gpu.Launch(b.Stream(), cuda.FlexPull, cuda.FlexPullArgs{Clock: b.Clock(), Motions: b.Motions(),
		Sums: b.Sums(), Of: kernelTable(w), Scale: f.pulls, Step: int32(b.Step()),
		Half: int32(half)}, 0, len(f.points)+f.reacts())
}

// readings gives a moment that is due what parts have as its step begins.
func readings(w launch.Control, s gpu.Stream, moment, out gpu.Ptr) {
	f := of(w)
	args := cuda.FlexedArgs{Clock: w.Clock(), Moment: moment, Records: w.Records(),
		Motion: w.Motion(), Of: kernelTable(w), Out: out, Origin: f.origin, Step: int32(w.Step())}
	gpu.Launch(s, cuda.FlexEnergy, args, 0, len(f.points))
	gpu.Launch(s, cuda.Flexed, args, 0, cuda.FlexReadings*len(f.parts)+len(f.marks))
}
