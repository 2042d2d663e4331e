package problems

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/problems/scene"
	"gpusph/sph"
)

// columnPressure is the pressure in a column of water as wide as a and as high as b, in metres of
// water, at the moment in which it is let go: harmonic, with ∂p/∂x = 0 at x = 0, ∂p/∂z = -1 at z =
// 0, and 0 at the surfaces x = a and z = b. It is a series in cos (n + 1/2) π x/a.
func columnPressure(a, b, x, z float64) (p float64) {
	for n := range 400 {
		k := (float64(n) + 0.5) * math.Pi / a
		c := 2 / (k * a)
		if n%2 == 1 {
			c = -c
		}
		p += c * math.Cos(k*x) / k * math.Exp(-k*z) * (1 - math.Exp(-2*k*(b-z))) / (1 + math.Exp(-2*k*b))
	}
	return p
}

// A column begins with the pressures that it has without its gate, to one part in fifty of the
// greatest, and the more exactly the finer it is.
func TestReleaseOfColumn(t *testing.T) {
	var before float64
	for _, across := range []int{20, 80} {
		d := newDamBreakColumn()
		const a, b = 0.05715, 0.1143
		c, err := d.Setup(a / float64(across))
		if err != nil {
			t.Fatal(err)
		}
		p, q := &c.Params, &c.Particles
		var off float64
		for i, kind := range q.Type {
			if x := q.Position[i]; kind == sph.Fluid {
				want := p.Rho0 * gravity * columnPressure(a, b, x[0], x[2])
				off = max(off, math.Abs(p.Pressure(float64(q.RelDensity[i]))-want))
			}
		}
		off /= p.Rho0 * gravity * columnPressure(a, b, 0, 0)
		t.Logf("%d spacings: %.2g off at most", across, off)
		if across == 80 && (off > 0.02 || off > before/2) {
			t.Errorf("with 80 spacings the pressure is %.2g off, with 20 %.2g; want 0.02 at most, and half of it", off, before)
		}
		before = off
	}
}

// Water that rests, behind a gate as well, begins with the weight of what is above; a block in the
// air begins without pressure.
func TestReleaseLeavesRestingWater(t *testing.T) {
	tank := scene.Box{Max: [3]float64{2, 0.5, 1}}
	half := []scene.Pool{{Box: scene.Box{Max: [3]float64{1, 0.5, 0.5}}}}
	gate := scene.Solid{Box: scene.Box{Min: [3]float64{1, 0, 0}, Max: [3]float64{1.15, 0.5, 1}}}
	for name, s := range map[string]struct {
		scene.Scene
		most, least float64 // pressure over that of the depth
		more        float64 // spacings of water: within a cell from the top a surface is taken to slope
	}{
		"rests":         {scene.Scene{Tank: tank, Open: scene.NoLid, Pools: []scene.Pool{{Box: scene.Box{Max: [3]float64{2, 0.5, 0.5}}}}}, 1, 1, 1e-4},
		"behind a gate": {scene.Scene{Tank: tank, Open: scene.NoLid, Pools: half, Solids: []scene.Solid{gate}}, 1, 1, 1e-4},
		"in the air":    {scene.Scene{Tank: tank, Open: scene.NoLid, Pools: []scene.Pool{{Box: scene.Box{Min: [3]float64{0.5, 0, 0.4}, Max: [3]float64{1.5, 0.5, 0.9}}}}}, 0.1, 0, 2.2},
	} {
		c, err := newHydrostatic().(*hydrostatic).newCase(newHydrostatic(), 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Fill(c); err != nil {
			t.Fatal(err)
		}
		p, q := &c.Params, &c.Particles
		for i, kind := range q.Type {
			if kind != sph.Fluid {
				continue
			}
			depth := restPressure(p, s.Pools[0].Max[2]-q.Position[i][2])
			got := p.Pressure(float64(q.RelDensity[i]))
			if more := s.more * p.DeltaP * p.Rho0 * gravity; got > s.most*depth+more || got < s.least*depth-more {
				t.Errorf("%s: at %.3v the pressure is %.4g Pa, where the water above weighs %.4g", name, q.Position[i], got, depth)
				break
			}
		}
	}
}

// BenchmarkHeadField times what it adds to the start, with 1.7 million particles of water.
func BenchmarkHeadField(b *testing.B) {
	for b.Loop() {
		setup(b, "DamBreak3D", 0.004)
	}
}

// mostOff is by how much the pressures of the fluid of a case are off at most, where the exact head
// at a place is known [Pa].
func mostOff(c *sph.Case, head func(x [3]float64) float64) (off float64, at [3]float64) {
	p, q := &c.Params, &c.Particles
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid {
			continue
		}
		if d := math.Abs(p.Pressure(float64(q.RelDensity[i])) - restPressure(p, head(x)/(p.Rho0*gravity))); d > off {
			off, at = d, x
		}
	}
	return off, at
}

