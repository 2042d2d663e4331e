package problems

import (
	"math"
	"strings"
	"testing"

	"gpusph/problems/scene"
	"gpusph/sph"
)

func unit(size float64) scene.Box { return scene.Box{Max: [3]float64{size, size, size}} }

func TestSceneRefusals(t *testing.T) {
	pond := []scene.Pool{{Name: "pond", Box: unit(0.5)}}
	block := func(x, y, turn float64) scene.Solid {
		return scene.Solid{Name: "block", Box: scene.Box{Min: [3]float64{x, y, 0}, Max: [3]float64{x + 0.3, y + 0.3, 0.3}}, Turn: turn}
	}
	for _, v := range []struct {
		s    scene.Scene
		want string
	}{
		{scene.Scene{Tank: scene.Box{Max: [3]float64{1, 0, 1}}, Pools: pond}, "no extent along y"},
		{scene.Scene{Tank: unit(0.4), Pools: pond}, "pond does not fit"},
		{scene.Scene{Tank: unit(1), Pools: []scene.Pool{pond[0], {Name: "puddle", Box: unit(0.3)}}}, "pond and the puddle overlap"},
		{scene.Scene{Tank: unit(1), Pools: []scene.Pool{{Name: "pond"}}}, "pond has no volume"},
		{scene.Scene{Tank: unit(1), Pools: pond, Solids: []scene.Solid{block(0.65, 0.65, math.Pi/4)}}, "block does not fit"},
		{scene.Scene{Tank: unit(1), Pools: pond, Solids: []scene.Solid{block(0.6, 0.6, 0), block(0.3, 0.5, 0.5)}}, "block and the block overlap"},
		{scene.Scene{Tank: unit(1), Pools: []scene.Pool{{Name: "pond", Box: unit(0.3)}}, Solids: []scene.Solid{block(0, 0, 0)}}, "no water is left"},
		{scene.Scene{Tank: unit(1)}, "no water"},
	} {
		c := &sph.Case{Params: sph.Defaults(0.05)}
		if err := v.s.Fill(c); err == nil || !strings.Contains(err.Error(), v.want) {
			t.Errorf("%+v: %v does not say %q", v.s, err, v.want)
		}
	}
}

// FuzzTank fills tanks of any size with water and a solid turned anyhow.
func FuzzTank(f *testing.F) {
	f.Add(1.0, 0.5, 0.6, 0.4, 0.05, 1.3, 0.7, uint8(1), true)
	f.Add(1.6, 0.67, 0.6, 0.4, 0.05, 1.3, 0.785, uint8(0), false)
	f.Add(0.3, 0.3, 0.3, 0.3, 0.0999, 2.1, 0.0, uint8(2), false)
	f.Add(0.51, 2.3, 0.17, 0.05, 0.0249, 0.9, 3.0, uint8(2), true)
	f.Add(2.1, 2.1, 98.0, 97.0, 0.6, 1.3, 0.2, uint8(1), true) // deep
	f.Fuzz(func(t *testing.T, lx, ly, lz, depth, deltaP, hFactor, turn float64, boundary uint8, open bool) {
		for _, v := range []float64{lx, ly, lz, depth, deltaP} {
			if !(v >= 1e-3 && v <= 100) {
				t.Skip()
			}
		}
		if !(hFactor >= 0.8 && hFactor <= 2.5) || depth > lz || !(math.Abs(turn) < 100) {
			t.Skip()
		}
		if n := (lx/deltaP + 10) * (ly/deltaP + 10) * (lz/deltaP + 10); n > 30000 {
			t.Skip()
		}
		p := sph.Defaults(deltaP)
		p.H = hFactor * deltaP
		p.Further.Surfaces = true
		// as problems choose it: water is compressed by a hundredth at the floor
		p.C0 = 10 * math.Sqrt(gravity*depth)
		p.Boundary = sph.Boundary(boundary % 3)
		p.LJForce = 5 * gravity * depth
		s := scene.Scene{
			Tank: scene.Box{Max: [3]float64{lx, ly, lz}}, Open: scene.Sides{2: {false, open}}, Room: lz,
			Pools: []scene.Pool{{Name: "water", Box: scene.Box{Max: [3]float64{lx, ly, depth}}}},
		}
		// A block in the middle that fits however it is turned.
		if side := 0.4 * min(lx, ly); side > 2*deltaP && lz > 2*deltaP {
			s.Solids = []scene.Solid{{Name: "block", Force: "block", Turn: turn, Box: scene.Box{
				Min: [3]float64{(lx - side) / 2, (ly - side) / 2, 0},
				Max: [3]float64{(lx + side) / 2, (ly + side) / 2, lz},
			}}}
		}
		c := &sph.Case{Name: "fuzz", Params: p}
		err := s.Fill(c)
		if deltaP > min(lx, ly, depth)/2*(1+scene.Tolerance) {
			if err == nil || !strings.Contains(err.Error(), "--deltap") {
				t.Fatalf("deltap %g in %v is not refused: %v", deltaP, s.Pools[0].Size(0), err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if n := c.Particles.Len(); n > cap(c.Particles.Position) || len(s.Solids) == 0 && n != cap(c.Particles.Position) {
			t.Fatalf("%d particles were counted, but %d added", cap(c.Particles.Position), n)
		}
		volume := lx * ly * depth
		for _, o := range s.Solids {
			volume -= o.Size(0) * o.Size(1) * depth
		}
		checkMass(t, c, volume)
		// Even spacings are between 0.8 and 1.25 dp, and so are distances, but for the compression.
		checkApart(t, c, 0.78*deltaP)
		same := func(x [3]float64) [3]float64 { return x }
		checkClosed(t, c, s.Tank, 0.9*1.25*deltaP, same, func(axis int, top bool) bool { return open && axis == 2 && top })
		for _, o := range s.Solids {
			checkClosed(t, c, o.Box, 0.9*1.25*deltaP, o.Frame().Out, func(int, bool) bool { return false })
		}
	})
}
