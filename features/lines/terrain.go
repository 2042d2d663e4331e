package lines

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// mostColumns is how many columns of heights a terrain has along an axis.
const mostColumns = 500

// terrainOf is the top of what walls that stand make from a plane bed upwards.
func terrainOf(plane *Bed, s *scene.Scene, c *sph.Case) (t Terrain) {
	var walls []geometry.Shape
	for i := range s.Solids {
		if w := &s.Solids[i]; !w.Motion.Moves() {
			walls = append(walls, w.Shape())
		}
	}
	if s.Shaped != nil {
		for i := range s.Shaped.Walls {
			if w := &s.Shaped.Walls[i]; w.Free == nil && !w.Motion.Moves() {
				walls = append(walls, w.Shape)
			}
		}
	}
	t.Step, t.Low = c.Params.DeltaP, [2]float64{s.Tank.Min[0], s.Tank.Min[1]}
	for a := range 2 {
		t.Step = max(t.Step, s.Tank.Size(a)/mostColumns)
	}
	t.Columns, t.Rows = 2+int(s.Tank.Size(0)/t.Step), 2
	if c.Params.Dim == 2 {
		t.Low[1] = -t.Step / 2
	} else {
		t.Rows += int(s.Tank.Size(1) / t.Step)
	}
	for j := range t.Rows {
		for i := range t.Columns {
			x := min(t.Low[0]+float64(i)*t.Step, s.Tank.Max[0])
			y := min(t.Low[1]+float64(j)*t.Step, s.Tank.Max[1])
			if c.Params.Dim == 2 {
				y = 0
			}
			from := plane.At([3]float64{x, y})
			t.Heights = append(t.Heights, float32(topOf(walls, x, y, from, c.Params.DeltaP)))
		}
	}
	return t
}

// topOf is how far walls reach up from a height without a gap of more than a tolerance [m].
func topOf(walls []geometry.Shape, x, y, bottom, tolerance float64) float64 {
	var parts []geometry.Interval
	for _, w := range walls {
		parts = w.Along(geometry.Vec{x, y, 0}, geometry.Vec{0, 0, 1}, parts)
	}
	for top := bottom; ; {
		higher := top
		for _, p := range parts {
			if p.Low <= top+tolerance && !math.IsInf(p.High, 0) {
				higher = max(higher, p.High)
			}
		}
		if higher == top {
			return top
		}
		top = higher
	}
}
