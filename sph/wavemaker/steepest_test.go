package wavemaker

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// highest are waves whose Check refuses them above a height, all else being the same.
type highest struct {
	key, text string // of the fault
	height    float64
	waves     func(height float64) Waves
}

// heights are bounds of all kinds of waves in water of 0.5 m before a piston, by their formulas.
func heights() map[string]highest {
	const depth, period, peak = 0.5, 1.3, 2.
	miche := func(period float64) float64 { // 0.142 L tanh kd
		length := 2 * math.Pi / WaveNumber(1/period, depth, gravity)
		return 0.142 * length * math.Tanh(2*math.Pi*depth/length)
	}
	long := 2 * math.Pi / WaveNumber(0.25, depth, gravity)
	// half of the second harmonic over that of the first is kH (3 - t²)/(16 t³), t = tanh kd
	k := WaveNumber(0.5, depth, gravity)
	tanh := math.Tanh(k * depth)
	stokes := 0.25 / 2 * 16 * tanh * tanh * tanh / (k * (3 - tanh*tanh))
	return map[string]highest{
		"regular": {"height", "break at once", miche(period), func(height float64) Waves {
			return &Regular{Height: height, Period: period, Order: 1}
		}},
		"irregular": {"height", "break at once", miche(peak), func(height float64) Waves {
			w := sea(3.3)
			w.Height = height
			return w
		}},
		"crest of a group": {"height", "break at once", miche(peak) / 2, func(height float64) Waves {
			w := sea(3.3)
			w.Focus = &Focus{height, 3, 20}
			return w
		}},
		"solitary": {"height", "breaks at once", 0.78 * depth, func(height float64) Waves {
			return &Solitary{Height: height, Theory: "rayleigh"}
		}},
		"Madsen": {"order", "H L²/d³", 8 * math.Pi * math.Pi / 3 * math.Pow(depth, 3) / (long * long),
			func(height float64) Waves {
				return &Regular{Height: height, Period: 4, Order: 2, Madsen: true}
			}},
		"Stokes": {"order", "a quarter of the first", stokes, func(height float64) Waves {
			return &Regular{Height: height, Period: 2, Order: 2}
		}},
	}
}

// Waves just below the greatest height of their kind are made, and those just above it are refused,
// with that height.
func TestHighestWaves(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity}
	for name, of := range heights() {
		t.Run(name, func(t *testing.T) {
			if f := of.waves(0.995 * of.height).Check(p); f != nil {
				t.Errorf("%g m are refused: %+v", 0.995*of.height, f)
			}
			f := of.waves(1.005 * of.height).Check(p)
			if f == nil || f.Key != of.key || !strings.Contains(f.Text, of.text) {
				t.Fatalf("%g m are refused with %+v, not %q", 1.005*of.height, f, of.text)
			}
			if of.key == "order" && !strings.Contains(f.Text, fmt.Sprintf("below %.3g", of.height)) {
				t.Errorf("%q names no height of %.3g m", f.Text, of.height)
			}
		})
	}
}
