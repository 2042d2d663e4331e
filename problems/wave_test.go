package problems

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/sph"
)

// Waves satisfy the equations of a flow that is steady in a frame that moves with them, to the
// order that they have: residuals of continuity, rotation, the kinematic condition and Bernoulli's
// equation at the surface fall with the next power of the height. Velocities of periodic waves are
// exact potential flows.
func TestWaveOrders(t *testing.T) {
	residuals := func(w waveTheory, length, constant float64) (r [4]float64) {
		c := w.speed()
		const h = 1e-4
		slope := func(of func(x, z float64) float64, x, z float64) (dx, dz float64) {
			return (of(x+h, z) - of(x-h, z)) / (2 * h), (of(x, z+h) - of(x, z-h)) / (2 * h)
		}
		u := func(x, z float64) float64 { along, _ := w.velocity(x, z); return along }
		v := func(x, z float64) float64 { _, up := w.velocity(x, z); return up }
		var heads []float64
		for k := range 200 {
			x := (float64(k) - 100 + 0.37) / 100 * length
			ux, uz := slope(u, x, 0.6)
			vx, vz := slope(v, x, 0.6)
			top := 1 + w.surface(x)
			rise := (w.surface(x+h) - w.surface(x-h)) / (2 * h)
			us, vs := u(x, top), v(x, top)
			heads = append(heads, ((us-c)*(us-c)+vs*vs)/2+top)
			for i, now := range []float64{ux + vz, uz - vx, vs - (us-c)*rise} {
				r[i] = max(r[i], math.Abs(now))
			}
		}
		if math.IsNaN(constant) { // periodic waves: the same all along
			constant = 0
			for _, head := range heads {
				constant += head / float64(len(heads))
			}
		} else {
			constant += c * c / 2
		}
		for _, head := range heads {
			r[3] = max(r[3], math.Abs(head-constant))
		}
		return r
	}
	check := func(name string, order float64, of func(height float64) [4]float64) {
		// so small that a wrong digit of the last order is seen; less than 1e-9 is rounding of the
		// differences
		coarse, fine := of(0.02), of(0.005)
		for i, what := range []string{"continuity", "rotation", "the kinematic condition", "Bernoulli"} {
			got := math.Log2(coarse[i]/fine[i]) / 2
			if fine[i] > 1e-8*math.Pow(200, 4-order) || got < order-0.05 && fine[i] > 1e-9 {
				t.Errorf("%s, %s: residuals are %.3g and %.3g, of order %.2f", name, what, coarse[i], fine[i], got)
			}
		}
	}
	check("solitary", 4, func(height float64) [4]float64 {
		w := &solitaryWave{height, 1, 1}
		_, a := w.scales()
		return residuals(w, 10/3./a, 1)
	})
	for order := 1; order <= 3; order++ {
		for _, length := range []float64{2, 6} {
			check(fmt.Sprintf("order %d, length %g", order, length), float64(order+1), func(height float64) [4]float64 {
				return residuals(&stokesWave{order, height, 1, 1, 2 * math.Pi / length}, length/2, math.NaN())
			})
		}
	}
}