// tilted is a closed tank of a metre under gravity that is tilted by an angle from straight down
// [rad], with some fluid.
func tilted(plane bool, deltaP, angle float64, fluid string) string {
	dimension := 3
	if plane {
		dimension = 2
	}
	return fmt.Sprintf(`
name = "Tilted"
spacing = %g
end = 1
dimension = %d
[domain]
min = [0, 0, 0]
max = [1, 0.4, 1]
[physics]
gravity = [%g, 0, %g]
speed = 5
[[fluid]]
name = "water"
`, deltaP, dimension, gravity*math.Sin(angle), -gravity*math.Cos(angle)) + fluid
}

// Under gravity of any direction water is at rest that fills a closed tank, or whose surface is
// perpendicular to gravity.
func TestPressureUnderTiltedGravity(t *testing.T) {
	for _, plane := range []bool{true, false} {
		for _, degrees := range []float64{0, 10, 45, 90, 135, 180, -30} {
			angle := degrees * math.Pi / 180
			sin, cos := math.Sincos(angle)
			side := func(u, v float64) string { // u along the surface, v along gravity, from the middle
				return fmt.Sprintf("[%g, %g]", 0.5+u*cos+v*sin, 0.5+u*sin-v*cos)
			}
			half := "prism = { outline = [" + strings.Join([]string{side(-3, 0), side(-3, 3), side(3, 3), side(3, 0)}, ", ") + "], along = \"y\", from = -1, to = 2 }"
			lowest := 0.5 * (math.Abs(sin) + math.Abs(cos)) // along gravity
			for name, v := range map[string]struct {
				fluid   string
				surface float64 // along gravity
			}{"full": {"box = { min = [0, 0, 0], max = [1, 0.4, 1] }", -lowest}, "half": {half, 0}} {
				t.Run(fmt.Sprintf("%s %v %g", name, plane, degrees), func(t *testing.T) {
					c := flowOfCase(t, tilted(plane, 0.05, angle, v.fluid))
					most := 1000 * gravity * (lowest - v.surface)
					off, at := mostOff(c, func(x [3]float64) float64 {
						return 1000 * gravity * ((x[0]-0.5)*sin - (x[2]-0.5)*cos - v.surface)
					})
					if off > 0.01*most {
						t.Errorf("the pressure at %v is %.3g %% off", at, 100*off/most)
					}
				})
			}
		}
	}
}

// A level surface under gravity that is tilted a little is not at rest: the head is the depth's and
// a harmonic function's, whose slope along the tank is gravity's at both ends.
func TestPressureOfSurfaceThatWillTilt(t *testing.T) {
	const angle, length, depth = 10 * math.Pi / 180, 1, 0.6
	var before float64
	for _, deltaP := range []float64{0.05, 0.0125} {
		c := flowOfCase(t, tilted(true, deltaP, angle, "box = { min = [0, 0, 0], max = [1, 0.4, 0.6] }"))
		off, at := mostOff(c, func(x [3]float64) float64 {
			sum := 0.0
			for n := range 200 {
				k := (float64(n) + 0.5) * math.Pi / depth
				part := 2 / (k * depth) * math.Cos(k*x[2]) / k * (math.Exp(k*(x[0]-length)) - math.Exp(-k*x[0])) / (1 + math.Exp(-k*length))
				if n%2 == 1 {
					part = -part
				}
				sum += part
			}
			return max(0, 1000*gravity*(math.Cos(angle)*(depth-x[2])+math.Sin(angle)*sum))
		})
		off /= 1000 * gravity * depth
		t.Logf("%g m: %.2g of ρ g H off at most, at %v", deltaP, off, at)
		if off > 0.01 || before > 0 && off > before/2 {
			t.Errorf("at a spacing of %g m the pressure at %v is off by %.2g of ρ g H, before by %.2g", deltaP, at, off, before)
		}
		before = off
	}
}

