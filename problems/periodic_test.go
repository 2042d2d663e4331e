package problems

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// Along periodic axes the lattice goes on at the other end as if there were none; beyond the ends
// of others are walls as deep as the support.
func TestPeriodicFlowsFit(t *testing.T) {
	for _, v := range []struct {
		name    string
		deltaP  float64
		args    string
		volume  float64 // 0 is not said
		deepest int     // layers of walls
	}{
		{"TaylorGreen", 0.02, "", 1, 0},
		{"TaylorGreen", 0.03, "--h-factor 2 --scalar 0.001", 1, 0},
		{"ShearWave3D", 0.09, "--drift 1", 1, 0},
		{"Poiseuille", 2e-5, "", 0.5e-6, 4},
		{"Poiseuille", 0.13, "--height 1 --speed 1 --re 1 --boundary dynamic", 0, 5},
		{"Poiseuille", 1e-4, "--boundary lennard-jones", 0, 1},
		{"Couette", 1e-4, "", 0, 4},
		{"LidDrivenCavity", 0.03, "", 1, 4},
	} {
		c := setup(t, v.name, v.deltaP, strings.Fields(v.args)...)
		if err := c.Check(); err != nil {
			t.Errorf("%s %s: %v", v.name, v.args, err)
			continue
		}
		p, q := &c.Params, &c.Particles
		volume := 1.0
		for a, periodic := range p.Periodic {
			if p.Dim == 2 && sph.Axis(a) == sph.PlaneAxis {
				continue
			}
			var at []float64
			layers := map[float64]bool{} // of walls
			for i, x := range q.Position {
				if q.Type[i] == sph.Fluid {
					at = append(at, x[a])
				} else if periodic {
					continue
				} else if x[a] < 0 {
					layers[x[a]] = true
				}
			}
			slices.Sort(at)
			at = slices.CompactFunc(at, func(x, y float64) bool { return math.Abs(y-x) < 1e-6*p.DeltaP })
			step := at[1] - at[0]
			volume *= step * float64(len(at))
			if periodic {
				at = append(at, at[0]+p.Max[a]-p.Min[a])
			} else if len(layers) != v.deepest {
				t.Errorf("%s %s has %d layers of walls along %v", v.name, v.args, len(layers), sph.Axis(a))
			}
			for k := range at[1:] {
				if d := at[k+1] - at[k]; math.Abs(d/step-1) > 1e-6 || math.Abs(d/p.DeltaP-1) > 0.1 {
					t.Errorf("%s %s: %g m between two layers along %v, and %g m between others", v.name, v.args, d, sph.Axis(a), step)
				}
			}
		}
		if v.volume > 0 && math.Abs(volume/v.volume-1) > 1e-6 || math.Abs(p.Mass*float64(q.Count(sph.Fluid))/(p.Rho0*volume)-1) > 1e-6 {
			t.Errorf("%s %s fills %g m³ with %g kg", v.name, v.args, volume, p.Mass*float64(q.Count(sph.Fluid)))
		}
		if fluid := q.Count(sph.Fluid); slices.Contains(q.Type[:fluid], sph.Wall) {
			t.Errorf("%s %s has walls between its fluid", v.name, v.args)
		}
		f, err := Find(v.name)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := f.Outline(v.deltaP); v.args == "" && (err != nil || out.Fluid+out.Wall != float64(q.Len())) {
			t.Errorf("the outline of %s has %g and %g particles: %v", v.name, out.Fluid, out.Wall, err)
		}
	}
}

