package measure

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/sph/exchange"
)

// A period that has come past a time without a sample or a copy of it is refused, and one that may
// have taken it is not.
func TestPeriodMissesNothing(t *testing.T) {
	plan := &Plan{Times: Times{SampleInterval: 0.1, CopyInterval: 0.1, End: 10}}
	clock := func(step int, time float64) cuda.Clock {
		return cuda.Clock{Step: int32(step), Time: time, Dt: 0.02}
	}
	for _, test := range []struct {
		name             string
		before, after    cuda.Clock
		answered, copies int
		samples, copied  string // what the errors say
	}{
		{"nothing", clock(0, 0), clock(4, 0.08), 0, 0, "", ""},
		{"time in the last step", clock(0, 0), clock(6, 0.11), 0, 0, "", ""},
		{"both", clock(0, 0), clock(6, 0.13), 1, 1, "", ""},
		{"two of each", clock(10, 0.15), clock(20, 0.35), 3, 2, "", ""},
		{"no sample", clock(0, 0), clock(6, 0.13), 0, 1, "without the sample of 0.1 s", ""},
		{"no copy", clock(0, 0), clock(6, 0.13), 1, 0, "", "without 1 copies"},
		{"one of two", clock(10, 0.15), clock(20, 0.35), 2, 1, "the sample of 0.3 s", "1 copies"},
		{"no step", clock(6, 0.13), clock(6, 0.13), 0, 0, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Period{Before: test.before, After: test.after}
			for _, got := range []struct {
				err  error
				want string
			}{
				{p.checkSamples(plan, test.answered), test.samples},
				{p.checkCopies(plan, test.copies), test.copied},
			} {
				if (got.err == nil) != (got.want == "") ||
					got.err != nil && !strings.Contains(got.err.Error(), got.want) {
					t.Errorf("%v, not %q", got.err, got.want)
				}
			}
		})
	}
	p := Period{Before: clock(20, 0.4)}
	if p.check(3, 23) != nil || p.check(3, 13) == nil {
		t.Error("a moment of an earlier period is taken, or one of this is not")
	}
}

// A copy with the stamp of another step or time is refused.
func TestStamps(t *testing.T) {
	b := make([]byte, stampBytes)
	binary.LittleEndian.PutUint64(b, math.Float64bits(0.25))
	binary.LittleEndian.PutUint32(b[8:], 41)
	for _, test := range []struct {
		step int
		time float64
		good bool
	}{{41, 0.25, true}, {28, 0.25, false}, {41, 0.125, false}} {
		c := (&Plan{}).NewStateCopy(test.time, test.step, 1)
		c.Parts[0] = Part{stamp: b, Words: make([]byte, 4)}
		v := &Preview{Step: test.step, Time: test.time,
			parts: []Part{{stamp: b, of: &exchange.Member{}}}}
		for _, err := range []error{c.check(&exchange.Member{}), v.check()} {
			if (err == nil) != test.good {
				t.Errorf("step %d at %g s: %v", test.step, test.time, err)
			}
		}
	}
}
