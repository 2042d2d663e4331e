package sph

import "gpusph/neighbor"

// Cells are the cells that particles are sorted into.
type Cells struct {
	Along [3]int  // along x, y, z, with a ring of two around the domain
	Edge  float64 // [m]
	Bytes int64   // that those of all layers take on devices
}

// Cells are those of the flow's domain.
func (p *Params) Cells() (Cells, error) {
	g, err := p.grid()
	if err != nil {
		return Cells{}, err
	}
	return Cells{g.Cells, g.Edge, g.Bytes(g.Layers())}, nil
}

// grid is made for the flow's longest lists.
func (p *Params) grid() (neighbor.Grid, error) {
	return neighbor.NewGrid(p.Min, p.Max, p.listRadius(), int(p.SplitAxis), p.Periodic)
}
