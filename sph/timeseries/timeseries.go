// Package timeseries has quantities that are given in time.
package timeseries

import (
	"fmt"
	"math"
	"sort"
	"sync/atomic"
)

// Series is a quantity in time, linear between its times [s] and constant before and after them.
type Series struct {
	Times, Values []float64

	live *atomic.Pointer[Series] // what a program has set; nil is that none may
}

// Live lets a program set the series while others read it.
func (s *Series) Live() {
	s.live = &atomic.Pointer[Series]{}
	s.live.Store(&Series{Times: s.Times, Values: s.Values})
}

// Set lets the series change to another value between two times, and returns what it is from a time
// on that is not later. It has been made Live.
func (s *Series) Set(now, from, to, value float64) (rest *Series) {
	old := s.live.Load()
	n := sort.SearchFloat64s(old.Times, from)
	next := &Series{Times: append(old.Times[:n:n], from, to),
		Values: append(old.Values[:n:n], old.At(from), value)}
	s.live.Store(next)
	first := max(0, sort.SearchFloat64s(next.Times, now)-1)
	return &Series{Times: next.Times[first:], Values: next.Values[first:]}
}

// now is the series as a program has set it.
func (s *Series) now() *Series {
	if s.live != nil {
		return s.live.Load()
	}
	return s
}

// Constant is a series of one value.
func Constant(value float64) *Series {
	return &Series{Times: []float64{0}, Values: []float64{value}}
}

// Rows is a series of rows of times and values, these by a factor; without rows of one value.
func Rows(value float64, rows [][2]float64, factor float64) *Series {
	if rows == nil {
		return Constant(factor * value)
	}
	s := &Series{}
	for _, row := range rows {
		s.Times, s.Values = append(s.Times, row[0]), append(s.Values, factor*row[1])
	}
	return s
}

// Check refuses series that cannot be, as a clause about what has them.
func (s *Series) Check() error {
	if s == nil || len(s.Values) == 0 || len(s.Times) != len(s.Values) {
		return fmt.Errorf("has no value; use one at least, each with a time")
	}
	for k, v := range s.Values {
		switch t := s.Times[k]; {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return fmt.Errorf("has the value %g", v)
		case k > 0 && !(t > s.Times[k-1]):
			return fmt.Errorf("has the time %g s after %g s, but times must increase", t, s.Times[k-1])
		}
	}
	return nil
}

// At is the value at a time [s].
func (s *Series) At(time float64) float64 {
	s = s.now()
	last := len(s.Times) - 1
	if time <= s.Times[0] {
		return s.Values[0]
	}
	if time >= s.Times[last] {
		return s.Values[last]
	}
	k := sort.Search(last, func(k int) bool { return time < s.Times[k+1] })
	part := (time - s.Times[k]) / (s.Times[k+1] - s.Times[k])
	return s.Values[k] + part*(s.Values[k+1]-s.Values[k])
}

// Integral is that from time 0 on.
func (s *Series) Integral(time float64) float64 {
	s = s.now()
	sum, from := 0.0, 0.0
	for _, t := range append(append([]float64{}, s.Times...), time) {
		to := min(t, time)
		if to > from {
			sum += (to - from) * (s.At(from) + s.At(to)) / 2
			from = to
		}
	}
	return sum
}

// Most is the greatest absolute value from time 0 until another.
func (s *Series) Most(until float64) float64 {
	most := math.Max(math.Abs(s.At(0)), math.Abs(s.At(until)))
	for k, t := range s.Times {
		if t > 0 && t < until {
			most = math.Max(most, math.Abs(s.Values[k]))
		}
	}
	return most
}
