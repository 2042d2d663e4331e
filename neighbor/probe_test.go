package neighbor

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// The pressure at a wall that moves is of the fluid in its window, also where the wall is by now in
// a cell that another device owns: what lies in memory before and behind the window's cells does
// not count.
func TestWallPressureInWindow(t *testing.T) {
	for axis := range 3 {
		for _, by := range []int32{-1, 1} { // the way it has come, along the axis of layers
			m := open(t, fast)
			g := wide(t, axis)
			w := g.Window(5*g.PerLayer+1, 6*g.PerLayer+2) // without layers to spare
			cell := int32(1) << g.Shift
			// The wall is expected just within the first or the last layer that the device owns,
			// and is just beyond.
			var wall, now [3]int32
			for a := range 3 {
				wall[a] = 5*cell + cell/2 // the second slice of its layer
			}
			wall[axis] = 5*cell + 3
			if by > 0 {
				wall[axis] = 7*cell - 3
			}
			now = wall
			now[axis] += 6 * by
			cloud := []point{{at: wall, wall: true}}
			random := rand.New(rand.NewPCG(1, 2))
			for id := range uint32(200) {
				p := point{at: now, id: id + 1}
				for a := range 3 {
					p.at[a] += int32((2*random.Float64() - 1) * float64(cell) / 2)
				}
				cloud = append(cloud, p)
			}
			s := sortMoving(t, m, g, w, cloud, 8,
				func(p point) [4]float32 { return [4]float32{0, 0, 0, float32(p.id) * 1e-5} }, lasting)
			s.moveWalls(now)
			cells := w.Layers*g.LayerCells() + 2
			start := s.download(s.list.start, 4*cells)
			want := s.wallPressures(start, make([]byte, 4*g.LayerCells()))
			if slices.Max(want) < 100 {
				t.Fatalf("the greatest pressure is %g Pa: the test shows nothing", slices.Max(want))
			}
			// Rows there would have particles that are in reach.
			var around []byte
			for k := range g.LayerCells() {
				around = binary.LittleEndian.AppendUint32(around, uint32(k*len(s.points)/g.LayerCells()))
			}
			if got := s.wallPressures(start, around); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("axis %d, by %d: the pressure is %v Pa, want %v Pa", axis, by, slices.Max(got),
					slices.Max(want))
			}
		}
	}
}

// moveWalls says that all walls move, and are at a place now.
func (s *sorted) moveWalls(at [3]int32) {
	for i, p := range s.points {
		if !p.wall {
			continue
		}
		for array, x := range map[gpu.Ptr][3]int32{s.out.Pos: at, s.list.predictedPos: p.at} {
			to, _ := binary.Append(nil, binary.LittleEndian,
				[4]uint32{uint32(x[0]), uint32(x[1]), uint32(x[2]), cuda.Info(true, 3, 0, true)})
			s.machine.stream.Upload(array+gpu.Ptr(PosBytes*i), to)
		}
	}
}

// wallPressures are the pressures at walls, and 0 for fluid, with cells that begin at start and
// something before and behind them in memory.
func (s *sorted) wallPressures(start, around []byte) []float32 {
	s.t.Helper()
	m, l, n := s.machine, s.list, len(s.points)
	var memory []gpu.Ptr
	upload := func(b []byte) gpu.Ptr {
		p, err := m.Alloc(len(b))
		if err != nil {
			s.t.Fatal(err)
		}
		memory = append(memory, p)
		m.stream.Upload(p, b)
		return p
	}
	own := l.start
	l.start = upload(slices.Concat(around, start, around)) + gpu.Ptr(len(around))
	unit := float32(s.grid.Unit)
	args := cuda.ProbeArgs{Record: upload(make([]byte, binary.Size(cuda.StepRecord{}))),
		Motions: upload(make([]byte, 8*binary.Size(cuda.BodyMotion{})))}
	physics := cuda.Physics{Unit: unit, ToSupport: unit / listed, Rho0: 1000, Bulk: 1e5, Tait: 0.1}
	out := upload(make([]byte, 4*n))
	l.WallPressure(m.stream, s.out.Pos, s.out.Vel, physics, args, out, 0, n)
	got := make([]float32, n)
	binary.Decode(s.download(out, 4*n), binary.LittleEndian, got)
	l.start = own
	free(m, memory...)
	return got
}
