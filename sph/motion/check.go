package motion

import (
	"errors"
	"fmt"
	"io"
	"math"

	"gpusph/internal/text"
)

// Check returns the first thing about the motion that cannot be simulated, in a flow that ends at a time [s].
func (r *Rigid) Check(end float64) error {
	if n := len(r.Links); n > MaxLinks {
		return fmt.Errorf("is a chain of %d motions, but the maximum is %d", n, MaxLinks)
	}
	for k := range r.Links {
		l := &r.Links[k]
		if !(math.Abs(norm(l.Axis)-1) < 1e-9) || !(norm(l.At) < math.Inf(1)) {
			return fmt.Errorf("has the axis %v through %v, but an axis must have the length 1 and a point", l.Axis, l.At)
		}
		if l.Control.Name != "" {
			if err := l.Control.check(); err != nil {
				return err
			}
			continue
		}
		if err := l.checkLaw(end); err != nil {
			return err
		}
	}
	return nil
}

// Print writes all that decides the motion until a time [s], for hashes.
func (r *Rigid) Print(w io.Writer, until float64) {
	for k := range r.Links {
		l, n := &r.Links[k], 0
		if l.Control.Name != "" {
			fmt.Fprintf(w, "%v %v %v %+v", l.Turns, l.Axis, l.At, l.Control)
			continue
		}
		for n < len(l.Law.Pieces) && (n == 0 || l.Law.Pieces[n].Time < until) {
			n++
		}
		begun := Law{Pieces: l.Law.Pieces[:n]}
		if !begun.moves() {
			continue
		}
		fmt.Fprint(w, l.Turns, l.Axis, l.At, begun.Pieces)
		if l.Law.Period > 0 && l.Law.From < until {
			fmt.Fprint(w, l.Law.From, l.Law.Period)
		}
	}
}

// speed is a speed of the link with its unit.
func (l *Link) speed(v float64) string {
	if l.Turns {
		return text.Number(360*math.Abs(v)) + "°/s"
	}
	return text.Number(math.Abs(v)) + " m/s"
}

func (l *Link) checkLaw(end float64) error {
	all := l.Law.Pieces
	for k := range all {
		p := &all[k]
		for _, x := range []float64{p.Time, p.Frequency, p.Phase, sumOf(p.Value), sumOf(p.Amplitude)} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("has %v at %s s, but must have numbers", *p, text.Number(p.Time))
			}
		}
		if k > 0 && !(p.Time > all[k-1].Time) {
			return fmt.Errorf("has the time %s s after %s s, but times must increase", text.Number(p.Time), text.Number(all[k-1].Time))
		}
	}
	if x, _, _ := l.Law.At(0); math.Abs(x) > 1e-12 {
		if l.Turns {
			return fmt.Errorf("has the angle %s° at time 0, but it must begin at 0; subtract it from all angles", text.Number(360*x))
		}
		return fmt.Errorf("has the displacement %s m along %v at time 0, but it must begin at 0; subtract it from all displacements",
			text.Number(x), l.Axis)
	}
	if last := all[len(all)-1]; l.Law.Period == 0 &&
		(last.Value[2] != 0 || last.Value[3] != 0 || last.Amplitude != [4]float64{last.Amplitude[0]}) {
		return errors.New("accelerates for ever; a finish lets it end")
	}
	return l.checkJumps(end)
}

// checkJumps refuses speeds that jump, other than at time 0, when a motion may be under way.
func (l *Link) checkJumps(end float64) error {
	all, fastest := l.Law.Pieces, 0.0
	for _, s := range l.Law.spans(end) {
		fastest = max(fastest, s.speed)
	}
	small := 1e-6 * fastest
	for k := range all {
		p := &all[k]
		if p.Time <= 0 || p.Time >= end {
			continue
		}
		var x, v float64
		if k > 0 {
			x, v, _ = all[k-1].at(p.Time - all[k-1].Time)
		} else {
			x, _, _ = p.at(0)
		}
		y, w, _ := p.at(0)
		switch {
		case math.Abs(x-y) > 1e-9*(1+math.Abs(x)):
			return fmt.Errorf("jumps at %s s", text.Number(p.Time))
		case math.Abs(v-w) <= small:
		case math.Abs(v) <= small:
			return fmt.Errorf("begins at %s s with %s, all at once; use the same displacement at an earlier time, too",
				text.Number(p.Time), l.speed(w))
		case math.Abs(w) <= small:
			return fmt.Errorf("ends at %s s with %s, before the flow does at %s s; give its last displacement once more at a later time, so that it comes to rest, or use an earlier end",
				text.Number(p.Time), l.speed(v), text.Number(end))
		default:
			return fmt.Errorf("jumps at %s s from %s to %s", text.Number(p.Time), l.speed(v), l.speed(w))
		}
	}
	return nil
}

func sumOf(c [4]float64) float64 { return c[0] + c[1] + c[2] + c[3] }
