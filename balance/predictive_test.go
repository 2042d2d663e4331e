package balance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// machine simulates devices: what a slice takes, where and when, and what is
// told of that.
type machine struct {
	name     string
	slowness []float64                           // seconds per work, by device
	slices   int                                 // that they share
	work     func(slice int, at float64) float64 // at goes from 0 to 1
	told     func(slice int, at float64) float64 // nil tells nothing
	fixed    float64                             // seconds of each device beside
	noise    float64                             // standard deviation of measured times, relative
	hiccup   int                                 // one in so many measured times is five times too long
	lists    int
	least    int
}

// outcome is what a policy makes of a machine.
type outcome struct {
	seconds float64 // sum over lists of the longest device's time
	late    float64 // the same of the last third of the lists
	moves   int     // lists at which any slice moved
}

// seconds is what device d takes in truth for the slices [from, to).
func (m *machine) seconds(d, from, to int, at float64) float64 {
	sum := m.fixed
	for s := from; s < to; s++ {
		sum += m.slowness[d] * m.work(s, at)
	}
	return sum
}

func (m *machine) at(list int) float64 { return float64(list) / float64(m.lists) }

// run lets a policy, nil for none, balance the machine from equal numbers of
// slices on.
func (m *machine) run(t *testing.T, policy Policy) outcome {
	t.Helper()
	random, n := rand.New(rand.NewPCG(3, 5)), len(m.slowness)
	bounds := make([]int, n+1)
	for d := range bounds {
		bounds[d] = 2 + d*m.slices/n
	}
	var o outcome
	for list := range m.lists {
		if policy != nil && list > 0 {
			next := policy.Bounds(bounds, m.least)
			m.check(t, bounds, next)
			if !slices.Equal(bounds, next) {
				o.moves++
			}
			bounds = next
		}
		loads, longest := make([]Load, n), 0.0
		for d := range loads {
			seconds := m.seconds(d, bounds[d]-2, bounds[d+1]-2, m.at(list))
			longest = max(longest, seconds)
			seconds *= math.Exp(m.noise * random.NormFloat64())
			if m.hiccup > 0 && random.IntN(m.hiccup) == 0 {
				seconds *= 5
			}
			loads[d] = Load{Slices: bounds[d+1] - bounds[d], Seconds: 10 * seconds}
			for s := bounds[d] - 2; s < bounds[d+1]-2 && m.told != nil; s++ {
				loads[d].Work = append(loads[d].Work, m.told(s, m.at(list)))
			}
		}
		o.seconds += longest
		if list >= m.lists*2/3 {
			o.late += longest
		}
		if policy != nil {
			policy.Observe(loads, 10)
		}
	}
	return o
}

// check holds what is true of the bounds of any policy.
func (m *machine) check(t *testing.T, before, after []int) {
	t.Helper()
	n := len(m.slowness)
	if len(after) != n+1 || after[0] != before[0] || after[n] != before[n] {
		t.Fatalf("%v becomes %v: slices are lost or won", before, after)
	}
	for d := range n {
		if after[d+1]-after[d] < m.least {
			t.Fatalf("%v becomes %v: device %d has less than %d slices", before, after, d, m.least)
		}
	}
}

// static is what the best bounds that stay take, of all there are.
func (m *machine) static() outcome {
	n := len(m.slowness)
	// sums[d][list] are the times before each slice.
	sums := make([][][]float64, n)
	for d := range sums {
		for list := range m.lists {
			sum := make([]float64, m.slices+1)
			for s := range m.slices {
				sum[s+1] = sum[s] + m.slowness[d]*m.work(s, m.at(list))
			}
			sums[d] = append(sums[d], sum)
		}
	}
	best := outcome{seconds: math.Inf(1), late: math.Inf(1)}
	var visit func(d, from int, longest []float64)
	visit = func(d, from int, longest []float64) {
		first, last := from+m.least, m.slices-(n-1-d)*m.least
		if d == n-1 {
			first = m.slices
		}
		for to := first; to <= last; to++ {
			with := make([]float64, m.lists)
			all, late := 0.0, 0.0
			for list := range with {
				with[list] = max(longest[list], sums[d][list][to]-sums[d][list][from]+m.fixed)
				all += with[list]
				if list >= m.lists*2/3 {
					late += with[list]
				}
			}
			if d < n-1 {
				visit(d+1, to, with)
			} else {
				best.seconds, best.late = min(best.seconds, all), min(best.late, late)
			}
		}
	}
	visit(0, 0, make([]float64, m.lists))
	return best
}

// ideal is what the best bounds at every list take.
func (m *machine) ideal() outcome {
	var o outcome
	weights := make([]float64, m.slices)
	for list := range m.lists {
		for s := range weights {
			weights[s] = m.work(s, m.at(list))
		}
		_, longest := newCutter(weights, m.slowness, m.least).best(0)
		o.seconds += longest + m.fixed
		if list >= m.lists*2/3 {
			o.late += longest + m.fixed
		}
	}
	return o
}

// dam is a column of water in a third of a box with dry walls.
func dam(s int, _ float64) float64 {
	if s < 14 {
		return 10 + float64(s%5)
	}
	return 0.6
}

// corridor is water whose middle goes to and fro.
func corridor(s int, at float64) float64 {
	middle := 20 + 12*math.Sin(2*math.Pi*at)
	return 0.8 + 12*math.Exp(-math.Pow((float64(s)-middle)/7, 2))
}

