// Package device takes paddles that absorb waves from step to step on devices: see cuda/absorb.h.
package device

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/absorption"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what absorption gives devices. In each step it sums the fluid on the lines before
// paddles, and corrects the motion of the next step, which the scan has just recorded.
var Feature = launch.Feature{State: &launch.State{
	Name:   "corrections of paddles that absorb waves",
	Tables: tables,
	Bytes:  func(c *sph.Case) int { return len(absorption.Of(c)) * stepBytes },
	Sums:   func(c *sph.Case) int { return len(absorption.Of(c)) },
	Keep:   keep, Resume: resume, Begin: measure, Next: correct, Corrections: publish,
}}

const (
	stepBytes = int(unsafe.Sizeof(cuda.CorrectionStep{}))
	atBytes   = int(unsafe.Sizeof(cuda.Correction{}))
)

// The tables, by their places.
const (
	paddlesTable = iota
	pointsTable
	linksTable
	piecesTable
)

// endOfWay is where a correction stops, over its bound: steps take it a ten-thousandth beyond.
const endOfWay = 0.999

// levelScale is that of sums of W over W(0).
var levelScale = sph.ScaleBelow(1 << 20)

// tables are the paddles, the points before them, and the laws of the levels that are wanted.
func tables(w launch.Control) launch.Tables {
	c := w.Case()
	var (
		rows   []cuda.AbsorbPaddle
		points [][4]int32
		links  []cuda.MotionLink
		laws   launch.Laws
	)
	for k, a := range absorption.Of(c) {
		n, by := a.Points(c.Params.DeltaP), c.Bodies[a.Body-1].Corrected
		row := cuda.AbsorbPaddle{
			Way: by.Way, Gain: a.Gain, Lag: a.Lag, Leak: a.Leak, Base: a.Base - a.Still,
			PerSum: a.Height / float64(n*len(a.Lines)) / (levelScale * c.Params.KernelIntegral()),
			Shift:  endOfWay * by.Shift, Speed: by.Speed, Accel: by.Accel, Body: int32(a.Body),
			First: int32(len(links)),
		}
		for i := range a.Wanted {
			links = append(links, laws.Row(&a.Wanted[i]))
		}
		row.End = int32(len(links))
		rows = append(rows, row)
		for line := range a.Lines {
			for i := range n {
				x := w.Grid().Fixed(a.Point(line, i, n))
				points = append(points, [4]int32{x[0], x[1], x[2], int32(a.Body + k<<8)})
			}
		}
	}
	return launch.Tables{Bytes: [][]byte{sph.BytesOf(rows), sph.BytesOf(points),
		sph.BytesOf(links), sph.BytesOf(laws.Pieces)}}
}

// number is how many points there are.
func number(c *sph.Case) (n int) {
	for _, a := range absorption.Of(c) {
		n += len(a.Lines) * a.Points(c.Params.DeltaP)
	}
	return n
}

// measure sums the fluid around the points, as the step begins.
func measure(w launch.Control) {
	w.Probe(cuda.PaddleLevel, cuda.ProbeArgs{Point: w.Tables().At[pointsTable], Sum: w.Sums(),
		WeightScale: levelScale}, number(w.Case()))
}

// correct corrects the motions that a scan has recorded.
func correct(w launch.Control, begins bool) {
	n := len(absorption.Of(w.Case()))
	args := cuda.AbsorbArgs{
		Clock: w.Clock(), Records: w.Records(), Motion: w.Motion(), Paddles: w.Tables().At[paddlesTable],
		Links: w.Tables().At[linksTable], Pieces: w.Tables().At[piecesTable],
		Steps: w.State(), Sums: w.Sums(), Count: int32(n), Step: int32(w.Step()),
	}
	if begins {
		args.Begins = 1
	}
	gpu.Launch(w.Stream(), cuda.Absorb, args, 0, n)
}

// publish gives a moment that is due the corrections at the beginning of its step.
func publish(w launch.Control, s gpu.Stream, moment, out gpu.Ptr) {
	n := len(absorption.Of(w.Case()))
	gpu.Launch(s, cuda.Absorbed, cuda.AbsorbedArgs{Clock: w.Clock(), Moment: moment,
		Steps: w.State(), Out: out, Count: int32(n), Step: int32(w.Step())}, 0, n)
}

// keep is the correction of each paddle at the beginning of a step.
func keep(state []byte) (kept []byte) {
	for at := 0; at < len(state); at += stepBytes {
		kept = append(kept, state[at:at+atBytes]...)
	}
	return kept
}

// resume is a state that begins with these.
func resume(kept []byte) []byte {
	state := make([]byte, len(kept)/atBytes*stepBytes)
	for k := range len(kept) / atBytes {
		copy(state[k*stepBytes:], kept[k*atBytes:][:atBytes])
	}
	return state
}
