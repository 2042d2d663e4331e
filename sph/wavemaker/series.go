package wavemaker

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Quantities are what a record may be of: the level at the paddle [m], or the displacement [m] or
// the velocity [m/s] of the paddle at the still water's level.
var Quantities = []string{"level", "displacement", "velocity"}

// Series is a record that the paddle follows.
type Series struct {
	Quantity      string
	Times, Values []float64 // times rise [s]
	Start, Ramp   float64   // [s]; the ramp is that of levels, at both ends
}

// mostRows bounds the rows of a record.
const mostRows = 200_000

// Check implements Waves.
func (s *Series) Check(p *Paddle) *Fault {
	n := len(s.Times)
	switch {
	case n < 3:
		return fault("", "the record has %s, but needs three or more", text.Count(n, "row"))
	case n > mostRows:
		return fault("", "the record has %d rows, but %d are the most; use longer intervals", n,
			mostRows)
	}
	if err := motion.CheckTimes(s.Times); err != nil {
		return fault("", "the record %v", err)
	}
	if deep := -slices.Min(s.Values); s.Quantity == "level" && deep >= p.Depth {
		return fault("", "the record has a level of %s m, below the bed %s m under the still "+
			"water; use levels over the still water",
			text.Number(-deep), text.Number(p.Depth))
	}
	if s.Quantity == "level" && !(s.Ramp > 0) {
		return noRamp(s.meanPeriod())
	}
	if s.Quantity == "level" && 2*s.Ramp > s.duration() {
		return fault("ramp", "the ramp of %s s is longer than half of the record of %s s; use a "+
			"shorter ramp", text.Number(s.Ramp), text.Number(s.duration()))
	}
	return nil
}

func (s *Series) duration() float64 { return s.Times[len(s.Times)-1] - s.Times[0] }

// Usual is the ramp of a record of levels: its mean period, or a tenth of all of it where it has
// none [s].
func (s *Series) Usual() float64 {
	if len(s.Times) < 3 || s.Quantity != "level" {
		return 0
	}
	return min(s.meanPeriod(), s.duration()/10)
}

// meanPeriod is the time between two of the record's ways up through its mean [s].
func (s *Series) meanPeriod() float64 {
	mean, ups := s.mean(), 0
	for k := 1; k < len(s.Values); k++ {
		if s.Values[k-1] < mean && s.Values[k] >= mean {
			ups++
		}
	}
	return s.duration() / float64(max(ups, 1))
}

// mean is that in time.
func (s *Series) mean() (sum float64) {
	for k := 1; k < len(s.Times); k++ {
		sum += (s.Times[k] - s.Times[k-1]) * (s.Values[k] + s.Values[k-1]) / 2
	}
	return sum / s.duration()
}

// level has the parts of the record, less its mean and faded at both ends, over a period a quarter
// longer. Parts faster than half the rate of its rows are left out: they come from the straight
// lines between rows.
func (s *Series) level() lines {
	count := 1 << bits.Len(uint(4*len(s.Times)-1))
	period, mean := 1.25*s.duration(), s.mean()
	values, row := make([]float64, count), 0
	for k := range values {
		t := period * float64(k) / float64(count)
		if t >= s.duration() {
			break
		}
		for row+2 < len(s.Times) && s.Times[row+1]-s.Times[0] <= t {
			row++
		}
		part := (t - (s.Times[row] - s.Times[0])) / (s.Times[row+1] - s.Times[row])
		w, _ := window(t, s.Ramp, s.duration())
		values[k] = w * (s.Values[row] + part*(s.Values[row+1]-s.Values[row]) - mean)
	}
	l := fitted(values, period)
	most := int(period / (2 * s.interval()))
	l.c = l.c[:min(len(l.c), most+1)]
	l.c[0] = 0
	return l
}

// interval is the mean time between rows [s].
func (s *Series) interval() float64 { return s.duration() / float64(len(s.Times)-1) }

// Laws implements Waves.
func (s *Series) Laws(p *Paddle) []motion.Law {
	times := slices.Clone(s.Times)
	for k := range times {
		times[k] += s.Start
	}
	switch s.Quantity {
	case "displacement":
		return []motion.Law{motion.Rows(times, s.Values, false)}
	case "velocity":
		return []motion.Law{motion.Speeds(times, s.Values)}
	}
	l := s.level()
	x := l.paddle(p)
	r := x.sampled()
	return []motion.Law{r.law(times[0], s.Ramp, s.duration())}
}

// Scale implements Waves. Of displacements and velocities there is no height.
func (s *Series) Scale(p *Paddle) Scale {
	period := s.meanPeriod()
	scale := Scale{0, 2 * math.Pi / p.Number(1/period), 2 * s.interval()}
	if s.Quantity == "level" {
		scale.Height = s.significant()
	}
	return scale
}

// significant is 4 √m0 of the record of a level [m].
func (s *Series) significant() float64 {
	sum, mean := 0.0, s.mean()
	for _, x := range s.Values {
		sum += (x - mean) * (x - mean)
	}
	return 4 * math.Sqrt(sum/float64(len(s.Values)))
}

// Note implements Waves.
func (s *Series) Note(p *Paddle) string {
	scale := s.Scale(p)
	note := fmt.Sprintf("waves by a record of %d rows of the %s, by a %s, from %s to %s s, mean "+
		"period %s s", len(s.Times), s.Quantity, p.kind(),
		text.Number(s.Times[0]+s.Start), text.Number(s.Times[len(s.Times)-1]+s.Start),
		text.Number(s.meanPeriod()))
	if s.Quantity == "level" {
		note += fmt.Sprintf(", height 4 √m0 %s m, %s", text.Number(scale.Height),
			p.lengths(scale.Height, 2*math.Pi/scale.Length))
	}
	return note
}