// Water under a solid has the pressure of its own level, and reaches up to the solid: what it
// pushes the solid up with is Archimedes'.
func TestPressureUnderSolids(t *testing.T) {
	const side, depth = 0.2, 0.4
	for _, lattice := range []string{"own", "tank"} {
		for _, deltaP := range []float64{0.02, 0.01} {
			text := fmt.Sprintf(`
name = "Cube"
spacing = %g
end = 1
[domain]
min = [0, 0, 0]
max = [0.4, 0.4, 0.5]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.4, 0.4, 0.4] }
[[wall]]
name = "cube"
box = { min = [0.1, 0.1, 0.1], max = [0.3, 0.3, 0.3] }
`, deltaP)
			if lattice == "own" {
				text += "lattice = \"own\"\n"
			} else { // its faces are between the sites
				text = strings.Replace(text, "box = { min = [0, 0, 0], max = [0.4, 0.4, 0.4] }", "fill = { seed = [0.05, 0.05, 0.05], level = 0.4 }", 1)
			}
			c := flowOfCase(t, text)
			p, q := &c.Params, &c.Particles
			// The pressure at a face is that of two layers, continued.
			faces := [2]struct{ force, gap float64 }{}
			for end, z := range [2]float64{0.1, 0.3} {
				type two struct{ at, then int }
				nearest := map[[2]float64]two{}
				for i, x := range q.Position {
					beyond := (x[2] - z) * float64(2*end-1)
					if q.Type[i] != sph.Fluid || math.Abs(x[0]-0.2) > side/2 || math.Abs(x[1]-0.2) > side/2 || beyond < 0 || beyond > 2*deltaP {
						continue
					}
					key := [2]float64{x[0], x[1]}
					n, ok := nearest[key]
					switch {
					case !ok:
						n = two{i, i}
					case math.Abs(x[2]-z) < math.Abs(q.Position[n.at][2]-z):
						n = two{i, n.at}
					default:
						n.then = i
					}
					nearest[key] = n
				}
				for _, n := range nearest {
					a, b := p.Pressure(float64(q.RelDensity[n.at])), p.Pressure(float64(q.RelDensity[n.then]))
					u, v := q.Position[n.at][2]-z, q.Position[n.then][2]-z
					faces[end].force += (a*v - b*u) / (v - u) * side * side / float64(len(nearest))
					faces[end].gap = max(faces[end].gap, math.Abs(u)/deltaP)
				}
			}
			got, want := faces[0].force-faces[1].force, 1000*gravity*side*side*side
			t.Logf("%s, %g m: buoyancy %.4g of Archimedes', gaps of %.4g and %.4g spacings", lattice, deltaP, got/want, faces[0].gap, faces[1].gap)
			if math.Abs(got/want-1) > 0.01 {
				t.Errorf("%s, %g m: the buoyancy is %g N, not %g", lattice, deltaP, got, want)
			}
			if faces[0].gap > 0.51 || faces[1].gap > 0.51 {
				t.Errorf("%s, %g m: particles are %g and %g spacings from the cube, not 0.5", lattice, deltaP, faces[0].gap, faces[1].gap)
			}
		}
	}
}

// still are flows of water at rest below a level of 0.5 m, in two dimensions.
var still = map[string]string{
	"under a lid, and in a pipe to another basin": `
[[fluid]]
name = "water"
fill = { seed = [0.1, 0, 0.1], level = 0.5 }
[[wall]]
name = "lids"
union = [
    { box = { min = [0.4, -1, 0.12], max = [0.6, 1, 2] } },
    { box = { min = [0.7, -1, 0.3], max = [0.9, 1, 0.4] } },
    { cylinder = { from = [0.2, -1, 0.25], to = [0.2, 1, 0.25], radius = 0.081 } },
]
`,
	"on and under slopes": `
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 0, 0.5] }
[[wall]]
name = "floor"
prism = { outline = [[-1, -1], [2, -1], [2, 0.45], [0.5, 0.1], [-1, 0.2]], along = "y", from = -1, to = 1 }
[[wall]]
name = "roof"
prism = { outline = [[0.2, 0.33], [0.5, 0.45], [0.5, 0.4]], along = "y", from = -1, to = 1 }
`,
	"in boxes one above the other": `
[[fluid]]
name = "lower"
box = { min = [0, 0, 0], max = [1, 0, 0.2] }
[[fluid]]
name = "upper"
box = { min = [0, 0, 0.2], max = [1, 0, 0.5] }
`,
	"in a closed pipe under pressure": `
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 0, 0.3] }
surface = 0.5
[[wall]]
name = "roof"
box = { min = [-1, -1, 0.3], max = [2, 1, 2] }
`,
}

