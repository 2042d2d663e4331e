package balance

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// greatest is the greatest share that bounds give, or the greatest time of
// devices of some slowness.
func greatest(weights []float64, bounds []int, first int, slowness ...float64) float64 {
	most := 0.0
	for d := range len(bounds) - 1 {
		sum := 0.0
		for s := bounds[d]; s < bounds[d+1]; s++ {
			sum += weights[s-first]
		}
		if slowness != nil {
			sum *= slowness[d]
		}
		most = max(most, sum)
	}
	return most
}

// best tries all bounds.
func best(weights []float64, n, least int) float64 {
	if n == 1 {
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		return sum
	}
	lowest, sum := math.Inf(1), 0.0
	for k := range len(weights) - (n-1)*least + 1 {
		if k >= least {
			lowest = min(lowest, max(sum, best(weights[k:], n-1, least)))
		}
		if k < len(weights) {
			sum += weights[k]
		}
	}
	return lowest
}

// checkCut holds that bounds are bounds, and as good as any.
func checkCut(t *testing.T, weights []float64, first, n, least int) {
	t.Helper()
	bounds := Cut(weights, first, n, least)
	if len(bounds) != n+1 || bounds[0] != first || bounds[n] != first+len(weights) {
		t.Fatalf("Cut(%v, %d, %d, %d) is %v", weights, first, n, least, bounds)
	}
	for d := range n {
		if bounds[d+1]-bounds[d] < least {
			t.Fatalf("Cut(%v, %d, %d, %d) is %v: device %d has too few slices", weights, first, n, least,
				bounds, d)
		}
	}
	if got, want := greatest(weights, bounds, first), best(weights, n, least); got > want*(1+1e-12) {
		t.Errorf("Cut(%v, %d, %d, %d) is %v, with a share of %g; use %g", weights, first, n, least,
			bounds, got, want)
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		name            string
		weights         []float64
		first, n, least int
		want            []int // nil: any that is best
	}{
		{"even", []float64{1, 1, 1, 1, 1, 1}, 2, 3, 1, []int{2, 4, 6, 8}},
		{"one device", []float64{1, 2, 3}, 1, 1, 1, []int{1, 4}},
		{"a slice each", []float64{5, 0, 9}, 1, 3, 1, []int{1, 2, 3, 4}},
		{"two slices each", []float64{5, 0, 9, 1, 1, 1}, 2, 3, 2, []int{2, 4, 6, 8}},
		{"all weight first", []float64{9, 0, 0, 0}, 0, 2, 1, nil},
		{"all weight last", []float64{0, 0, 0, 9}, 0, 3, 1, nil},
		{"no weight", []float64{0, 0, 0, 0, 0}, 3, 3, 1, nil},
		{"no weight, two each", []float64{0, 0, 0, 0, 0, 0, 0}, 3, 3, 2, nil},
		{"not whole", []float64{0.1, 0.2, 0.3, 0.1, 0.7}, 0, 2, 1, nil},
		{"two heavy ones, two each", []float64{1, 1, 5, 5, 1, 1}, 0, 2, 2, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkCut(t, test.weights, test.first, test.n, test.least)
			if got := Cut(test.weights, test.first, test.n, test.least); test.want != nil && !slices.Equal(got, test.want) {
				t.Errorf("the bounds are %v, want %v", got, test.want)
			}
		})
	}
}

// With one slice at least, Cut is as good as the best of all bounds.
func TestCutIsBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := 1 + random.IntN(5)
		checkCut(t, randomWeights(random, n+random.IntN(9)), random.IntN(4), n, 1)
	}
}

// randomWeights are of 20, of any size, or with many zeros.
func randomWeights(random *rand.Rand, n int) []float64 {
	weights := make([]float64, n)
	kind := random.IntN(3)
	for i := range weights {
		switch kind {
		case 0:
			weights[i] = float64(random.IntN(20))
		case 1:
			weights[i] = math.Exp(10 * random.Float64())
		case 2:
			weights[i] = float64(random.IntN(3) / 2 * 100)
		}
	}
	return weights
}

// So it is with two, as devices need them. To give each device in turn all that a
// share holds would not do: of 1 1 1 5 5 1 0, three devices can take 1 1, 1 5 and
// 5 1 0, but if the first took 1 1 1, the second would have to take 5 5.
func TestCutOfTwoSlices(t *testing.T) {
	checkCut(t, []float64{1, 1, 1, 5, 5, 1, 0}, 0, 3, 2)
	random := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		n, least := 1+random.IntN(4), 2+random.IntN(2)
		checkCut(t, randomWeights(random, n*least+random.IntN(6)), random.IntN(4), n, least)
		if t.Failed() {
			return
		}
	}
}

