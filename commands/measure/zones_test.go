package measure

import (
	"math"
	"strings"
	"testing"

	"gpusph/internal/stored"
	"gpusph/sph"
)

// What is linear in a block needs no finer particles.
func TestRoughness(t *testing.T) {
	p := &sph.Params{Dim: 2, DeltaP: 0.1, Max: [3]float64{0.6, 0, 0.6}}
	of := func(speed func(x, z float64) float64) float64 {
		sums := map[blockAt]*blockSums{}
		for i := range blockWidth {
			for k := range blockWidth {
				x, z := 0.1*(float64(i)+0.5), 0.1*(float64(k)+0.5)
				addToBlock(sums, p, [3]float64{x, 0, z}, [3]float64{speed(x, z), 0, 0}, 0.01)
			}
		}
		return sums[blockAt{}].rough(2)
	}
	if got := of(func(x, z float64) float64 { return 3 + 2*x - 5*z }); got > 1e-12 {
		t.Errorf("a linear function leaves %g", got)
	}
	// x² has the variance of what is left by a line, (n² - 1)(n² - 4)/180 of n steps
	want := (36.0 - 1) * (36 - 4) / 180 * 1e-4
	if got := of(func(x, _ float64) float64 { return x * x }); math.Abs(got/want-1) > 1e-9 {
		t.Errorf("x² leaves %g, not %g", got, want)
	}
}

// A box lies around blocks that touch, and reaches to a wall that is near; where all is alike there
// is none.
func TestBoxesForZones(t *testing.T) {
	p := &sph.Params{Dim: 2, DeltaP: 0.1, Max: [3]float64{12, 0, 3}}
	rough, volume := map[blockAt]float64{}, map[blockAt]float64{}
	for x := range 20 {
		for z := range 5 {
			volume[blockAt{x, 0, z}], rough[blockAt{x, 0, z}] = 0.36, 0.001
		}
	}
	rough[blockAt{8, 0, 1}], rough[blockAt{9, 0, 2}] = 1, 1
	boxes := boxesFor(p, rough, volume)
	if len(boxes) != 1 {
		t.Fatalf("%d boxes, not 1", len(boxes))
	}
	b := boxes[0]
	for k, want := range []float64{4.8, 0, 6, 1.8} {
		got := []float64{b.low[0], b.low[2], b.high[0], b.high[2]}[k]
		if math.Abs(got-want) > 0.11 {
			t.Errorf("the box is from %v to %v m", b.low, b.high)
		}
	}
	var said strings.Builder
	zones := zonesTable(p)
	zones.values = append(b.low[:], append(b.high[:], b.rough, b.volume)...)
	zones.say(&said, &stored.Run{})
	if !strings.Contains(said.String(), "[[zone]]") || !strings.Contains(said.String(), "finer = 2") {
		t.Errorf("it says %q", said.String())
	}
	for at := range rough {
		rough[at] = 1
	}
	if boxes := boxesFor(p, rough, volume); len(boxes) > 0 && boxes[0].volume > smallPart+0.15 {
		t.Errorf("where all is alike a box has %g of the fluid", boxes[0].volume)
	}
}
