package measure

import (
	"strings"
	"testing"

	"gpusph/neighbor"
	"gpusph/sph/engine"
)

// What ended lists is counted by cause, and the particles of skins that were used up by kind.
func TestListEnds(t *testing.T) {
	end := func(steps int, walls bool, fluids, solids int) engine.ListEnd {
		use := neighbor.SkinUse{Blocks: 1200, Nearly: steps, Walls: walls, Skin: 0.02, Fluids: fluids,
			Solids: solids}
		return engine.ListEnd{Steps: steps, Rejects: true, SkinUse: use, Speed: 2, Acceleration: 300}
	}
	layers := end(4, false, 60, 0)
	layers.Layers = true
	ends := []engine.ListEnd{{Steps: 9}, {Steps: 9}, end(8, false, 10, 0), end(7, true, 5, 20),
		end(6, false, 40, 10), end(0, false, 70, 0), layers}
	var b strings.Builder
	writeListEnds(&b, ends, 0.1, 73)
	want := "Ends of lists    7 lists of 6.1 steps: 2 as planned, 2 skin against fluid, " +
		"1 skin against walls, 1 layers too close, 1 used up before the first step\n" +
		"  used-up skins  1 spray, 1 spray at walls, 1 fluid at walls, 1 inner fluid; " +
		"of up to 1,200 blocks 6 are beyond 90 % of their skins then\n" +
		"  medians        skin 0.20 Δp, the particle's relative speed 2.00 m/s, " +
		"acceleration 300 m/s²\n"
	if b.String() != want {
		t.Errorf("it prints\n%s\nnot\n%s", b.String(), want)
	}
}
