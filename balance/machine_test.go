package balance

import (
	"math"
	"math/rand/v2"
	"slices"
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
	// one in this many measured times is five times too long
	hiccup int
	lists  int
	least  int
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
func wrong(s int, at float64) float64 {
	return dam(s,
		at) * math.Exp(math.Log(4)*math.Sin(float64(s)))
}

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
	{name: "corridor, unequal devices", slowness: []float64{1, 2, 1}, work: corridor, told: corridor,
		fixed: 10},
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
