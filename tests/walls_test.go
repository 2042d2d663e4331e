package tests

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"gpusph/sph"
)

// room is where water may be in a problem: in a tank, up to a rim, and not in a solid [m].
type room struct {
	size  [3]float64
	open  bool // water may be above the rim, and leave the domain there
	solid [2][3]float64
}

var nowhere = [2][3]float64{{1, 1, 1}, {-1, -1, -1}}

var rooms = map[string]room{
	"Spheric2":   {[3]float64{3.22, 1, 1}, true, [2][3]float64{{0.6635, 0.2985, -1}, {0.8245, 0.7015, 0.161}}},
	"DamBreak3D": {[3]float64{damLength, damWidth, damHeight}, false, nowhere},
	"StillWater": {[3]float64{0.5, 0.5, 0.5}, true, nowhere},
	"BoreInABox": {[3]float64{2.4, 1.2, 1}, false, nowhere},
}

// behind is how far a place is behind a wall's face, or in the solid [m]; not more than 0 where water may be.
func (r *room) behind(x [3]float32) float64 {
	outside, inside := math.Inf(-1), math.Inf(1)
	for a := range 3 {
		v := float64(x[a])
		outside = max(outside, -v)
		if a < 2 || !r.open {
			outside = max(outside, v-r.size[a])
		}
		inside = min(inside, v-r.solid[0][a], r.solid[1][a]-v)
	}
	return max(outside, inside)
}

// high says that a place is so high that water may soon be over the rim.
func (r *room) high(x [3]float32) bool { return r.open && float64(x[2]) > 0.9*r.size[2] }

// wallTable is what TestWallTable finds in a flow. Water that has been high is not looked for behind walls.
type wallTable struct {
	steps                       int
	perStep                     time.Duration
	lost, through               int     // through walls, and not over the rim
	behind                      int     // walls at any one time
	deepest                     float64 // [Δp]
	least, greatest             float64 // density [kg/m³]
	strange                     int     // particles of less than 900 or more than 1100 kg/m³ at any one time
	fastest                     float64 // [m/s]
	arrival                     float64 // of water at P1 [s]
	means                       [4]float64
	still                       float64   // pressure's distance from the exact, root mean square [ρ g H]
	kinetic                     float64   // at the end [M g H/2]
	times, front, along, height []float64 // every 0.1 s: of a dam break, and its centre of mass
}

// TestWallTable is how docs/design/walls.md comes to its tables. GPUSPH_WALLS names the flows, with a semicolon between two:
//
//	GPUSPH_WALLS="Spheric2 0.01 2.5; DamBreak3D 0.025 0.6 --boundary=dynamic" go test ./tests -run TestWallTable -v
//
// that is problem, spacing [m], end [s], options. Every 0.05 s it looks at all particles, and at the probes in each list
// period of 0.45 to 0.70 s, in which SPHERIC's test 2 has its plateau.
func TestWallTable(t *testing.T) {
	flows := os.Getenv("GPUSPH_WALLS")
	if flows == "" {
		t.Skip("GPUSPH_WALLS names no flow")
	}
	for _, flow := range strings.Split(flows, ";") {
		var problem string
		var deltaP, end float64
		if n, err := fmt.Sscan(flow, &problem, &deltaP, &end); n < 3 {
			t.Fatalf("GPUSPH_WALLS has %q: %v", flow, err)
		}
		c := setup(t, problem, deltaP, strings.Fields(flow)[3:]...)
		w := watchWalls(t, c, end)
		n := c.Particles.Count(sph.Fluid)
		fmt.Printf("%s: %d particles, %d of fluid; %d steps of %.3f ms\n", strings.TrimSpace(flow), c.Particles.Len(), n, w.steps, w.perStep.Seconds()*1e3)
		fmt.Printf("  lost %d, %d of them through walls; behind walls %d, %.2f Δp at most; density %.0f to %.0f, strange %d (%.1e); speed %.2f m/s\n",
			w.lost, w.through, w.behind, w.deepest, w.least, w.greatest, w.strange, float64(w.strange)/float64(n), w.fastest)
		switch problem {
		case "Spheric2":
			measured := [4]float64{5456, 5090, 4644, 4235}
			fmt.Printf("  water at P1 at %.3f s; means of 0.45 to 0.70 s, P1 to P4:", w.arrival)
			for k, mean := range w.means {
				fmt.Printf(" %.0f Pa (%+.0f %%)", mean, 100*(mean/measured[k]-1))
			}
			fmt.Println()
		case "StillWater":
			fmt.Printf("  pressure %.4f ρ g H off, root mean square; kinetic energy %.1e\n", w.still, w.kinetic)
		case "DamBreak3D":
			fmt.Printf("  at %.3f s: front %.3f m, centre of mass x %.4f, z %.4f m\n", w.times, w.front, w.along, w.height)
		}
	}
}

