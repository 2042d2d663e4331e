package neighbor

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gpusph/cuda"
)

// parted is which of the parts the task in a place belongs to, of which there must be one.
func parted(t *testing.T, parts []cuda.Part, place int) int {
	t.Helper()
	found := -1
	for k, p := range parts {
		if place >= int(p.Fluid) && place < int(p.Fluid+p.Fluids) || place >= int(p.Wall) &&
			place < int(p.Wall+p.Walls) {
			if found >= 0 {
				t.Fatalf("task %d is in parts %d and %d", place, found, k)
			}
			found = k
		}
	}
	if found < 0 {
		t.Fatalf("task %d is in none of %+v", place, parts)
	}
	return found
}

// What is in reach of a particle is in its part or in one next to it; the copies of
// neighbours are in reach of the first and the last alone, which have all at the edges.
func TestParts(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	g, err := NewGrid([3]float64{}, [3]float64{30, 3, 3}, 1.5, 0, [3]bool{})
	if err != nil {
		t.Fatal(err)
	}
	lumps := func(n int) (cloud []point) { // most slices have few
		for i := range n {
			x := 30 * random.Float64()
			if i%8 > 0 {
				x = 9*float64(random.IntN(4)) + random.Float64()
			}
			cloud = append(cloud, point{g.Fixed([3]float64{x, 3 * random.Float64(), 3 * random.Float64()}),
				random.IntN(3) == 0, uint32(i)})
		}
		return cloud
	}
	most := 0
	for name, cloud := range map[string][]point{
		"even": clouds(&g, 6000, random)["random"], "lumps": lumps(6000), "few": lumps(500),
		"sparse": clouds(&g, 440, random)["random"], "none": nil,
	} {
		for _, w := range []Window{whole(&g), g.Window(10*g.PerLayer, 35*g.PerLayer),
			g.Window(10*g.PerLayer+1, 35*g.PerLayer+1), g.Window(10*g.PerLayer+1, 17*g.PerLayer+1),
			g.Window(20*g.PerLayer+1, 22*g.PerLayer+2)} {
			t.Run(fmt.Sprintf("%s, slices %d to %d", name, w.OwnFrom, w.OwnTo), func(t *testing.T) {
				s := sortCloud(t, open(t, strict), g, w, cloud, 408)
				l := s.build(1.5)
				for wanted := 1; wanted <= 8; wanted++ {
					parts, _ := s.list.Parts(wanted)
					most = max(most, len(parts))
					if len(parts) > wanted {
						t.Errorf("%d active particles are in %d parts, at most %d were wanted", len(l.tasks),
							len(parts), wanted)
					}
					first, last := make([]int, len(parts)), make([]int, len(parts))           // slices of each,
					firstLayer, lastLayer := make([]int, len(parts)), make([]int, len(parts)) // and layers
					for k, p := range parts {
						if all := s.list.Active(); 4*work(p)*len(parts) < work(all) {
							t.Errorf("of %d parts with %d to do, number %d has %d", len(parts), work(all), k, work(p))
						}
						first[k], last[k], firstLayer[k], lastLayer[k] = 1<<30, -1, 1<<30, -1
					}
					for i := range l.tasks {
						k, slice := parted(t, parts, l.place[i]), g.Slice(s.predictedPos[i])
						first[k], last[k] = min(first[k], slice), max(last[k], slice)
						layer := g.Layer(s.predictedPos[i])
						firstLayer[k], lastLayer[k] = min(firstLayer[k], layer), max(lastLayer[k], layer)
					}
					for k := range parts {
						if k > 0 && first[k] < w.OwnFrom+g.Edges() || k < len(parts)-1 &&
							last[k] >= w.OwnTo-g.Edges() {
							t.Errorf("of %d parts, number %d has slices %d to %d, and the device %d to %d", len(parts),
								k, first[k], last[k], w.OwnFrom, w.OwnTo)
						}
						for j := k + 2; j < len(parts); j++ {
							if firstLayer[j] <= lastLayer[k]+Reach {
								t.Errorf("of %d parts, number %d ends in layer %d, and number %d begins in %d", len(parts),
									k, lastLayer[k], j, firstLayer[j])
							}
						}
					}
				}
			})
		}
	}
	if most < 8 {
		t.Errorf("no cloud is cut into more than %d parts", most)
	}
}

// Parts have as much work each, of which walls make a quarter of what fluid makes.
func TestPartsAreEven(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	g, err := NewGrid([3]float64{}, [3]float64{30, 3, 3}, 1.5, 0, [3]bool{})
	if err != nil {
		t.Fatal(err)
	}
	var cloud []point // with walls in its first half
	for i := range 8000 {
		wall := i%2 == 0
		x := 30 * random.Float64()
		if wall {
			x /= 2
		}
		cloud = append(cloud, point{g.Fixed([3]float64{x, 3 * random.Float64(), 3 * random.Float64()}),
			wall, uint32(i)})
	}
	s := sortCloud(t, open(t, strict), g, whole(&g), cloud, 408)
	s.build(1.5)
	parts, _ := s.list.Parts(2)
	if len(parts) != 2 {
		t.Fatalf("there are %d parts", len(parts))
	}
	first, all := parts[0], s.list.Active()
	share := float64(4*first.Fluids+first.Walls) / float64(4*all.Fluids+all.Walls)
	if share < 0.49 || share > 0.53 { // a layer is 3 % where walls are
		t.Errorf("the first part, with %d and %d particles, has %g of the work", first.Fluids,
			first.Walls, share)
	}
}