// Wherever water is at rest, connected by whatever ways, it has the pressure of the level.
func TestPressureOfLevel(t *testing.T) {
	for name, rest := range still {
		for _, deltaP := range []float64{0.02, 0.0083} {
			c := flowOfCase(t, fmt.Sprintf("name = \"Still\"\nspacing = %g\nend = 1\ndimension = 2\n[domain]\nmin = [0, 0, 0]\nmax = [1, 0, 1]\nopen = [\"zmax\"]\n", deltaP)+rest)
			off, at := mostOff(c, func(x [3]float64) float64 { return 1000 * gravity * (0.5 - x[2]) })
			if off > 0.001*1000*gravity*0.5 {
				t.Errorf("%s, at a spacing of %g m: the pressure at %.4v is %.3g Pa off", name, deltaP, at, off)
			}
		}
	}
}

// Water on both sides of a gate that is as thin as a spacing, and thinner than the cells of the
// grid, has the pressure of its own level.
func TestPressureBesideGate(t *testing.T) {
	c := flowOfCase(t, `
name = "Gate"
spacing = 0.01
end = 1
[domain]
min = [0, 0, 0]
max = [2, 0.2, 1]
open = ["zmax"]
[[fluid]]
name = "high"
box = { min = [0, 0, 0], max = [0.99, 0.2, 0.8] }
[[fluid]]
name = "low"
box = { min = [1.01, 0, 0], max = [2, 0.2, 0.3] }
[[wall]]
name = "gate"
box = { min = [0.99, 0, 0], max = [1.01, 0.2, 1] }
lattice = "own"
`)
	off, at := mostOff(c, func(x [3]float64) float64 {
		if x[0] < 1 {
			return 1000 * gravity * (0.8 - x[2])
		}
		return 1000 * gravity * (0.3 - x[2])
	})
	if off > 1 {
		t.Errorf("the pressure at %v is %g Pa off", at, off)
	}
}

// In a closed tank that turns steadily the head is that of the centrifugal force and of gravity.
func TestPressureInTurningFrame(t *testing.T) {
	const omega = 3.0
	text := strings.Replace(tilted(false, 0.05, 0, "box = { min = [0, 0, 0], max = [1, 0.4, 1] }"), "[physics]", `
[turning]
point = [0.5, 0.2, 0]
axis = [0, 0, 1]
interval = 0.1
angles = [0, 17.188733853924695, 34.37746770784939, 51.56620156177408, 68.75493541569878, 85.94366926962347, 103.13240312354816, 120.32113697747287, 137.50987083139756, 154.69860468532226, 171.88733853924695, 189.07607239317164]
[physics]`, 1)
	c := flowOfCase(t, text)
	off, at := mostOff(c, func(x [3]float64) float64 {
		u, v := x[0]-0.5, x[1]-0.2
		return 1000 * (omega*omega/2*(u*u+v*v) + gravity*(1-x[2]))
	})
	if off > 0.001*1000*gravity {
		t.Errorf("the pressure at %v is %g Pa off", at, off)
	}
}

// The top of the water is at its level, where that is no end of a cell of the lattice as well, and
// on floors that slope. The mass is that of the volume at its densities.
func TestWaterBeginsAtItsLevel(t *testing.T) {
	for _, level := range []float64{0.4, 0.407, 0.4137} {
		for _, text := range []string{`fill = { seed = [0.95, 0, 0.2], level = %g }`, `box = { min = [0, 0, 0], max = [1, 0, %g] }`} {
			for _, floor := range []string{"", `
[[wall]]
name = "floor"
prism = { outline = [[-1, -1], [2, -1], [2, -0.1], [-1, 0.5]], along = "y", from = -1, to = 1 }
`} {
				c := flowOfCase(t, "name = \"Level\"\nspacing = 0.02\nend = 1\ndimension = 2\n[domain]\nmin = [0, 0, 0]\nmax = [1, 0, 1]\n[[fluid]]\nname = \"water\"\n"+fmt.Sprintf(text, level)+floor)
				p, q := &c.Params, &c.Particles
				tops := map[float64][2]float64{} // the last two particles of a column
				for i, x := range q.Position {
					if q.Type[i] == sph.Fluid {
						tops[x[0]] = [2]float64{tops[x[0]][1], x[2]}
					}
				}
				for x, at := range tops {
					if top := at[1] + (at[1]-at[0])/2; at[0] > 0 && math.Abs(top-level) > 1e-5 {
						t.Errorf("%q%s: the water at x = %g ends at %.6g m", fmt.Sprintf(text, level), floor, x, top)
					}
				}
				volume := level
				if floor != "" {
					volume = level - 0.2
				}
				mass := p.Mass * float64(q.Count(sph.Fluid))
				if most := 1.006 * 1000 * volume; mass > most*1.01 || mass < 1000*volume*0.99 {
					t.Errorf("%q%s: %g kg of water, not %g", fmt.Sprintf(text, level), floor, mass, 1000*volume)
				}
			}
		}
	}
}
