package balance

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/balance"
)

// greatest is the time of the device that takes longest.
func greatest(weights []float64, bounds []int, slowness ...float64) float64 {
	most := 0.0
	for d := range len(bounds) - 1 {
		sum := 0.0
		for _, w := range weights[bounds[d]:bounds[d+1]] {
			sum += w
		}
		if slowness != nil {
			sum *= slowness[d]
		}
		most = max(most, sum)
	}
	return most
}

// searching is a search among bounds that take so long, at the n-th measurement.
func searching(takes func(bounds []int, n int) float64) *Search {
	n := 0
	return &Search{Least: 2, Repeat: 3, Stop: func() bool { return false },
		Measure: func(bounds []int) (float64, error) {
			n++
			return takes(bounds, n), nil
		}}
}

func run(t *testing.T, s *Search, k int, starts ...[]int) {
	t.Helper()
	if err := s.Run(starts, k); err != nil {
		t.Fatal(err)
	}
}

// Of four equal devices with 10, 10, 10 and 2 slices to 8 each: no bound alone can be
// moved for the better.
func TestSearchPassesOn(t *testing.T) {
	s := searching(func(bounds []int, _ int) float64 {
		return greatest(slices.Repeat([]float64{1}, 37),
			bounds)
	})
	start := []int{5, 15, 25, 35, 37}
	run(t, s, 4, start)
	if want := []int{5, 13, 21, 29, 37}; !slices.Equal(s.Best.Bounds, want) {
		t.Errorf("the best are %v, want %v", s.Best.Bounds, want)
	}
	if !slices.Equal(start, []int{5, 15, 25, 35, 37}) {
		t.Errorf("it has changed where it began to %v", start)
	}
	for i, a := range s.Tried {
		for _, b := range s.Tried[:i] {
			if slices.Equal(a.Bounds, b.Bounds) {
				t.Errorf("%v are tried twice", a.Bounds)
			}
		}
		for d := range 4 {
			if a.Bounds[d+1]-a.Bounds[d] < 2 || a.Bounds[0] != 5 || a.Bounds[4] != 37 {
				t.Errorf("%v are tried", a.Bounds)
			}
		}
	}
}

// Where devices and slices are unequal, it ends near the best of all bounds, from
// anywhere, in spite of noise.
func TestSearchIsNearBest(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	worst, trials := 0.0, 0
	for range 100 {
		weights, slowness := make([]float64, 40), make([]float64, 3)
		for i := range weights {
			weights[i] = 1 + random.Float64()
		}
		for d := range slowness {
			slowness[d] = 1 + random.Float64()
		}
		s := searching(func(bounds []int, _ int) float64 {
			return greatest(weights, bounds, slowness...) * (1 + 0.01*random.NormFloat64())
		})
		run(t, s, 4, []int{0, 2, 4, 40}, []int{0, 13, 26, 40})
		worst = max(worst, greatest(weights, s.Best.Bounds, slowness...)/greatest(weights,
			balance.CutUnequal(weights, slowness, 0, 2), slowness...)-1)
		trials = max(trials, len(s.Tried))
	}
	t.Logf("at most %.1f %% above the best of all, after at most %d bounds", 100*worst, trials)
	if worst > 0.03 || trials > 60 {
		t.Errorf("%.1f %% above the best of all, or %d bounds", 100*worst, trials)
	}
}

// Neither luck nor a machine that gets faster or slower makes bounds better.
func TestSearchDoubts(t *testing.T) {
	truth := func(bounds []int) float64 { return 1 + math.Abs(float64(bounds[1]-20))/20 }
	best := []int{0, 20, 40}
	seen := 0
	lucky := searching(func(bounds []int, _ int) float64 {
		if bounds[1] == 22 {
			if seen++; seen <= 3 {
				return 0.1
			}
		}
		return truth(bounds)
	})
	run(t, lucky, 2, best)
	if !slices.Equal(lucky.Best.Bounds, best) || seen != 6 {
		t.Errorf("with luck, which was looked at %d times, the best are %v", seen, lucky.Best.Bounds)
	}
	faster := searching(func(bounds []int,
		n int) float64 {
		return truth(bounds) * math.Exp(-0.01*float64(n))
	})
	run(t, faster, 2, best)
	if !slices.Equal(faster.Best.Bounds, best) {
		t.Errorf("on a machine that gets faster, the best are %v", faster.Best.Bounds)
	}
	slower := searching(func(bounds []int, n int) float64 {
		if n > 6 { // after both starts
			return 2 * truth(bounds)
		}
		return truth(bounds)
	})
	run(t, slower, 1, []int{0, 22, 40}, []int{0, 2, 40})
	if !slices.Equal(slower.Best.Bounds, best) {
		t.Errorf("on a machine that gets slower, the best are %v", slower.Best.Bounds)
	}
}

// It stops where it is told to, with the best so far.
func TestSearchStops(t *testing.T) {
	s := searching(func(bounds []int, _ int) float64 { return math.Abs(float64(bounds[1] - 30)) })
	s.Stop = func() bool { return len(s.Tried) == 3 }
	run(t, s, 1, []int{0, 10, 40})
	if len(s.Tried) != 3 || !slices.Equal(s.Best.Bounds, []int{0, 11, 40}) {
		t.Errorf("%d bounds are tried, the best are %v", len(s.Tried), s.Best.Bounds)
	}
}
