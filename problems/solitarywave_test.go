package problems

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/sph"
)

// The solitary wave satisfies the equations of a flow that is steady in a frame that moves with
// it, to the order that it has: residuals of continuity, rotation, the kinematic condition and
// Bernoulli's equation at the surface fall with the fourth power of ε.
func TestSolitaryWaveOrder(t *testing.T) {
	residuals := func(e float64) (r [4]float64) {
		w := &solitaryWave{height: e, depth: 1, gravity: 1, way: [2]float64{1, 0}}
		_, a := w.scales()
		c := w.speed()
		const h = 1e-4
		slope := func(of func(x, z float64) float64, x, z float64) (dx, dz float64) {
			return (of(x+h, z) - of(x-h, z)) / (2 * h), (of(x, z+h) - of(x, z-h)) / (2 * h)
		}
		u := func(x, z float64) float64 { return w.at([3]float64{x, 0, z})[0] }
		v := func(x, z float64) float64 { return w.at([3]float64{x, 0, z})[2] }
		for k := range 200 {
			x := (float64(k) - 100 + 0.37) / 30 / a
			ux, uz := slope(u, x, 0.6)
			vx, vz := slope(v, x, 0.6)
			top := 1 + w.surface(x)
			rise := (w.surface(x+h) - w.surface(x-h)) / (2 * h)
			us, vs := u(x, top), v(x, top)
			for i, now := range []float64{ux + vz, uz - vx, vs - (us-c)*rise,
				((us-c)*(us-c)+vs*vs-c*c)/2 + top - 1} {
				r[i] = max(r[i], math.Abs(now))
			}
		}
		return r
	}
	coarse, fine := residuals(0.02), residuals(0.005) // so small that a wrong digit of the third order is seen
	for i, name := range []string{"continuity", "rotation", "the kinematic condition",
		"Bernoulli"} {
		if order := math.Log2(coarse[i]/fine[i]) / 2; order < 3.95 || fine[i] > 1e-8 {
			t.Errorf("%s: residuals are %.3g and %.3g, of order %.2f", name, coarse[i], fine[i],
				order)
		}
	}
}

// solitary is a flume with a solitary wave.
const solitary = `name = "Flume"
dimension = %d
spacing = 0.05
end = 1
[domain]
min = [1, -0.5, 2]
max = [11, 0.5, 3]
open = ["zmax"]
%s
[[fluid]]
name = "water"
box = { min = [1, -0.5, 2], max = [11, 0.5, 2.8] }
solitary-wave = { height = 0.15, depth = 0.5, crest = [6, 0]%s }
`

// A fluid with a solitary wave has its surface, its mass, and the velocities of its places, in
// both directions, anywhere on a map.
func TestSolitaryWaveInCase(t *testing.T) {
	for _, dim := range []int{2, 3} {
		for direction, sign := range map[string]float64{"": 1, ", direction = [-3, 0]": -1,
			", direction = [2, 0], bed = 2": 1} {
			c := filedCase(t, fmt.Sprintf(solitary, dim, "", direction))
			p, q := &c.Params, &c.Particles
			w := &solitaryWave{height: 0.15, depth: 0.5, gravity: 9.81, crest: [2]float64{5, 0},
				way: [2]float64{sign, 0}}
			volume := 0.0
			for k := range 10_000 {
				volume += 1e-3 * (0.5 + w.surface(1e-3*(float64(k)+0.5)-5))
			}
			n, fastest := 0, 0.0
			tops := map[float64]float64{}
			for i, x := range q.Position {
				if q.Type[i] != sph.Fluid {
					continue
				}
				n++
				want := w.at(x)
				for a := range 3 {
					if math.Abs(float64(q.Velocity[i][a])-want[a]) > 1e-6 {
						t.Fatalf("%d dimensions%s: at %v the velocity is %v m/s, want %v m/s",
							dim, direction, x, q.Velocity[i], want)
					}
				}
				fastest = max(fastest, sign*float64(q.Velocity[i][0]))
				tops[x[0]] = max(tops[x[0]], x[2])
			}
			if mass := p.Mass * float64(n) / p.Rho0; math.Abs(mass/volume-1) > 0.01 {
				t.Errorf("%d dimensions%s: there are %g m³ of water, want %g m³", dim, direction,
					mass, volume)
			}
			// The third order has u = (ε + 3/4 ε² ...) √(g d) at the crest, where water is fastest.
			if crest := w.at([3]float64{5, 0, 0.65})[0] * sign; fastest < 0.9*crest ||
				fastest > crest || math.Abs(crest/(0.3*math.Sqrt(9.81*0.5))-1) > 0.3 {
				t.Errorf("%d dimensions%s: the fastest water has %g m/s, at the crest it is %g m/s", dim, direction, fastest, crest)
			}
			for x, top := range tops {
				if surface := 0.5 + w.surface(x-5); math.Abs(top+p.DeltaP/2-surface) > 0.3*p.DeltaP {
					t.Errorf("%d dimensions%s: at x = %g m the water ends at %g m, want %g m",
						dim, direction, x, top+p.DeltaP/2, surface)
				}
			}
			if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes, "speed 2.52 m/s") {
				t.Errorf("notes are %s", notes)
			}
		}
	}
	// Across the flume: the same wave along y.
	text := strings.NewReplacer("max = [11, 0.5, ", "max = [2, 9.5, ", "crest = [6, 0]",
		"crest = [1.5, 4], direction = [0, 1]").Replace(fmt.Sprintf(solitary, 3, "", ""))
	c := filedCase(t, text)
	w := &solitaryWave{height: 0.15, depth: 0.5, gravity: 9.81, crest: [2]float64{0.5, 4.5},
		way: [2]float64{0, 1}}
	for i, x := range c.Particles.Position {
		want := w.at(x)
		if v := c.Particles.Velocity[i]; c.Particles.Type[i] == sph.Fluid &&
			(math.Abs(float64(v[1])-want[1]) > 1e-6 || v[0] != 0) {
			t.Fatalf("along y: at %v the velocity is %v m/s, want %v m/s", x, v, want)
		}
	}
	for change, want := range map[[3]string]string{
		{"height = 0.15", "height = 0.35",
			""}: "it is 0.7 times as high as the water is deep",
		{"max = [11, 0.5, 2.8]", "max = [11, 0.5, 2.6]",
			""}: "is 2.65 m high at its crest, but the fluid's shape ends at 2.6 m",
		{"solitary-wave", "velocity = [0.1, 0, 0]\nsolitary-wave",
			""}: "both solitary-wave and velocity",
		{"crest = [6, 0]", "crest = [6, 0], direction = [0, 0]",
			""}: "has no direction",
		{"", "", "[physics]\ngravity = [1, 0, -9.81]"}: "needs gravity downwards",
		{"box = { min = [1, -0.5, 2], max = [11, 0.5, 2.8] }",
			"fill = { seed = [2, 0, 2.1], level = 2.5 }", ""}: "both solitary-wave and fill",
	} {
		read, err := casefile.Parse([]byte(strings.Replace(fmt.Sprintf(solitary, 3, change[2],
			""), change[0], change[1], 1)), "case.toml")
		if err == nil {
			_, err = FromCase(read)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", change, err)
		}
	}
}
