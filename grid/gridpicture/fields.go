package gridpicture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/internal/text"
)

// Names of fields that follow from the velocity.
const (
	speed     = "speed"
	vorticity = "vorticity"
)

// ofVelocity are the fields that every flow has.
var ofVelocity = []string{speed, "vx", "vy", "vz", vorticity}

// field is a number of each cell.
type field struct {
	word, name, unit string
	of               func(n int) float64
}

// Fields are the names of the fields of a snapshot that can be drawn: as speed, vorticity and
// potential-temperature.
func Fields(s *grid.Snapshot) []string {
	all := slices.Clone(ofVelocity)
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Components == 1 && f.Name != gridmeasure.Solid {
			all = append(all, gridmeasure.Word(f.Name))
		}
	}
	return all
}

// Best is the name of the field that shows a flow best.
func Best(s *grid.Snapshot) string {
	word := gridmeasure.Word(s.Shown)
	if slices.Contains(Fields(s), word) {
		return word
	}
	return speed
}

// Needs are the fields of snapshots from which a field of a name is drawn.
func Needs(word string) []string {
	all := []string{gridmeasure.Velocity, gridmeasure.Solid}
	if !slices.Contains(ofVelocity, word) {
		all = append(all, fieldName(word))
	}
	return all
}

// fieldName is the name that snapshots have: PotentialTemperature of potential-temperature.
func fieldName(word string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(word, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// fieldOf is the field that a section shows.
func fieldOf(s *grid.Snapshot, o Options) (*field, error) {
	word := cmp.Or(o.Field, Best(s))
	u := s.Field(gridmeasure.Velocity)
	part := func(c int) func(n int) float64 {
		return func(n int) float64 { return gridmeasure.Value(u, n, c) }
	}
	switch k := slices.Index(ofVelocity, word); {
	case word == vorticity:
		f := &field{word, "Vorticity", "1/" + timeUnit(s), gridmeasure.Vorticity(s, o.Axis)}
		if s.Cells[o.Axis] > 1 {
			f.name += fmt.Sprintf(" along %c", 'x'+o.Axis)
		}
		return f, nil
	case word == speed:
		return &field{word, "Speed", u.Unit, part(-1)}, nil
	case k > 0:
		return &field{word, word, u.Unit, part(k - 1)}, nil
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Components == 1 && gridmeasure.Word(f.Name) == word {
			name := strings.ReplaceAll(word, "-", " ")
			return &field{word, strings.ToUpper(name[:1]) + name[1:], f.Unit,
				func(n int) float64 { return f.Values[n] }}, nil
		}
	}
	return nil, fmt.Errorf("the flow has no %s; use %s", word, text.Or(Fields(s)))
}

func label(name, unit string) string {
	if unit == "" {
		return name
	}
	return fmt.Sprintf("%s [%s]", name, unit)
}

// units are those of lengths and times: what the velocity has, as m/s.
func units(s *grid.Snapshot) (length, time string) {
	length, time, ok := strings.Cut(s.Field(gridmeasure.Velocity).Unit, "/")
	if !ok {
		return "m", "s"
	}
	return length, time
}

func timeUnit(s *grid.Snapshot) string {
	_, time := units(s)
	return time
}

// unitOf is the unit of a picture's axes, and how many of the snapshot's it is: kilometres of
// domains that are large.
func unitOf(s *grid.Snapshot) (unit string, size float64) {
	const large = 10000
	unit, _ = units(s)
	low, high := gridmeasure.Ends(s)
	for a := range low {
		if unit == "m" && max(-low[a], high[a]) >= large {
			return "km", 1000
		}
	}
	return unit, 1
}