// even slices are all the same.
func even(int, float64) float64 { return 1 }

// wrong estimates are off by up to four times, and the more the further on.
func wrong(s int, at float64) float64 { return dam(s, at) * math.Exp(math.Log(4)*math.Sin(float64(s))) }

// swapped takes wet for dry.
func swapped(s int, at float64) float64 { return 1 / dam(s, at) }

// nothing is told of dry slices.
func wetOnly(s int, at float64) float64 {
	if w := dam(s, at); w > 1 {
		return w
	}
	return 0
}

var machines = []machine{
	{name: "equal devices, even work", slowness: []float64{1, 1, 1}, work: even},
	{name: "one half as fast", slowness: []float64{2, 1}, work: even},
	{name: "one half as fast, dam", slowness: []float64{1, 2}, work: dam},
	{name: "dam, work told", slowness: []float64{1, 1, 1}, work: dam, told: dam},
	{name: "dam, nothing told", slowness: []float64{1, 1, 1}, work: dam},
	{name: "dam, told up to 4 times wrong", slowness: []float64{1, 1, 1}, work: dam, told: wrong},
	{name: "dam, wet told for dry", slowness: []float64{1, 1, 1}, work: dam, told: swapped},
	{name: "dam, nothing told of dry slices", slowness: []float64{1, 1, 1}, work: dam, told: wetOnly},
	{name: "four unequal, dam", slowness: []float64{1, 1.4, 0.7, 2}, work: dam, told: dam},
	{name: "fixed time of a third", slowness: []float64{1, 1, 1}, work: dam, told: dam, fixed: 25},
	{name: "fixed time of a third, nothing told", slowness: []float64{1, 1, 1}, work: dam, fixed: 25},
	{name: "corridor, work told", slowness: []float64{1, 1, 1}, work: corridor, told: corridor},
	{name: "corridor, nothing told", slowness: []float64{1, 1, 1}, work: corridor},
	{name: "corridor, unequal devices", slowness: []float64{1, 2, 1}, work: corridor, told: corridor, fixed: 10},
	{name: "coarse slices", slowness: []float64{1, 1.3, 1}, slices: 9, work: dam, told: dam},
	{name: "hiccups", slowness: []float64{1, 1, 1}, work: dam, told: dam, hiccup: 30},
}

// complete fills in what all machines share.
func (m machine) complete(noise float64, lists int) machine {
	if m.slices == 0 {
		m.slices = 40
	}
	m.noise, m.lists, m.least = noise, lists, 2
	return m
}

func predictive() *Predictive { return &Predictive{Threshold: 0.02, Memory: 20} }

// Slices come to within 5 % of the best bounds that stay, the way there counted,
// and below that where the flow moves; as fast as the paper's balancer brings
// them or faster, and in fewer moves. The log has the table.
func TestMachines(t *testing.T) {
	rows := []string{fmt.Sprintf("%-35s noise %13s  %13s  %13s  %6s", "time by the best bounds' that stay (moves)", "off", "paper", "predictive", "ideal")}
	var sums [2]float64
	for _, machine := range machines {
		for _, noise := range []float64{0, 0.03} {
			m := machine.complete(noise, 300)
			best, off, paper, ours := m.static(), m.run(t, nil), m.run(t, &Paper{H: 0.5, K: 10}), m.run(t, predictive())
			cell := func(o outcome) string { return fmt.Sprintf("%5.3f (%3d)", o.seconds/best.seconds, o.moves) }
			rows = append(rows, fmt.Sprintf("%-42s %3.0f %%  %13s  %13s  %13s   %5.3f",
				m.name, 100*noise, cell(off), cell(paper), cell(ours), m.ideal().seconds/best.seconds))
			if ours.seconds > 1.05*best.seconds || ours.late > 1.05*best.late {
				t.Errorf("%s, noise %g: %g s, and %g s late; the best bounds take %g and %g", m.name, noise, ours.seconds, ours.late, best.seconds, best.late)
			}
			if ours.seconds > 1.02*paper.seconds || ours.moves > paper.moves && ours.seconds > 0.995*paper.seconds {
				t.Errorf("%s, noise %g: %g s in %d moves; the paper's balancer takes %g s in %d", m.name, noise, ours.seconds, ours.moves, paper.seconds, paper.moves)
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
		t.Logf("%-35s %3d moves in %d lists; the paper's balancer %d", m.name, o.moves, m.lists, paper.moves)
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
			t.Errorf("%d devices, %d slices: %g s, at best %g s; a slice takes %g s", n, m.slices, o.late, best.late, slice)
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
	for _, bad := range [][]Load{loads(0, 1), loads(math.NaN(), 1), loads(math.Inf(1), 1), loads(-1, 1)} {
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
		t.Errorf("after %v the bounds %v become %v: more than a slice should move", loads(3, 1), bounds, moved)
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
	for _, work := range [][]float64{{0, 0, 0, 0, 0, 0}, {0, 0, 9, 0, 0, 0}, {math.Inf(1), 0, 0, 0, 0, 1}, {math.NaN(), 1, 1, 1, 1, 1}} {
		p, m := predictive(), machine{slowness: []float64{1, 1}, least: 2}
		p.Observe([]Load{{Slices: 3, Seconds: 5, Work: work[:3]}, {Slices: 3, Seconds: 1, Work: work[3:]}}, 10)
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
