// Package device moves free bodies on devices: see cuda/bodystep.h.
package device

import (
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

// Feature is what free bodies give devices.
var Feature = launch.Feature{FreeMotion: &launch.FreeMotion{
	Shared: func(c *sph.Case, g *neighbor.Grid) any { return newFlow(c, g) },
	Tables: tables,
	States: []launch.BodyStates{
		bodyStates: {Name: StatesName, About: "where free bodies are", Copies: 3, Start: start,
			Bytes: func(c *sph.Case) int { return len(c.Free()) * stateBytes }},
		springStates: {Name: SpringsName, About: "what friction of free bodies holds", Copies: 2,
			Bytes: springBytes},
	},
	Sums:   func(c *sph.Case) int { return bodySums * len(c.Free()) },
	Forces: carry, Move: move, Restore: restore, Failed: failed, Inputs: inputs,
}}

// What checkpoints call the states of free bodies, and the friction springs of their contacts.
const (
	StatesName  = "states of free bodies"
	SpringsName = "friction springs of contacts"
)

// The states, by their places.
const (
	bodyStates = iota
	springStates
)

const (
	stateBytes = int(unsafe.Sizeof(cuda.BodyState{}))
	bodySums   = 6 // words of 64 bits
)

// The tables, by their places; those from overlapsTable on are room for what kernels add up.
const (
	bodiesTable = iota
	tiesTable
	linesTable
	indexTable
	obstaclesTable
	distancesTable
	pointsTable
	overlapsTable
	contactsTable
)

// Flow is what kernels know of the bodies of a case. Devices of a process have it in common, since
// distances take time.
type Flow struct {
	*sph.Case
	free    []int        // bodies that are
	pivots  [][3]float64 // of all bodies
	origin  [3]float64   // of the grid
	quantum float64      // of positions [m]
	rows    []cuda.FreeBody
	index   []int32 // of each body among those that are free, or -1
	ties    []cuda.Tie
	lines   []float64 // forces of moorings
	pushes  []int     // of each free body, the tie by which a program pushes it
	contactTables
	scale    float64 // of forces
	boundary string  // of kernels
}

func newFlow(c *sph.Case, g *neighbor.Grid) *Flow {
	f := &Flow{Case: c, free: c.Free(), origin: g.Origin, quantum: g.Quantum,
		index: make([]int32, len(c.Bodies)), scale: c.Params.ForceScale(c.Levers()),
		boundary: c.Params.Boundary.KernelForm(true)}
	f.pivots, _ = c.Pivots()
	for i := range f.index {
		f.index[i] = -1
	}
	layers := bodies.LayerMasses(c)
	for k, i := range f.free {
		f.index[i] = int32(k)
	}
	for _, image := range c.Images {
		f.index = append(f.index, f.index[image.Body-1])
	}
	for _, i := range f.free {
		f.addBody(i, layers[i])
	}
	f.addContacts()
	return f
}

// addBody adds the row of a body, beside whose faces fluid of a mass has room [kg].
func (f *Flow) addBody(i int, layer float64) {
	b := &f.Bodies[i]
	own := bodies.Of(b)
	row := cuda.FreeBody{
		Mass: own.Mass, Directions: int32(len(own.Directions)),
		Axes:      int32(len(own.Axes)),
		Smoothing: own.Smoothing(layer), Body: int32(i + 1), FirstTie: int32(len(f.ties)),
	}
	copy(row.Direction[:], own.Directions)
	copy(row.Axis[:], own.Axes)
	inertia := bodies.PivotInertia(b)
	inverse := bodies.Inverse(inertia)
	for a := range 3 {
		row.Arm[a] = b.Centre[a] - f.pivots[i][a]
		for k := range 3 {
			row.Inertia[3*a+k], row.Inverse[3*a+k] = inertia[a][k], inverse[a][k]
		}
	}
	f.addTies(i)
	if f.Controlled {
		f.pushes = append(f.pushes, len(f.ties))
		f.ties = append(f.ties, f.push(i, [3]float64{}))
	}
	row.EndTie = int32(len(f.ties))
	f.rows = append(f.rows, row)
}

func tables(_ launch.Bodies, shared any) launch.Tables {
	f := shared.(*Flow)
	n := len(f.rows)
	return launch.Tables{Kept: f, Bytes: [][]byte{
		bodiesTable: sph.BytesOf(f.rows), tiesTable: sph.BytesOf(f.ties),
		linesTable: sph.BytesOf(f.lines), indexTable: sph.BytesOf(f.index),
		obstaclesTable: sph.BytesOf(f.obstacles), distancesTable: sph.BytesOf(f.distances),
		pointsTable:   sph.BytesOf(f.points),
		overlapsTable: make([]byte, 8*cuda.OverlapWords*n*len(f.obstacles)),
		contactsTable: make([]byte, 8*bodySums*n),
	}}
}

// of is the flow of a device's bodies, which may be embedded in that of a feature that builds on
// bodies.
func of(w launch.Bodies) *Flow { return w.Tables().Kept.(interface{ bodies() *Flow }).bodies() }

func (f *Flow) bodies() *Flow { return f }

// arguments are those of kernels between steps.
func arguments(w launch.Bodies) cuda.FreeBodiesArgs {
	f, at := of(w), w.Tables().At
	fastest := float32(f.Params.FastestSound())
	return cuda.FreeBodiesArgs{
		Clock: w.Clock(), Bodies: at[bodiesTable], Ties: at[tiesTable], Lines: at[linesTable],
		States: w.States(bodyStates), Sums: w.Sums(), Contacts: at[contactsTable],
		Motion: w.Motion(), Scale: f.scale, MaxSpeed2: fastest * fastest, Count: int32(len(f.rows)),
	}
}

// start are the states at time 0.
func start(c *sph.Case) []byte {
	var all []cuda.BodyState
	for _, i := range c.Free() {
		b := &c.Bodies[i]
		begins := b.Beginning(b.Pivot())
		state := cuda.BodyState{Turn: [4]float64{1}, Velocity: begins.Velocity, Spin: bodies.Of(b).Spin}
		inertia := bodies.PivotInertia(b)
		for a := range 3 {
			for k, w := range bodies.Of(b).Spin {
				state.Momentum[a] += inertia[a][k] * w
			}
		}
		all = append(all, state)
	}
	return sph.BytesOf(all)
}

// restore takes bodies and their contacts to the states of even steps.
func restore(w launch.Bodies, begins bool) {
	n := len(of(w).rows)
	if begins {
		w.Stream().Fill(w.Tables().At[contactsTable], 0, 8*bodySums*n)
	}
	gpu.Launch(w.Stream(), cuda.RestoreBodies, arguments(w), 0, n)
	restoreContacts(w)
}

// carry sums the forces of the fluid on bodies, over some tasks.
func carry(w launch.Bodies, forces *cuda.ForcesArgs, tasks int) {
	f, motion := of(w), w.Motion()
	gpu.Launch(w.Stream(), cuda.Carry(f.boundary), cuda.CarryArgs{
		Forces: *forces, Sum: w.Sums(), Index: w.Tables().At[indexTable], Scale: f.scale,
		Tasks: int32(tasks), Bodies: motion.Bodies, Count: motion.Count,
		Dimensions: int32(f.Params.Dim),
	}, 0, launch.WholeWarps(tasks))
}

// move moves bodies in half a step.
func move(w launch.Bodies, half scheme.Stage) {
	args := Gather(w, half, nil)
	gpu.Launch(w.Stream(), cuda.FreeBodies, args, 0, int(args.Count))
}

// Gather lets devices add up the forces on bodies in half a step, and is how bodies move by these.
// The predictor of Verlet has none. between is launched between what bodies overlap by and the
// forces of that; nil is nothing.
func Gather(w launch.Bodies, half scheme.Stage,
	between func(w launch.Bodies, c *cuda.ContactArgs)) cuda.FreeBodiesArgs {
	args := arguments(w)
	args.Record, args.Half, args.Step = w.Record(), int32(half), int32(w.Step())
	args.Maxima = w.Maxima()
	if half == scheme.Predictor && of(w).Params.Scheme() == sph.Verlet {
		args.Predicts = 1
	} else {
		touch(w, half, between)
		w.Combine()
		w.Pull(half)
	}
	return args
}

// failed names the bodies that have ended the flow, as a sentence: those whose state is not a
// number, or else those that are faster than sound. It is empty if there are none.
func failed(c *sph.Case, data []byte) string {
	states := make([]cuda.BodyState, len(c.Free()))
	copy(sph.BytesOf(states), data)
	c0 := c.Params.FastestSound()
	levers := c.Levers()
	var lost, fast []string
	for k, i := range c.Free() {
		b, state := &c.Bodies[i], &states[k]
		far := levers[i].Far + sph.Norm(bodies.Arm(b))
		speed := sph.Norm(state.Velocity) + sph.Norm(state.Spin)*far
		switch {
		case math.IsNaN(speed) || math.IsInf(speed, 0):
			lost = append(lost, b.Name)
		case speed > c0:
			fast = append(fast, fmt.Sprintf("%s with %s m/s", b.Name, text.Number(speed)))
		}
	}
	const remedy = "; use a larger mass, or weaker forces of springs, contacts and gravity on it"
	switch {
	case len(lost) > 0:
		return "the velocity of the " + named(lost) + " is not a number" + remedy
	case len(fast) > 0:
		return "faster than sound, which has " + text.Number(c0) + " m/s: " + named(fast) + remedy
	}
	return ""
}

func named(all []string) string {
	if len(all) == 1 {
		return "body " + all[0]
	}
	return "bodies " + text.And(all)
}
