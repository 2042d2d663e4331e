package casefile

import (
	"fmt"
	"sort"

	"gpusph/internal/text"
)

// MostAngles is more than a frame needs between its keyframes.
const MostAngles = 1_000_000

// checkKeyframes reports keyframes between which there is no motion.
func (c *Case) checkKeyframes(t *Turning) error {
	const path = "turning.keyframes"
	if n := len(t.Keyframes); n < 2 {
		return c.Errorf(path, "%s has %s, but needs 2 at least: at time 0 and at the end", path, text.Count(n, "row"))
	}
	if at := t.Keyframes[0][0]; at != 0 {
		return c.Errorf(path, "%s begins at %s s, but the first row must be at time 0", path, text.Exact(at))
	}
	for i, k := range t.Keyframes[1:] {
		if before := t.Keyframes[i][0]; !(k[0] > before) {
			return c.Errorf(fmt.Sprintf("%s.%d", path, i+1), "%s has a row at %s s after one at %s s, but times must rise", path, text.Exact(k[0]), text.Exact(before))
		}
	}
	last := t.Keyframes[len(t.Keyframes)-1][0]
	switch steps := last / t.Interval; {
	case steps < 2:
		return c.Errorf("turning.interval", "turning.interval is %s s, but must be at most half of the %s s that the keyframes take", text.Exact(t.Interval), text.Exact(last))
	case steps > MostAngles:
		return c.Errorf("turning.interval", "turning.interval is %s s, which makes %.3g angles of the keyframes, but the maximum is %d; use a longer interval", text.Exact(t.Interval), steps, MostAngles)
	}
	return nil
}

// EvenAngles are the angles at equal intervals from time 0 on [°]: those of the file, or those that
// follow from its keyframes until the last of them.
func (t *Turning) EvenAngles() []float64 {
	if len(t.Keyframes) == 0 {
		return t.Angles
	}
	var angles []float64
	for k := 0; float64(k)*t.Interval <= t.Keyframes[len(t.Keyframes)-1][0]; k++ {
		angles = append(angles, t.angleAt(float64(k)*t.Interval))
	}
	return angles
}

// angleAt is the angle at a time between the first and the last keyframe [°].
func (t *Turning) angleAt(time float64) float64 {
	inner := t.Keyframes[1 : len(t.Keyframes)-1]
	k := sort.Search(len(inner), func(k int) bool { return inner[k][0] >= time })
	a, b := t.Keyframes[k], t.Keyframes[k+1]
	h := b[0] - a[0]
	s := (time - a[0]) / h
	// What is left of b beyond a's parabola, in units of the interval.
	angle := b[1] - a[1] - h*a[2] - h*h*a[3]/2
	velocity := h * (b[2] - a[2] - h*a[3])
	acceleration := h * h * (b[3] - a[3])
	rest := 10*angle - 4*velocity + acceleration/2 + s*(-15*angle+7*velocity-acceleration+s*(6*angle-3*velocity+acceleration/2))
	return a[1] + h*s*(a[2]+h*s*a[3]/2) + s*s*s*rest
}
