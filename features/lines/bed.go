package lines

// Bed is what carries lines: a plane, z = Level + Slope·(x, y), or a terrain.
type Bed struct {
	Is        bool
	Level     float64    // at x = y = 0 [m]
	Slope     [2]float64 // along x and y
	Terrain   Terrain    // in place of the plane, where it has rows
	Stiffness float64    // pressure over depth [Pa/m]; 0 follows from the line's weight
	Damping   float64    // as a part of the critical one
}

// Terrain is heights of a bed on a grid, linear between its nodes and constant beyond.
type Terrain struct {
	Low           [2]float64 // first node [m]
	Step          float64    // [m]
	Columns, Rows int        // along x and y
	Heights       []float32  // z, by rows [m]
}

// At is the height of the bed at a place [m].
func (b *Bed) At(x [3]float64) float64 {
	if b.Terrain.Rows > 0 {
		height, _ := b.Terrain.at(x)
		return height
	}
	return b.Level + b.Slope[0]*x[0] + b.Slope[1]*x[1]
}

// Along is the slope of the bed at a place, in a direction in the level.
func (b *Bed) Along(x, way [3]float64) float64 {
	slope := b.Slope
	if b.Terrain.Rows > 0 {
		_, slope = b.Terrain.at(x)
	}
	return slope[0]*way[0] + slope[1]*way[1]
}

// at is the height at a place and its slopes, as in cuda/lines/state.h.
func (t *Terrain) at(x [3]float64) (height float64, slope [2]float64) {
	var at [2]int
	var part [2]float64
	for k, most := range [2]int{t.Columns - 2, t.Rows - 2} {
		u := (x[k] - t.Low[k]) / t.Step
		at[k] = max(0, min(int(u), most))
		part[k] = max(0, min(u-float64(at[k]), 1))
	}
	node := func(i, j int) float64 { return float64(t.Heights[(at[1]+j)*t.Columns+at[0]+i]) }
	low := node(0, 0) + part[0]*(node(1, 0)-node(0, 0))
	high := node(0, 1) + part[0]*(node(1, 1)-node(0, 1))
	along := (1-part[1])*(node(1, 0)-node(0, 0)) + part[1]*(node(1, 1)-node(0, 1))
	return low + part[1]*(high-low), [2]float64{along / t.Step, (high - low) / t.Step}
}