// A cut of many slices takes no time to speak of and is near the average.
func TestCutOfMany(t *testing.T) {
	weights := make([]float64, 20000)
	sum := 0.0
	for i := range weights {
		weights[i] = float64(1000 + i%7*100)
		sum += weights[i]
	}
	if most := greatest(weights, Cut(weights, 2, 8, 2), 2); most > sum/8+1600 {
		t.Errorf("the greatest share is %g of %g", most, sum/8)
	}
}

// bestUnequal tries all bounds for devices of any slowness.
func bestUnequal(weights, slowness []float64, least int) float64 {
	n := len(slowness)
	if n == 0 {
		if len(weights) > 0 {
			return math.Inf(1)
		}
		return 0
	}
	lowest, sum := math.Inf(1), 0.0
	for k := 0; k <= len(weights); k++ {
		if k >= least && len(weights)-k >= (n-1)*least {
			lowest = min(lowest, max(slowness[0]*sum, bestUnequal(weights[k:], slowness[1:], least)))
		}
		if k < len(weights) {
			sum += weights[k]
		}
	}
	return lowest
}

// checkUnequal holds that the bounds for devices of any slowness are as good as
// any.
func checkUnequal(t *testing.T, weights, slowness []float64, least int) {
	t.Helper()
	bounds := CutUnequal(weights, slowness, 2, least)
	if len(bounds) != len(slowness)+1 || bounds[0] != 2 || bounds[len(slowness)] != 2+len(weights) {
		t.Fatalf("CutUnequal(%v, %v, 2, %d) is %v", weights, slowness, least, bounds)
	}
	for d := range slowness {
		if bounds[d+1]-bounds[d] < least {
			t.Fatalf("CutUnequal(%v, %v, 2, %d) is %v: device %d has too few slices", weights, slowness,
				least, bounds, d)
		}
	}
	if got, want := greatest(weights, bounds, 2, slowness...), bestUnequal(weights, slowness, least); got > want*(1+1e-12) {
		t.Errorf("CutUnequal(%v, %v, 2, %d) is %v, of %g s; use %g s", weights, slowness, least, bounds,
			got, want)
	}
}

// Two thirds go to the one that is twice as fast, and so on for any devices.
func TestCutUnequal(t *testing.T) {
	if got, want := CutUnequal([]float64{1, 1, 1, 1, 1, 1}, []float64{2, 1}, 0, 1), []int{0, 2, 6}; !slices.Equal(got, want) {
		t.Errorf("the bounds are %v, want %v", got, want)
	}
	random := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		n, least := 1+random.IntN(4), 1+random.IntN(2)
		slowness := make([]float64, n)
		for d := range slowness {
			slowness[d] = math.Exp(3 * random.NormFloat64())
		}
		checkUnequal(t, randomWeights(random, n*least+random.IntN(7)), slowness, least)
		if t.Failed() {
			return
		}
	}
}

// FuzzCutUnequal does so for what the fuzzer thinks of.
func FuzzCutUnequal(f *testing.F) {
	f.Add([]byte{1, 1, 1, 5, 5, 1, 0}, []byte{1, 2, 1}, uint8(2))
	f.Add([]byte{0, 0, 0, 0}, []byte{9, 0}, uint8(1))
	f.Fuzz(func(t *testing.T, parts, slow []byte, least uint8) {
		n, few := len(slow), 1+int(least)%3
		if n < 1 || n > 4 || len(parts) < n*few || len(parts) > 12 {
			return
		}
		var weights, slowness []float64
		for _, b := range parts {
			weights = append(weights, float64(b))
		}
		for _, b := range slow {
			slowness = append(slowness, math.Exp2(float64(b)/16-8))
		}
		checkUnequal(t, weights, slowness, few)
	})
}

// Of cuts within a time, the nearest to another is taken: none moves that need
// not.
func TestCutNear(t *testing.T) {
	c := newCutter([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, []float64{1, 1, 1}, 1)
	for _, test := range []struct {
		time       float64
		near, want []int
	}{
		{4, []int{0, 3, 6, 9}, []int{0, 3, 6, 9}},
		{4, []int{0, 2, 5, 9}, []int{0, 2, 5, 9}},
		{4, []int{0, 6, 7, 9}, []int{0, 4, 7, 9}},
		{4, []int{0, 1, 2, 9}, []int{0, 1, 5, 9}},
		{3, []int{0, 1, 2, 9}, []int{0, 3, 6, 9}},
		{2, []int{0, 3, 6, 9}, nil},
	} {
		if got := c.within(test.time, test.near); !slices.Equal(got, test.want) {
			t.Errorf("within %g of %v it is %v, want %v", test.time, test.near, got, test.want)
		}
	}
}
