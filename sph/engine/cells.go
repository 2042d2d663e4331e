package engine

import (
	"gpusph/neighbor"

	"gpusph/sph"
)

// Cells are the cells that particles are sorted into.
type Cells struct {
	Along [3]int  // along x, y, z, with a ring of two around the domain
	Edge  float64 // [m]
	Bytes int64   // that those of all layers take on devices
}

// CellsOf are the cells of a flow's domain.
func CellsOf(p *sph.Params) (Cells, error) {
	g, err := gridOf(p)
	if err != nil {
		return Cells{}, err
	}
	return Cells{g.Cells, g.Edge, g.Bytes(g.Layers())}, nil
}

// gridOf is made for the flow's longest lists.
func gridOf(p *sph.Params) (neighbor.Grid, error) {
	return neighbor.NewGrid(p.Min, p.Max, p.ListRadius(), int(p.SplitAxis), p.Periodic)
}
