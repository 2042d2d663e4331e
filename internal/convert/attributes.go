package convert

// Numbers, points and lists of elements.

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// number is an attribute that must be there.
func (r *reader) number(e *element, name string) (float64, error) {
	s := e.value(name)
	if s == "" {
		return 0, fmt.Errorf("it has no %s", name)
	}
	var x float64
	var err error
	if rest, is := strings.CutPrefix(s, "#"); is {
		x, err = evaluate(rest, r.variables)
	} else if x, err = strconv.ParseFloat(s, 64); err != nil {
		err = fmt.Errorf("%q is no number, and expressions begin with #", s)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if !(math.Abs(x) < 1e9) {
		return 0, fmt.Errorf("%s is %s, which is beyond what a flow can have", name, s)
	}
	return tidy(x), nil
}

// optional is an attribute, or what it is without.
func (r *reader) optional(e *element, name string, without float64) (float64, error) {
	if e.value(name) == "" {
		return without, nil
	}
	return r.number(e, name)
}

// point is x, y and z of an element; what it lacks is 0.
func (r *reader) point(e *element) (vec, error) { return r.vector(e, axes, 0) }

// vector is three attributes of an element.
func (r *reader) vector(e *element, names [3]string, without float64) (x vec, err error) {
	if e == nil {
		return x, errors.New("a point is missing")
	}
	for i, name := range names {
		if x[i], err = r.optional(e, name, without); err != nil {
			return x, fmt.Errorf("<%s>: %w", e.name, err)
		}
	}
	return x, nil
}

// points are the points in an element.
func (r *reader) points(e *element, least, most int) ([]vec, error) {
	var all []vec
	for _, p := range e.all("point") {
		x, err := r.point(p)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) < least || len(all) > most {
		return nil, fmt.Errorf("it has %s", text.Count(len(all), "point"))
	}
	return all, nil
}

// numbers are those of a list as "0,2-4".
func numbers(s string) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(s, ",") {
		from, to, is := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.Atoi(strings.TrimSpace(from))
		b := a
		if is && err == nil {
			b, err = strconv.Atoi(strings.TrimSpace(to))
		}
		if err != nil || b < a || b-a > 1000 {
			return nil, fmt.Errorf("%q is no list of numbers, as 0,2-4", s)
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all, nil
}
