package scaling

import (
	"fmt"
	"io"
	"strings"

	"gpusph/internal/text"
)

// Efficiency of weak scaling is text.Mips(n)/(n text.Mips(1)), which takes the particles that
// there are into account; if it is 1, all devices do as much as one alone. Of a wide
// flow, each device has the same water, so T(1)/T(n) tells what the others cost.

// pairs is a rate's list entries per second, over those of another per device.
func (r *rate) pairs(n int, one *rate) float64 {
	return r.Mips * r.Measured.Neighbours / (float64(n) * one.Mips * one.Measured.Neighbours)
}

// reportWeak writes a series of weak scaling.
func (s *Series) reportWeak(w io.Writer) error {
	var b strings.Builder
	one, wide := s.Points[0].Off, s.Grow == growWide
	growth := "finer, of n times as many particles"
	if wide {
		growth = "n times as wide"
	}
	fmt.Fprintf(&b, "gpusph %s: weak scaling of %s, %s on n devices, on %s\n", s.Version, s.Problem,
		growth, one.Measured.Model)
	fmt.Fprintf(&b, "%s and more steps in %s of each, from %s s on; slices along %s",
		text.Thousands(one.Measured.Steps),
		text.Count(len(one.Measured.Mips), "repeat"), text.Exact(one.Measured.From), s.SplitAxis)
	if s.Balancer != "" {
		fmt.Fprintf(&b, "; %s", s.Balancer)
	}
	b.WriteString("\n")
	s.remark(&b)
	fmt.Fprintf(&b, "\nTable 1. Flows, and list entries per particle\n")
	rows := [][]string{{"n", "on", "widths", "deltap [m]", "particles", "of n times one's", "fluid",
		"of n times one's", "entries"}}
	for _, p := range s.Points {
		widths := "—"
		if p.Widths > 0 {
			widths = fmt.Sprint(p.Widths)
		}
		rows = append(rows, []string{fmt.Sprint(p.N), fmt.Sprint(p.Devices), widths,
			fmt.Sprintf("%.5g", p.DeltaP),
			text.Thousands(p.Particles), text.Percent(float64(p.Particles) / float64(p.N*s.Particles)),
			text.Thousands(p.Fluid), text.Percent(float64(p.Fluid) / float64(p.N*s.Fluid)),
			text.Fixed(p.Off.Measured.Neighbours, 1)})
	}
	text.Align(&b, rows, 1)
	b.WriteString("\nTable 2. Time per step T(n), scaled speed-up S = text.Mips(n)/text.Mips(1), " +
		"efficiency S/n\n")
	rows = [][]string{{"", "n", "T [ms]", "mips", "S", "S/n", "S/n by entries", "T(1)/T(n)", "slices"}}
	for _, p := range s.Points {
		for i, r := range []*rate{p.Off, p.On} {
			if r == nil {
				continue
			}
			rows = append(rows, []string{[]string{"LB off", "LB on"}[i], fmt.Sprint(p.N),
				text.Milliseconds(r.Step), text.Mips(r.Mips), text.Fixed(r.SpeedUp, 3),
				text.Percent(r.Efficiency), text.Percent(r.pairs(p.N, one)), text.Percent(one.Step / r.Step),
				strings.Trim(fmt.Sprint(r.Measured.Slices), "[]")})
		}
	}
	text.Align(&b, rows, 1)
	if wide {
		b.WriteString("Each device has as much fluid as one alone, so T(1)/T(n) is the efficiency of " +
			"the usual weak scaling. The walls at both ends are\nthere once, so the particles are fewer " +
			"than n times one's, and have more list entries each, which \"by entries\" counts instead.\n")
	} else {
		b.WriteString("A finer flow has fewer walls for its fluid, so more list entries a particle, " +
			"which cost time: \"by entries\" counts these instead.\n")
	}
	s.noise(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
