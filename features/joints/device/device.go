// Package device moves free bodies that joints connect on devices: see cuda/joints/joints.h.
package device

import (
	"slices"
	"unsafe"

	"gpusph/cuda"
	bodies "gpusph/features/bodies/device"
	"gpusph/features/joints"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

// alone is how bodies without joints move, on which joints build.
var alone = bodies.Feature.FreeMotion

// Feature is what joints give devices.
var Feature = launch.Feature{FreeMotion: &launch.FreeMotion{
	Shared: func(c *sph.Case, g *neighbor.Grid) any { return newFlow(c, g) },
	Tables: tables,
	States: append(slices.Clone(alone.States), launch.BodyStates{
		Name: StatesName, About: "what joints hold", Copies: 2, Bytes: stepBytes,
	}),
	Sums: alone.Sums, Forces: alone.Forces, Move: move, Restore: restore, Failed: alone.Failed,
	Readings: readings, Inputs: inputs,
}}

// StatesName is what checkpoints call the states of joints.
const StatesName = "states of joints"

const (
	jointBytes = int(unsafe.Sizeof(cuda.JointState{}))
	loadBytes  = int(unsafe.Sizeof(cuda.JointLoad{}))
)

// stepBytes is what the states of a step take: those of joints, and behind them loads of bodies.
func stepBytes(c *sph.Case) int {
	return len(joints.Of(c))*jointBytes + len(c.Free())*loadBytes
}

// The tables behind those of bodies, by their places; those from workTable on are room for what
// kernels compute.
const (
	chainsTable = iota
	jointsTable
	membersTable
	endsTable
	columnsTable
	lawsTable
	piecesTable
	pairsTable
	workTable
	jointWorkTable
	rowsTable
	matricesTable
)

// flow is what kernels know of the joints of a case.
type flow struct {
	*bodies.Flow
	chains  []cuda.JointChain
	joints  []cuda.Joint
	order   []int // of Of(c), of each of these
	members []cuda.JointMember
	ends    []int32
	columns []int32
	links   []cuda.MotionLink
	laws    launch.Laws
	motors  []motor // that programs may set
	pairs   []int32 // of bodies and obstacles that do not touch
	matrix  int64   // numbers of all matrices
}

func newFlow(c *sph.Case, g *neighbor.Grid) *flow {
	f := &flow{Flow: alone.Shared(c, g).(*bodies.Flow)}
	for _, ch := range joints.Chains(c) {
		f.addChain(c, &ch)
	}
	f.part(c)
	return f
}

// addChain adds the rows of a chain.
func (f *flow) addChain(c *sph.Case, ch *joints.Chain) {
	free := c.Free()
	row := cuda.JointChain{Rate: ch.Rate(c), Matrix: f.matrix, FirstBody: int32(len(f.members)),
		FirstJoint: int32(len(f.joints)), FirstRow: int32(len(f.columns))}
	for place, k := range ch.Joints {
		f.addJoint(c, ch, place, k)
	}
	columns := ch.Columns()
	for k, first := range columns {
		f.matrix += int64(k) + 1 - int64(first)
	}
	f.columns = append(f.columns, columns...)
	for place, body := range ch.Bodies {
		m := cuda.JointMember{Body: int32(slices.Index(free, body)), FirstEnd: int32(len(f.ends))}
		for k := row.FirstJoint; k < int32(len(f.joints)); k++ {
			for e, at := range f.joints[k].Body {
				if at == int32(place) {
					f.ends = append(f.ends, 2*(k-row.FirstJoint)+int32(e))
				}
			}
		}
		m.EndEnd = int32(len(f.ends))
		f.members = append(f.members, m)
	}
	row.EndBody, row.EndJoint = int32(len(f.members)), int32(len(f.joints))
	row.EndRow = int32(len(f.columns))
	f.chains = append(f.chains, row)
}

// addJoint adds the k-th joint of a case, at a place of its chain.
func (f *flow) addJoint(c *sph.Case, ch *joints.Chain, place, k int) {
	j := &joints.Of(c)[k]
	across := joints.Across(j.Axis)
	if !(sph.Norm(j.Axis) > 0) {
		across = [2][3]float64{}
	}
	row := cuda.Joint{Axis: j.Axis, Across: across, Stiff: j.Stiff, Rest: j.Rest,
		Damping: j.Damping, Quadratic: j.Quadratic, Low: j.Low, High: j.High,
		Restitution: j.Restitution, Yields: j.Yields(c), Kind: int32(j.Kind), Motor: int32(j.Motor),
		Law: int32(len(f.links))}
	if j.Limited {
		row.Limited = 1
	}
	if j.Motor != joints.NoMotor {
		law := j.Law
		if c.Controlled && j.Motor == joints.ForceMotor && law.Period == 0 {
			law.Pieces = f.addMotor(j, &law)
		}
		f.links = append(f.links, f.laws.Row(&law))
	}
	for e, body := range []int{j.Body, j.Other} {
		row.Body[e] = -1 - int32(body)
		if body == 0 {
			continue
		}
		pivot := c.Bodies[body-1].Pivot()
		lever := [3]float64{j.At[0] - pivot[0], j.At[1] - pivot[1], j.At[2] - pivot[2]}
		row.At[e] = lever
		row.Scale = max(row.Scale, sph.Norm(lever))
		if at := slices.Index(ch.Bodies, body-1); at >= 0 {
			row.Body[e] = int32(at)
		}
	}
	row.First = -1
	for n, r := range ch.Rows {
		if r.Joint == k {
			if row.First < 0 {
				row.First = int32(n)
			}
			row.Rows |= 1 << r.Part
		}
	}
	row.First = max(row.First, 0)
	row.Scale = max(row.Scale, c.Params.DeltaP)
	f.joints, f.order = append(f.joints, row), append(f.order, k)
}

// part lets bodies that a joint connects, and what moves one by a law, pass through each other.
func (f *flow) part(c *sph.Case) {
	touching := f.Touching()
	count := int32(len(touching))
	of := func(body int) int32 { return int32(slices.Index(touching, body)) }
	for _, j := range joints.Of(c) {
		a, b := of(j.Body), int32(-1)
		if j.Other > 0 {
			b = of(j.Other)
		}
		if a < 0 || b < 0 {
			continue
		}
		f.pairs = append(f.pairs, a*count+b)
		if c.Bodies[j.Other-1].Free != nil {
			f.pairs = append(f.pairs, b*count+a)
		}
	}
}

// held is what a device keeps of the flow, which all devices have in common.
type held struct {
	*flow
	first int // of the tables
}

func tables(w launch.Bodies, shared any) launch.Tables {
	f := shared.(*flow)
	t := alone.Tables(w, f.Flow)
	t.Kept = held{f, len(t.Bytes)}
	t.Bytes = append(t.Bytes, [][]byte{
		chainsTable: sph.BytesOf(f.chains), jointsTable: sph.BytesOf(f.joints),
		membersTable: sph.BytesOf(f.members), endsTable: sph.BytesOf(f.ends),
		columnsTable: sph.BytesOf(f.columns), lawsTable: sph.BytesOf(f.links),
		piecesTable: sph.BytesOf(f.laws.Pieces), pairsTable: sph.BytesOf(f.pairs),
		workTable:      make([]byte, len(f.members)*int(unsafe.Sizeof(cuda.MemberWork{}))),
		jointWorkTable: make([]byte, len(f.joints)*int(unsafe.Sizeof(cuda.JointWork{}))),
		rowsTable:      make([]byte, len(f.columns)*int(unsafe.Sizeof(cuda.JointRow{}))),
		matricesTable:  make([]byte, 8*f.matrix),
	}...)
	return t
}

// of is the flow of a device's bodies, and its tables of joints.
func of(w launch.Bodies) (*flow, []gpu.Ptr) {
	t := w.Tables()
	f := t.Kept.(held)
	return f.flow, t.At[f.first:]
}

// move moves bodies in half a step, by the forces of all devices.
func move(w launch.Bodies, half scheme.Stage) {
	args := bodies.Gather(w, half, passThrough)
	f, at := of(w)
	gpu.Launch(w.Stream(), cuda.JoinedBodies, cuda.JointsArgs{
		Bodies: args, Chains: at[chainsTable], Joints: at[jointsTable], Members: at[membersTable],
		Ends: at[endsTable], Columns: at[columnsTable], Laws: at[lawsTable], Pieces: at[piecesTable],
		States: w.States(len(alone.States)), MemberWork: at[workTable],
		JointWork: at[jointWorkTable], Rows: at[rowsTable], Matrices: at[matricesTable],
		JointCount: int32(len(f.joints)), MemberCount: int32(len(f.members)),
	}, 0, chainThreads*len(f.chains))
}

// chainThreads is how many threads a chain has on GPUs.
const chainThreads = 32

// passThrough clears what bodies of joints overlap by.
func passThrough(w launch.Bodies, c *cuda.ContactArgs) {
	if f, at := of(w); len(f.pairs) > 0 {
		gpu.Launch(w.Stream(), cuda.PartJoints,
			cuda.PartJointsArgs{Contacts: *c, Pairs: at[pairsTable]}, 0, len(f.pairs))
	}
}

// restore takes bodies and joints to the states of even steps.
func restore(w launch.Bodies, begins bool) {
	alone.Restore(w, begins)
	words := stepBytes(w.Case()) / 8
	gpu.Launch(w.Stream(), cuda.RestoreJoints, cuda.RestoreJointsArgs{
		Clock: w.Clock(), States: w.States(len(alone.States)), Words: int64(words),
	}, 0, words)
}

// readings gives a moment the states that its step begins with, by joints as the case has them.
func readings(w launch.Bodies, moment, out gpu.Ptr) {
	f, _ := of(w)
	at := w.States(len(alone.States)) + gpu.Ptr(w.Step()%2*stepBytes(w.Case()))
	for n := 0; n < len(f.order); {
		k, some := f.order[n], 1
		for n+some < len(f.order) && f.order[n+some] == k+some {
			some++
		}
		gpu.Launch(w.Stream(), cuda.RecordBodies, cuda.RecordBodiesArgs{
			Moment: moment, States: at + gpu.Ptr(n*jointBytes), Out: out + gpu.Ptr(8*joints.Words*k),
			Words: joints.Words, Stride: int32(jointBytes / 8),
		}, 0, some*joints.Words)
		n += some
	}
}
