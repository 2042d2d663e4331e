package neighbor

import (
	"gpusph/cuda"
)

// Window is the slices that a device sees: those it owns and those in reach on each
// side, whose particles are copies of its neighbours'.
type Window struct {
	From, To       int // all
	OwnFrom, OwnTo int // owned
	First, Layers  int // the layers that these are of
}

// Window is the window of a device that owns the slices [from, to).
func (g *Grid) Window(from, to int) Window {
	w := Window{From: max(from-g.Edges(), 0), To: min(to+g.Edges(), g.Slices()), OwnFrom: from,
		OwnTo: to}
	w.First = w.From / g.PerLayer
	w.Layers = (w.To+g.PerLayer-1)/g.PerLayer - w.First
	return w
}

// Slices is how many slices the device sees.
func (w *Window) Slices() int { return w.To - w.From }

// window is what a device sees, as kernels take it.
func (g *Grid) window(w Window) cuda.Grid {
	return cuda.Grid{
		Stride: g.stride, Low: g.low, Limit: g.limit, Period: g.period, Shift: int32(g.Shift),
		Axis:    int32(g.Axis),
		RowAxis: int32(g.rowAxis), PlaneAxis: int32(g.planeAxis), First: int32(w.First),
		Layers:   int32(w.Layers),
		PerLayer: int32(g.PerLayer), RowShift: int32(g.rowShift), From: int32(w.From), To: int32(w.To),
		OwnFrom: int32(w.OwnFrom), OwnTo: int32(w.OwnTo), Edge: int32(g.Edges()),
	}
}
