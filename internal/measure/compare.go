package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpusph/internal/input"
	"gpusph/internal/text"
	"gpusph/sph"
)

// mostJSON is how long such a file may be [bytes].
const mostJSON = 64 << 20

// Read reads what --json has written.
func Read(path string) (*Measurement, error) {
	const would = "use a file that bench --json has written"
	content, err := input.Read(path, mostJSON)
	if err != nil {
		return nil, fmt.Errorf("--compare: %w; %s", err, would)
	}
	var file File
	err = json.Unmarshal(content, &file)
	if err == nil && file.FileFormat != "" { // results did not always have it
		if err := FileHead.Check(file.Head); err != nil {
			return nil, fmt.Errorf("--compare is %s, which cannot be compared with: %w; %s", path,
				err, would)
		}
	}
	m := file.Measurement
	n := len(m.Devices)
	if err != nil || m.Problem == "" || n == 0 || len(m.Phases) != n || len(m.Mips) == 0 || !(slices.Min(m.Mips) > 0) {
		return nil, fmt.Errorf("--compare is %s, which is no result of bench; %s", path, would)
	}
	return &m, nil
}

// SameAs refuses to compare with an earlier measurement of something else.
func (m *Measurement) SameAs(earlier *Measurement, path string) error {
	var differ []string
	for _, v := range []struct{ what, now, then string }{
		{"the problem", m.Problem, earlier.Problem},
		{"deltap", text.Exact(m.DeltaP) + " m", text.Exact(earlier.DeltaP) + " m"},
		{"the number of particles", text.Thousands(m.Particles), text.Thousands(earlier.Particles)},
		{"the number of devices", fmt.Sprint(len(m.Devices)), fmt.Sprint(len(earlier.Devices))},
		{"the kind of device", m.Model, earlier.Model},
		{"--from", text.Exact(m.From) + " s", text.Exact(earlier.From) + " s"},
	} {
		old := v.what == "deltap" && earlier.DeltaP == 0 // results did not always have it
		if v.now != v.then && !old {
			differ = append(differ, fmt.Sprintf("%s is %s there and %s here", v.what, v.then, v.now))
		}
	}
	physics, _ := m.physicsDiffer(earlier)
	if differ = append(differ, physics...); differ != nil {
		return fmt.Errorf("--compare %s does not fit: %s", path, strings.Join(differ, ", "))
	}
	return nil
}

// WriteChanges prints what has changed since an earlier measurement: mips, and the
// time of each phase of a step of the slowest device.
func (m *Measurement) WriteChanges(w io.Writer, earlier *Measurement, name string) {
	change := func(now, then float64) string {
		if !(then > 0) {
			return "—"
		}
		return text.Change(now/then - 1)
	}
	then := text.Median(earlier.Mips)
	fmt.Fprintf(w, "Compared with %s: mips %s (%s)", name, change(text.Median(m.Mips), then),
		text.Digits(then))
	for _, p := range sph.Phases {
		fmt.Fprintf(w, ", %s %s", p, change(m.slowest(p), earlier.slowest(p)))
	}
	fmt.Fprintln(w)
	if remark := m.remark(earlier); remark != "" {
		fmt.Fprintln(w, remark)
	}
}

// slowest is the seconds that the slowest device spends in a phase of a step.
func (m *Measurement) slowest(phase string) float64 {
	most := 0.0
	for _, phases := range m.Phases {
		most = max(most, phases[phase])
	}
	return most
}
