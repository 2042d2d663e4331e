package tests

import (
	"fmt"
	"testing"
)

// BoreInABox does what Rustico et al. (IEEE TPDS 25(1), 2014, section 4.3) say of
// it. In the variant corridor one third of the domain's Y extent ends, after
// 1.5 s, with two thirds of the water. In the variant wall the water passes the
// opening, so that this third has more than its share, and spreads over the
// whole floor again, so that it has a third once more.
//
// Measured, the third's part of the water:
//
//	Δp, c0                       corridor at 1.5 s    wall at 0.75 and 1.5 s
//	0.045 m, 24.3 m/s                 0.690               0.448    0.387
//	  with dynamic walls              0.645               0.429    0.376
//	0.03 m, 35 m/s, dynamic walls     0.653               0.426    0.373
//	shallow water                     0.68                0.47     0.35
func TestBoreInABox(t *testing.T) {
	const third, length, width, height = 0.4, 2.4, 1.2, 1.0 // [m]
	type spacing struct {
		deltaP float64
		args   []string
	}
	// The coarse flow has sound of 10 √(g depth), the slowest that is sensible, for
	// the sake of time.
	spacings := []spacing{{0.0667, []string{"--c0=0", "--preset=classic"}}}
	if long() {
		spacings = []spacing{{0.03, nil}, {0.02, nil}}
	}
	tests := []struct {
		variant             string
		middleLow, middleUp float64 // at 0.75 s
		endLow, endUp       float64 // at 1.5 s
	}{
		{"corridor", 0.45, 0.60, 2.0/3 - 0.05, 2.0/3 + 0.05},
		{"wall", 0.40, 0.50, 1.0/3 - 0.06, 1.0/3 + 0.08},
	}
	for _, s := range spacings {
		for _, test := range tests {
			t.Run(fmt.Sprint(test.variant, " ", s.deltaP), func(t *testing.T) {
				c := setup(t, "BoreInABox", s.deltaP, append(s.args, "--variant="+test.variant)...)
				f := begin(t, c, 1.5, testDevices())
				var parts []float64 // every 0.25 s
				f.each(0.25, func() {
					s := f.snapshot()
					parts = append(parts, part(s, func(x [3]float64) bool { return x[1] < third }))
					if d := outside(s, [3]float64{}, [3]float64{length, width, height}); d > c.Params.DeltaP/2 {
						t.Errorf("at %.3g s water is %.2f Δp behind a wall's face", s.Time, d/c.Params.DeltaP)
					}
				})
				begun, middle, end := parts[0], parts[3], parts[len(parts)-1]
				t.Logf("the third has %.3f of the water", parts)
				if begun < 0.31 || begun > 0.36 {
					t.Errorf("at the beginning the third has %.3f of the water", begun)
				}
				if middle < test.middleLow || middle > test.middleUp {
					t.Errorf("at 0.75 s the third has %.3f of the water, want %g to %g", middle,
						test.middleLow, test.middleUp)
				}
				if end < test.endLow || end > test.endUp {
					t.Errorf("at 1.5 s the third has %.3f of the water, want %.3f to %.3f", end,
						test.endLow, test.endUp)
				}
			})
		}
	}
}
