package flows

import "math"

// Wave numbers of the velocities at the beginning: k₀, where the spectrum is highest, and the
// greatest. Each shell of wave numbers has at most wavesOfShell waves.
const (
	peakWave     = 4
	mostWave     = 8
	wavesOfShell = 12
)

// waves is a random velocity field without divergence on a grid, in the periodic cube of side 2π:
// the curl of a vector potential a cos(k·x + φ) on the edges of cells, summed over wave vectors k.
// The differences of the potential over a cell give
//
//	u = -Σ (k' × a) sin(k·x + φ),   k'ᵢ = 2 sin(kᵢ Δx/2)/Δx,
//
// at the faces, whose discrete divergence is zero: k' · (k' × a) = 0. All energies are those of the
// spectrum, since waves on a grid are orthogonal.
type waves struct {
	spacing float64
	all     []wave
	// cos and sin of k x at multiples of Δx/2, for each k from -mostWave to mostWave
	turns [2*mostWave + 1][]complex128
}

// wave is one of them: k, k' × a, and e^iφ.
type wave struct {
	k     [3]int
	u     [3]float64
	phase complex128
}

// newWaves makes a field for a grid of n cells along each axis.
func newWaves(r *random, n int) *waves {
	w := &waves{spacing: 2 * math.Pi / float64(n)}
	for k := range w.turns {
		for j := range 2 * n {
			sin, cos := math.Sincos(float64((k-mostWave)*j%(2*n)) * w.spacing / 2)
			w.turns[k] = append(w.turns[k], complex(cos, sin))
		}
	}
	total := 0.0
	var spectrum [mostWave + 1]float64
	for k := 1; k <= mostWave; k++ {
		q := float64(k) / peakWave
		spectrum[k] = q * q * q * q * math.Exp(-2*q*q)
		total += spectrum[k]
	}
	for shell := 1; shell <= mostWave; shell++ {
		some := drawShell(r, shell)
		for _, k := range some {
			// the mean of u²/2 of a wave is |k' × a|²/4
			energy := 1.5 * spectrum[shell] / total / float64(len(some))
			w.all = append(w.all, w.draw(r, k, 2*math.Sqrt(energy)))
		}
	}
	return w
}

// drawShell chooses wave vectors whose length rounds to that of a shell. Of k and -k, which are the
// same wave, only one is among them.
func drawShell(r *random, shell int) (some [][3]int) {
	var all [][3]int
	for x := -shell; x <= shell; x++ {
		for y := -shell; y <= shell; y++ {
			for z := 0; z <= shell; z++ {
				half := z > 0 || y > 0 || y == 0 && x > 0
				length := math.Sqrt(float64(x*x + y*y + z*z))
				if half && math.Round(length) == float64(shell) && length <= float64(shell) {
					all = append(all, [3]int{x, y, z})
				}
			}
		}
	}
	for i := range min(wavesOfShell, len(all)) {
		j := i + int(r.uniform()*float64(len(all)-i))
		all[i], all[j] = all[j], all[i]
		some = append(some, all[i])
	}
	return some
}

// draw gives a wave its direction and phase. Its greatest velocity is amplitude.
func (w *waves) draw(r *random, k [3]int, amplitude float64) wave {
	var d [3]float64 // k'
	for axis := range d {
		d[axis] = 2 * math.Sin(float64(k[axis])*w.spacing/2) / w.spacing
	}
	for {
		var a, u [3]float64
		for axis := range a {
			a[axis] = 2*r.uniform() - 1
		}
		for axis := range u {
			b, c := (axis+1)%3, (axis+2)%3
			u[axis] = d[b]*a[c] - d[c]*a[b]
		}
		length := math.Sqrt(u[0]*u[0] + u[1]*u[1] + u[2]*u[2])
		if square := a[0]*a[0] + a[1]*a[1] + a[2]*a[2]; square > 1 || length < 0.1 {
			continue // of directions in a ball all have the same chance
		}
		for axis := range u {
			u[axis] *= amplitude / length
		}
		sin, cos := math.Sincos(2 * math.Pi * r.uniform())
		return wave{k, u, complex(cos, sin)}
	}
}

// velocity is component c at a point, which must be at multiples of half a cell.
func (w *waves) velocity(c int, x [3]float64) float64 {
	var at [3]int
	for axis := range at {
		n := len(w.turns[0])
		at[axis] = (int(math.Round(2*x[axis]/w.spacing))%n + n) % n
	}
	u := 0.0
	for i := range w.all {
		v := &w.all[i]
		turn := v.phase * w.turns[v.k[0]+mostWave][at[0]] * w.turns[v.k[1]+mostWave][at[1]] *
			w.turns[v.k[2]+mostWave][at[2]]
		u -= v.u[c] * imag(turn)
	}
	return u
}

// random are random numbers by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), the same with every
// compiler and library.
type random struct{ state uint64 }

func newRandom(seed int) *random { return &random{uint64(seed)} }

// uniform is a number from 0 to before 1.
func (r *random) uniform() float64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}