// TestWaveHead compares the pressure below waves with the equations of motion, ρ Dv/Dt = -∇p + ρ g,
// by differences of velocities: along the vertical they hold for potential flows, and along the bed
// to the order of the theory. At the surface the pressure is 0.
func TestWaveHead(t *testing.T) {
	const depth, g, h = 0.5, 9.81, 1e-4
	along := [2]float64{0.6, 0.8}
	// The greatest residuals along the wave and the vertical [m/s²].
	residuals := func(theory waveTheory, length float64) (level, vertical float64) {
		w := &wave{theory, depth, g, 2, [2]float64{1, 3}, along}
		for k := range 40 {
			before, part := length*(float64(k)/40-0.49), float64(k*7%10+1)/12
			top := w.bed + depth + w.surface(before)
			place := func(before, z float64) [3]float64 {
				return [3]float64{1 + before*along[0], 3 + before*along[1], z}
			}
			x := place(before, w.bed+part*(top-w.bed))
			if p := w.head(place(before, top)); math.Abs(p) > 1e-13 {
				t.Fatalf("the head at the surface is %g m", p)
			}
			var rate, slope [3]float64
			c := [3]float64{theory.speed() * along[0], theory.speed() * along[1], 0}
			v := w.at(x)
			for a := range 3 {
				low, high := x, x
				low[a], high[a] = x[a]-h, x[a]+h
				slope[a] = (w.head(high) - w.head(low)) / (2 * h)
				for b, from := range w.at(low) {
					rate[b] += (v[a] - c[a]) * (w.at(high)[b] - from) / (2 * h)
				}
			}
			var missing [3]float64
			for a, down := range [3]float64{2: g} {
				missing[a] = rate[a] + g*slope[a] + down
			}
			if across := missing[0]*along[1] - missing[1]*along[0]; math.Abs(across) > 1e-8 {
				t.Fatalf("across the wave %g m/s² are missing", across)
			}
			level = max(level, math.Abs(missing[0]*along[0]+missing[1]*along[1]))
			vertical = max(vertical, math.Abs(missing[2]))
		}
		return level, vertical
	}
	type maker func(height float64) (theory waveTheory, length float64)
	check := func(name string, order float64, exact bool, of maker) {
		coarse, coarseUp := residuals(of(0.01))
		fine, fineUp := residuals(of(0.0025))
		got, gotUp := math.Log2(coarse/fine)/2, math.Log2(coarseUp/fineUp)/2
		if got < order-0.05 || exact && coarseUp > 1e-6 || !exact && gotUp < order-0.05 {
			t.Errorf("%s: %.3g and %.3g m/s² are missing along the wave, of order %.2f, and along z "+
				"%.3g and %.3g, of order %.2f", name, coarse, fine, got, coarseUp, fineUp, gotUp)
		}
	}
	check("solitary", 4, false, func(height float64) (waveTheory, float64) {
		w := &solitaryWave{height, depth, g}
		_, a := w.scales()
		return w, 7 / a
	})
	for order := 1; order <= 3; order++ {
		name := fmt.Sprintf("order %d", order)
		check(name, float64(order+1), true, func(height float64) (waveTheory, float64) {
			return &stokesWave{order, height, depth, g, 2 * math.Pi / 1.5}, 1.5
		})
	}
}

// A period and the length that follows from it belong together, in deep and in shallow water.
func TestLengthOfPeriod(t *testing.T) {
	for _, theory := range []string{"airy", "stokes2", "stokes3"} {
		for _, period := range []float64{0.3, 1.5, 5} {
			w := newPeriodicWave(&casefile.WaveTrain{Theory: theory, Height: 0.005, Depth: 0.5, Period: period}, 9.81)
			if got := w.period(); math.Abs(got/period-1) > 1e-9 {
				t.Errorf("%s: the wave of %g s has a period of %g s", theory, period, got)
			}
			linear := math.Sqrt(9.81 * w.k * math.Tanh(w.k*0.5))
			if got := 2 * math.Pi / period; math.Abs(got/linear-1) > 0.01 {
				t.Errorf("%s: the wave of %g s has a frequency of %g /s, by linear theory %g /s", theory, period, got, linear)
			}
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
			c := flowOfCase(t, fmt.Sprintf(solitary, dim, "", direction))
			p, q := &c.Params, &c.Particles
			w := &wave{waveTheory: &solitaryWave{0.15, 0.5, 9.81}, depth: 0.5, gravity: 9.81,
				crest: [2]float64{5, 0}, way: [2]float64{sign, 0}}
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
	c := flowOfCase(t, text)
	w := &wave{waveTheory: &solitaryWave{0.15, 0.5, 9.81}, depth: 0.5, gravity: 9.81,
		crest: [2]float64{0.5, 4.5}, way: [2]float64{0, 1}}
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
		text := fmt.Sprintf(solitary, 3, change[2], "")
		err := errorOfCase(strings.Replace(text, change[0], change[1], 1))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", change, err)
		}
	}
}

