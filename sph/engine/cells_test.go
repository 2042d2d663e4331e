package engine

import (
	"errors"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// The flow at its beginning is what devices begin with.
func TestCaseSnapshot(t *testing.T) {
	c := column(0.06)
	for i := range c.Particles.RelDensity {
		c.Particles.RelDensity[i] = 1e-6 * float32(i)
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Velocity[i] = [3]float32{1e-3 * float32(i), 0, 1}
		}
	}
	s := start(t, c, Options{System: open(t, 1)})
	want, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	got := c.Snapshot()
	if got.Len() != want.Len() {
		t.Fatalf("%d particles, want %d", got.Len(), want.Len())
	}
	for i := range got.ID {
		off := float32(0)
		for a := range 3 {
			off = max(off, got.Position[i][a]-want.Position[i][a], want.Position[i][a]-got.Position[i][a])
		}
		if got.ID[i] != want.ID[i] || off > 1e-5 || got.Velocity[i] != want.Velocity[i] || got.Type[i] != want.Type[i] || got.Body[i] != want.Body[i] {
			t.Fatalf("particle %d is at %v, not %v", i, got.Position[i], want.Position[i])
		}
		if got.Type[i] == sph.Fluid && (got.Density[i] != want.Density[i] || got.Pressure[i] != want.Pressure[i]) {
			t.Fatalf("particle %d has a pressure of %g Pa, not %g", i, got.Pressure[i], want.Pressure[i])
		}
	}
}

// Cells for which there is no room are refused, however few particles there are.
func TestRoomForCells(t *testing.T) {
	c := column(0.05)
	d := start(t, c, Options{System: open(t, 1)}).domains[0]
	cells, err := CellsOf(&c.Params)
	if err != nil || cells.Along != d.grid.Cells || cells.Bytes != d.grid.Bytes(d.grid.Layers()) {
		t.Errorf("the cells are %+v: %v", cells, err)
	}
	free, _ := d.device.Memory()
	layer := d.grid.Bytes(1)
	if err := d.checkCells(int(free / layer / 2)); err != nil {
		t.Error(err)
	}
	if err := d.checkCells(int(2 * free / layer)); !errors.Is(err, gpu.ErrMemory) || !strings.Contains(err.Error(), "no room for the cells of the domain") {
		t.Errorf("twice as many cells as fit: %v", err)
	}
}

// An h-factor just below the limit of lists is taken, one just above is not.
func TestMostNeighbours(t *testing.T) {
	for factor, fine := range map[float64]bool{3.3: true, 3.31: false} {
		c := column(0.05)
		c.Params.Kernel, c.Params.H = sph.Quintic, factor*c.Params.DeltaP
		c.Params.Skin = 0.1 * c.Params.H
		if err := c.Check(); (err == nil) != fine || c.Params.Neighbours() < 0.99*neighbor.MaxListed {
			t.Errorf("h/Δp %g, %.0f neighbours: %v", factor, c.Params.Neighbours(), err)
		}
	}
}
