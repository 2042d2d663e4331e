package balance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func predictive() *Predictive { return &Predictive{Threshold: 0.02, Memory: 20} }

// Slices come to within 5 % of the best bounds that stay, the way there counted,
// and below that where the flow moves; as fast as the paper's balancer brings
// them or faster, and in fewer moves. The log has the table.
func TestMachines(t *testing.T) {
	rows := []string{fmt.Sprintf("%-35s noise %13s  %13s  %13s  %6s",
		"time by the best bounds' that stay (moves)", "off", "paper", "predictive", "ideal")}
	var sums [2]float64
	for _, machine := range machines {
		for _, noise := range []float64{0, 0.03} {
			m := machine.complete(noise, 300)
			best, off, paper, ours := m.static(), m.run(t, nil), m.run(t, &Paper{H: 0.5, K: 10}),
				m.run(t, predictive())
			cell := func(o outcome) string {
				return fmt.Sprintf("%5.3f (%3d)", o.seconds/best.seconds,
					o.moves)
			}
			rows = append(rows, fmt.Sprintf("%-42s %3.0f %%  %13s  %13s  %13s   %5.3f",
				m.name, 100*noise, cell(off), cell(paper), cell(ours), m.ideal().seconds/best.seconds))
			if ours.seconds > 1.05*best.seconds || ours.late > 1.05*best.late {
				t.Errorf("%s, noise %g: %g s, and %g s late; the best bounds take %g and %g", m.name, noise,
					ours.seconds, ours.late, best.seconds, best.late)
			}
			if ours.seconds > 1.02*paper.seconds || ours.moves > paper.moves &&
				ours.seconds > 0.995*paper.seconds {
				t.Errorf("%s, noise %g: %g s in %d moves; the paper's balancer takes %g s in %d", m.name, noise,
					ours.seconds, ours.moves, paper.seconds, paper.moves)
			}
			sums[0] += paper.seconds / best.seconds
			sums[1] += ours.seconds / best.seconds
		}
	}
	if sums[1] > sums[0]-0.5 {
		t.Errorf("over all machines the sum is %.3f, that of the paper's balancer %.3f", sums[1], sums[0])
	}
	t.Log("\n" + strings.Join(rows, "\n"))
}

// Noise moves next to nothing where nothing changes.
func TestStationary(t *testing.T) {
	for _, machine := range machines {
		if machine.work(20, 0) != machine.work(20, 0.3) {
			continue
		}
		m := machine.complete(0.03, 6000)
		o, paper := m.run(t, predictive()), m.run(t, &Paper{H: 0.5, K: 10})
		t.Logf("%-35s %3d moves in %d lists; the paper's balancer %d", m.name, o.moves, m.lists,
			paper.moves)
		if o.moves > m.lists/100 {
			t.Errorf("%s: slices move in %d of %d lists", m.name, o.moves, m.lists)
		}
	}
}

// Machines at random, whose work changes from slice to slice by a third: in the
// end the longest device is off the best by 5 % and a slice at most.
func TestAnyMachine(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		n := 2 + random.IntN(2)
		m := machine{name: "random", slices: 2*n + random.IntN(40)}.complete(0.03*random.Float64(), 150)
		for range n {
			m.slowness = append(m.slowness, math.Exp(1.4*random.Float64()))
		}
		work, told := make([]float64, m.slices), make([]float64, m.slices)
		w, e, heaviest := 1.0, 1.0, 0.0
		for s := range work {
			w *= math.Exp(0.3 * random.NormFloat64())
			e *= math.Exp(0.2 * random.NormFloat64())
			work[s], told[s], heaviest = w, w*e, max(heaviest, w)
			m.fixed += 0.2 * random.Float64() * w / float64(n)
		}
		m.work = func(s int, _ float64) float64 { return work[s] }
		if random.IntN(2) == 0 {
			m.told = func(s int, _ float64) float64 { return told[s] }
		}
		slice := heaviest * slices.Max(m.slowness) * float64(m.lists) / 3
		if o, best := m.run(t, predictive()), m.static(); o.late > 1.05*best.late+slice {
			t.Errorf("%d devices, %d slices: %g s, at best %g s; a slice takes %g s", n, m.slices, o.late,
				best.late, slice)
		}
	}
}

// What cannot have been measured teaches nothing, and no list is judged before
// it has been seen.
func TestPredictiveIgnores(t *testing.T) {
	bounds := []int{2, 12, 22}
	loads := func(a, b float64) []Load {
		return []Load{{Slices: 10, Seconds: a}, {Slices: 10, Seconds: b}}
	}
	for _, bad := range [][]Load{loads(0, 1), loads(math.NaN(), 1), loads(math.Inf(1), 1),
		loads(-1, 1)} {
		p := predictive()
		p.Observe(bad, 10)
		if got := p.Bounds(bounds, 2); !slices.Equal(got, bounds) {
			t.Errorf("after %v the bounds become %v", bad, got)
		}
	}
	p := predictive()
	p.Observe(loads(3, 1), 0)
	if got := p.Bounds(bounds, 2); !slices.Equal(got, bounds) {
		t.Errorf("after no step the bounds become %v", got)
	}
	p.Observe(loads(3, 1), 10)
	moved := p.Bounds(bounds, 2)
	if moved[1] >= 11 || !slices.Equal(bounds, []int{2, 12, 22}) {
		t.Errorf("after %v the bounds %v become %v: more than a slice should move", loads(3, 1), bounds,
			moved)
	}
	if again := p.Bounds(moved, 2); !slices.Equal(again, moved) {
		t.Errorf("before they have been seen, the bounds %v become %v", moved, again)
	}
	if s := p.String(); !strings.Contains(s, "2 %") || !strings.Contains(s, "20 steps") {
		t.Errorf("the policy calls itself %q", s)
	}
}

// All work in one slice, none, and what is not a number: bounds stay bounds.
func TestPredictiveOddWork(t *testing.T) {
	for _, work := range [][]float64{{0, 0, 0, 0, 0, 0}, {0, 0, 9, 0, 0, 0},
		{math.Inf(1), 0, 0, 0, 0, 1}, {math.NaN(), 1, 1, 1, 1, 1}} {
		p, m := predictive(), machine{slowness: []float64{1, 1}, least: 2}
		p.Observe([]Load{{Slices: 3, Seconds: 5, Work: work[:3]},
			{Slices: 3, Seconds: 1, Work: work[3:]}}, 10)
		bounds := []int{2, 5, 8}
		m.check(t, bounds, p.Bounds(bounds, 2))
	}
}

// What the host does between two list periods, in one of a few.
func BenchmarkBounds(b *testing.B) {
	for _, devices := range []int{2, 8} {
		for _, each := range []int{100, 700} { // slices of a device
			b.Run(fmt.Sprintf("%d devices of %d slices", devices, each), func(b *testing.B) {
				p, bounds, loads := predictive(), []int{0}, make([]Load, devices)
				for d := range loads {
					loads[d] = Load{Slices: each, Seconds: 1 + 0.005*float64(d%2), Work: make([]float64, each)}
					for s := range each {
						loads[d].Work[s] = float64(1 + s%7)
					}
					bounds = append(bounds, (d+1)*each)
				}
				for b.Loop() {
					p.Observe(loads, 20)
					p.Bounds(bounds, 17)
				}
			})
		}
	}
}