// Channels above Re 1 begin under a pressure, with the mass of the density there, so that particles
// fill the channel. Slower ones begin without.
func TestChannelsBeginUnderPressure(t *testing.T) {
	for _, v := range []struct {
		name, args string
		under      float64 // [Pa]
	}{
		{"Poiseuille", "", 0},
		{"Poiseuille", "--re 1 --speed 0.001", 0},
		{"Poiseuille", "--re 100 --speed 0.1", 10},
		{"Poiseuille", "--re 100 --speed 0.1 --background 3 --boundary mdbc", 30},
		{"Couette", "--re 50 --speed 0.05", 2.5},
		{"Couette", "--re 0.5 --speed 0.0005 --background 2", 5e-4},
	} {
		c := setup(t, v.name, 4e-5, strings.Fields(v.args)...)
		p, volume := &c.Params, 0.0
		for i, rel := range c.Particles.RelDensity {
			if wall := c.Particles.Type[i] == sph.Wall; wall && !p.Boundary.HasState() {
				continue
			} else if !wall {
				volume += p.Mass / (p.Rho0 * (1 + float64(rel)))
			}
			if under := p.Pressure(float64(rel)); math.Abs(under-v.under) > 1e-4*v.under+1e-9 {
				t.Fatalf("%s %s begins under %g Pa, not %g", v.name, v.args, under, v.under)
			}
		}
		length := p.Max[0] - p.Min[0]
		if want := length * 1e-3; math.Abs(volume/want-1) > 1e-6 {
			t.Errorf("%s %s: particles have %g m³ in a channel of %g m³", v.name, v.args, volume, want)
		}
	}
}

// What begins is what the equations at the head of the files are at first.
func TestPeriodicFlowsBegin(t *testing.T) {
	c := setup(t, "TaylorGreen", 0.02)
	energy, least, most := 0.0, 0.0, 0.0
	for i, v := range c.Particles.Velocity {
		energy += c.Params.Mass / 2 * float64(v[0]*v[0]+v[2]*v[2])
		pressure := c.Params.Pressure(float64(c.Particles.RelDensity[i]))
		least, most = min(least, pressure), max(most, pressure)
	}
	if math.Abs(energy-250) > 1e-3 || math.Abs(least+500) > 5 || math.Abs(most-500) > 5 || c.Params.Nu != 0.01 || c.Params.Alpha != 0 || c.Params.C0 != 10 {
		t.Errorf("TaylorGreen has %g J and %g to %g Pa, ν %g, α %g, c0 %g", energy, least, most, c.Params.Nu, c.Params.Alpha, c.Params.C0)
	}
	c = setup(t, "Poiseuille", 0)
	if g := c.Params.Gravity; math.Abs(g[0]-1e-4) > 1e-12 || g[1] != 0 || g[2] != 0 || math.Abs(c.Params.Nu-1e-6) > 1e-15 || math.Abs(c.End-1) > 1e-9 {
		t.Errorf("Poiseuille has the force %v, ν %g, and ends at %g s", g, c.Params.Nu, c.End)
	}
	c = setup(t, "Couette", 0, "--speed=2e-5")
	for i, x := range c.Particles.Position {
		want := [3]float32{}
		if x[2] > 1e-3 {
			want[0] = 2e-5
		}
		if v := c.Particles.Velocity[i]; v != want {
			t.Fatalf("Couette has %v at %v", v, x)
		}
	}
	c = setup(t, "LidDrivenCavity", 0.04, "--speed=2", "--re=1000")
	moving := 0
	for i, v := range c.Particles.Velocity {
		if x := c.Particles.Position[i]; v == [3]float32{2, 0, 0} && c.Particles.Type[i] == sph.Wall && x[2] > 1 && x[0] > 0 && x[0] < 1 {
			moving++
		} else if v != [3]float32{} {
			t.Fatalf("LidDrivenCavity has %v at %v", v, x)
		}
	}
	if moving != 4*25 || c.Params.Nu != 0.002 || c.Params.C0 != 20 || c.End != 50 {
		t.Errorf("LidDrivenCavity has %d particles of the lid, ν %g, c0 %g and ends at %g s", moving, c.Params.Nu, c.Params.C0, c.End)
	}
	c = setup(t, "ShearWave3D", 0.1, "--drift=3")
	var mean, greatest [3]float64
	for _, v := range c.Particles.Velocity {
		for a := range 3 {
			mean[a] += float64(v[a]) / 1000
			greatest[a] = max(greatest[a], float64(v[a]))
		}
	}
	for a := range 3 {
		if wave := []float64{1, 0, 0}[a]; math.Abs(mean[a]-3) > 1e-5 || math.Abs(greatest[a]-3-wave) > 1e-3 {
			t.Errorf("ShearWave3D drifts at %v m/s, at most %v", mean, greatest)
		}
	}
	if c.Params.C0 != 10 {
		t.Errorf("sound is as fast as %g m/s, which a drift should not change", c.Params.C0)
	}
}