// train is a box one wavelength long, with a periodic wave.
const train = `name = "Train"
dimension = %d
spacing = 0.02
end = 1
[domain]
min = [1, -0.5, 2]
max = [3.88, 0.5, 2.7]
periodic = ["x"]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [1, -0.5, 2], max = [3.88, 0.5, 2.65] }
wave = { theory = "stokes3", height = 0.1, depth = 0.5, length = 2.88, crest = [2, 0]%s }
`

// A fluid with a periodic wave has its volume, velocities and pressure, which is 0 at the surface
// and at the bed what the wave adds to that of the depth: by linear theory ρ g A/cosh kd.
func TestPeriodicWaveInCase(t *testing.T) {
	for direction, sign := range map[string]float64{"": 1, ", direction = [-2, 0]": -1} {
		c := flowOfCase(t, fmt.Sprintf(train, 2, direction))
		p, q := &c.Params, &c.Particles
		theory := &stokesWave{3, 0.1, 0.5, 9.81, 2 * math.Pi / 2.88}
		w := &wave{waveTheory: theory, depth: 0.5, gravity: 9.81, crest: [2]float64{1, 0},
			way: [2]float64{sign, 0}}
		n := 0
		for i, x := range q.Position {
			if q.Type[i] != sph.Fluid {
				continue
			}
			n++
			for a, want := range w.at(x) {
				if got := float64(q.Velocity[i][a]); math.Abs(got-want) > 1e-6 {
					t.Fatalf("at %v the velocity is %v m/s, want %g m/s", x, q.Velocity[i], want)
				}
			}
			pressure, want := p.Pressure(float64(q.RelDensity[i])), p.Rho0*9.81*w.head(x)
			if math.Abs(pressure-max(0, want)) > 0.01*p.Rho0*9.81*0.5 { // Tait's is 0.5 % more
				t.Fatalf("at %v the pressure is %g Pa, want %g Pa", x, pressure, want)
			}
			kd := theory.k * 0.5
			above := 0.05 * math.Cos(theory.k*(x[0]-1)) * math.Cosh(theory.k*x[2]) / math.Cosh(kd)
			if linear := p.Rho0 * 9.81 * (0.5 - x[2] + above); x[2] < 0.4 &&
				math.Abs(want-linear) > 0.15*p.Rho0*9.81*0.05 {
				t.Fatalf("at %v the pressure is %g Pa, by linear theory %g Pa", x, want, linear)
			}
		}
		// 0.5 % more by its weight
		if volume := float64(n) * p.Mass / p.Rho0; math.Abs(volume/(2.88*0.5)-1) > 0.006 {
			t.Errorf("there are %g m² of water, want %g m²", volume, 2.88*0.5)
		}
	}
	for change, want := range map[[2]string]string{
		{`"stokes3"`, `"stokes4"`}:                                                          "wave.theory is \"stokes4\", but must be airy, stokes2 or stokes3",
		{"height = 0.1", "height = 0.4"}:                                                    "more than 0.1 times can be computed",
		{"depth = 0.5, length", "depth = 0.1, length"}:                                      "it is too high for a wave of 2.88 m in water of 0.1 m",
		{"height = 0.1", "height = -1"}:                                                     "must be above 0",
		{"length = 2.88, ", ""}:                                                             "has no length",
		{"length = 2.88", "length = 2.88, period = 1"}:                                      "has both length and period",
		{"max = [3.88, 0.5, 2.65]", "max = [3.88, 0.5, 2.5]"}:                               "is 2.5564 m high at its crest",
		{"wave =", "velocity = [1, 0, 0]\nwave ="}:                                          "both wave and velocity",
		{"wave =", "solitary-wave = { height = 0.1, depth = 0.5, crest = [2, 0] }\nwave ="}: "both wave and solitary-wave",
	} {
		err := errorOfCase(strings.Replace(fmt.Sprintf(train, 2, ""), change[0], change[1], 1))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", change, err)
		}
	}
}
