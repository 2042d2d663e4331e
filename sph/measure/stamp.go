package measure

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/sph/exchange"
)

// A copy of particles comes to the host with a stamp, the step and the time that the device wrote
// with them. The host knows of both by another way. A copy that the device has not made, or of
// another step, ends the run.

const stampBytes = int(unsafe.Sizeof(cuda.Stamp{}))

// stampOf reads a stamp.
func stampOf(b []byte) (s cuda.Stamp) {
	s.Time = math.Float64frombits(binary.LittleEndian.Uint64(b))
	s.Step = int32(binary.LittleEndian.Uint32(b[8:]))
	return s
}

// checkStamp refuses particles of another step than the host takes them for.
func checkStamp(m *exchange.Member, what string, got cuda.Stamp, step int, time float64) error {
	// of a flow that blew up the time is not a number
	same := got.Time == time || math.IsNaN(got.Time) && math.IsNaN(time)
	if int(got.Step) == step && same {
		return nil
	}
	return fmt.Errorf("device %d has copied the particles of step %d at %.9g s for %s of step %d "+
		"at %.9g s; this is a bug", m.Index, got.Step, got.Time, what, step, time)
}

// check refuses what a device has of a copy if that is of another step. A device without particles
// writes no stamp.
func (c *StateCopy) check(m *exchange.Member) error {
	part := &c.Parts[m.Index]
	if len(part.stamp) == 0 || len(part.Words) == 0 {
		return nil
	}
	return checkStamp(m, "the copy", stampOf(part.stamp), c.step, c.time)
}

// check is the same of a preview, on all devices.
func (p *Preview) check() error {
	for i := range p.parts {
		if part := &p.parts[i]; part.of != nil {
			err := checkStamp(part.of, "the preview", stampOf(part.stamp), p.Step, p.Time)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Period is some steps of a period that are over. Moments have the places of their steps.
type Period struct {
	Before, After cuda.Clock // what the steps began with, and came to
	From          int        // the first of the steps
	// the end of those with moments that may be samples, and copies; or 0
	Sampling, Copying int
}

// check refuses a moment that is of another step of a period than its place says, as one of an
// earlier period is.
func (p *Period) check(place, step int) error {
	if want := int(p.Before.Step) + place - p.From; step != want {
		return fmt.Errorf("what was measured in step %d is of step %d; this is a bug", want, step)
	}
	return nil
}

// closeTo is the part of a step that a time must be away from the middle of a step, or from its
// beginning, for the host to be sure on which side it is: sums of lengths are rounded.
const closeTo = 1e-4

// checkSamples refuses a period without a sample for a time asked for, where there are samples
// for a number of them. A time in the last step may have to wait for the step after it.
func (p *Period) checkSamples(t *Plan, answered int) error {
	last := p.After.Time - (1+closeTo)*float64(p.After.Dt)
	if p.After.Step == p.Before.Step || t.samplesUntil(last) <= answered {
		return nil
	}
	return fmt.Errorf("the flow has come to %.9g s without the sample of %.9g s; this is a bug",
		p.After.Time, t.timeOf(answered+1))
}

// checkCopies refuses a period with copies for fewer times than were asked for.
func (p *Period) checkCopies(t *Plan, times int) error {
	if t.CopyInterval == 0 || p.After.Step == p.Before.Step {
		return nil
	}
	middle := func(c *cuda.Clock, more float64) int {
		return timesUntil(c.Time-(0.5+more)*float64(c.Dt), t.CopyInterval, t.End)
	}
	from := middle(&p.Before, -closeTo)
	if missed := middle(&p.After, closeTo) - from - times; missed > 0 {
		return fmt.Errorf("the flow has come to %.9g s without %d copies of its state, from that of "+
			"%.9g s on; this is a bug", p.After.Time, missed, float64(from+1)*t.CopyInterval)
	}
	return nil
}