func watchWalls(t *testing.T, c *sph.Case, end float64) wallTable {
	f := begin(t, c, end, testDevices())
	room := rooms[c.Name]
	w := wallTable{least: math.Inf(1)}
	high, gone := make([]bool, c.Particles.Len()), make([]bool, c.Particles.Len()) // particles that have been high, and have left
	var wall time.Duration
	samples, nextLook, nextRow := 0, 0.0, 0.0
	for p := (sph.Progress{}); ; {
		if c.Name == "Spheric2" && p.Time > 0.35 && p.Time < 0.7 {
			s := f.sample()
			if w.arrival == 0 && s.Pressure[0] > 2810 {
				w.arrival = s.Time
			}
			if s.Time > 0.45 {
				samples++
				for k := range w.means {
					w.means[k] += s.Pressure[k]
				}
			}
		}
		if p.Time >= nextLook || p.Done {
			nextLook += 0.05
			s := f.snapshot()
			w.look(s, &room, high, gone)
			if p.Time >= nextRow || p.Done {
				nextRow += 0.1
				w.times = append(w.times, s.Time)
				w.front = append(w.front, front(s, tip))
				var x, z, n float64
				fluid(s, func(at [3]float64) { x, z, n = x+at[0], z+at[2], n+1 })
				w.along, w.height = append(w.along, x/n), append(w.height, z/n)
			}
		}
		if p.Done {
			w.steps, w.lost = p.Step, p.Lost
			break
		}
		begun := time.Now()
		var err error
		if p, err = f.sim.Advance(c.Params.RebuildEvery); err != nil {
			t.Fatal(err)
		}
		wall += time.Since(begun)
	}
	w.perStep = wall / time.Duration(w.steps)
	for k := range w.means {
		w.means[k] /= float64(max(samples, 1))
	}
	if c.Name == "StillWater" {
		const depth = 0.4
		w.kinetic = f.sample().Kinetic / (f.mass() * gravity * depth / 2)
	}
	return w
}

// look takes a snapshot into the table.
func (w *wallTable) look(s *sph.Snapshot, r *room, high, gone []bool) {
	here := make([]bool, len(gone))
	behind, strange, n := 0, 0, 0
	var squares float64
	for i, x := range s.Position {
		here[s.ID[i]] = true
		if s.Type[i] != sph.Fluid {
			continue
		}
		high[s.ID[i]] = high[s.ID[i]] || r.high(x)
		rho, v := float64(s.Density[i]), s.Velocity[i]
		w.least, w.greatest = min(w.least, rho), max(w.greatest, rho)
		if rho < 900 || rho > 1100 {
			strange++
		}
		w.fastest = max(w.fastest, math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2])))
		if d := r.behind(x); d > 0 && !high[s.ID[i]] {
			behind++
			w.deepest = max(w.deepest, d/s.Case.Params.DeltaP)
		}
		if z := float64(x[2]); s.Case.Name == "StillWater" && z < 0.36 {
			off := float64(s.Pressure[i]) - hydrostatic(&s.Case.Params, 0.4-z)
			squares, n = squares+off*off, n+1
		}
	}
	for id := range here {
		if !here[id] && !gone[id] {
			gone[id] = true
			if !high[id] {
				w.through++
			}
		}
	}
	w.behind, w.strange = max(w.behind, behind), max(w.strange, strange)
	w.still = math.Sqrt(squares/float64(max(n, 1))) / (1000 * gravity * 0.4)
}

// TestPatches is how docs/design/walls.md comes to the forces on the face of SPHERIC 2's box: on four patches of 0.1 m by 0.04 m
// with P1 to P4 in their middles, the mean of all list periods of 0.45 to 0.70 s. GPUSPH_PATCHES is the spacing [m].
func TestPatches(t *testing.T) {
	var deltaP float64
	if n, err := fmt.Sscan(os.Getenv("GPUSPH_PATCHES"), &deltaP); n < 1 {
		t.Skip("GPUSPH_PATCHES is no spacing: ", err)
	}
	c := setup(t, "Spheric2", deltaP)
	box := rooms["Spheric2"].solid
	step := func(axis int, size float64) float64 { return size / math.Round(size/deltaP) } // of the box's lattice
	cell := step(1, box[1][1]-box[0][1]) * step(2, box[1][2])
	const layers = 3
	front := box[1][0] - (layers+0.01)*step(0, box[1][0]-box[0][0])
	c.Bodies = nil
	var particles [4]int
	for k := range particles {
		c.Bodies = append(c.Bodies, sph.Body{Name: fmt.Sprint("P", k+1)})
	}
	for i, x := range c.Particles.Position {
		c.Particles.Body[i] = 0
		inside := x[0] < box[1][0] && x[2] > 0 && x[2] < box[1][2]
		if k := int(x[2] / 0.04); c.Particles.Type[i] == sph.Wall && inside && x[0] > front && math.Abs(x[1]-c.Probes[0].Position[1]) < 0.05 && k < 4 {
			c.Particles.Body[i] = uint8(k + 1)
			particles[k]++
		}
	}
	f := begin(t, c, 0.7, testDevices())
	var pressure, force [4]float64
	samples := 0.0
	for more := true; more; {
		if f.reached.Time > 0.45 {
			s := f.sample()
			samples++
			for k := range particles {
				pressure[k] += s.Pressure[k]
				force[k] -= s.Force[k][0]
			}
		}
		p, err := f.sim.Advance(c.Params.RebuildEvery)
		if err != nil {
			t.Fatal(err)
		}
		f.reached, more = p, !p.Done
	}
	for k, measured := range []float64{5456, 5090, 4644, 4235} {
		area := float64(particles[k]) / layers * cell
		on, at := force[k]/samples/area, pressure[k]/samples
		fmt.Printf("P%d: probe %.0f Pa (%+.0f %%), force by area %.0f Pa (%+.0f %%)\n", k+1, at, 100*(at/measured-1), on, 100*(on/measured-1))
	}
}
