package kinds

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/output"
)

// MeasureOptions are those of the command measure. NaN is no time.
type MeasureOptions struct {
	Points, Lines, Planes, Flux string
	Sensors, Waves, Means       bool
	Zones                       bool
	Window                      string
	Reflection, Beyond, RunUp   string
	Extremes, Averages          bool
	Level                       string
	Spacing, Time, From, Until  float64
	Dir                         string
	Force                       bool
}

// When says in which snapshots is measured.
func (o *MeasureOptions) When() output.When {
	return output.When{Time: o.Time, From: o.From, Until: o.Until}
}

// Measurement is what is measured of a run.
type Measurement struct {
	Problem  string           // "" is unknown
	Instants []output.Instant // of the snapshots
	// Look adds the rows of a snapshot to the tables.
	Look   func(at output.Instant) error
	Tables []Table
}

// Table is one of a Measurement.
type Table struct {
	File  string // its name
	Kind  output.Kind
	Write func(path string) error
	Say   func(b *strings.Builder) // lines for people; may be nil
}

// WriteValues writes a table of values, row after row.
func WriteValues(path string, columns []string, values []float64) error {
	return output.WriteTable(path, columns, func(row func(...float64) error) error {
		for at := 0; at < len(values); at += len(columns) {
			if err := row(values[at : at+len(columns)]...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Place is a point of a point, line or plane.
type Place struct {
	Of    int     // the first is 1
	Along float64 // [m] from the beginning of a line
	At    [3]float64
}

// PlaceColumns are the columns of a table of places of a kind: point, line or plane.
func PlaceColumns(kind string) []string {
	all := []string{"t[s]", "step", kind}
	if kind == "line" {
		all = append(all, "s[m]")
	}
	return append(all, "x[m]", "y[m]", "z[m]")
}

// Items are the parts of a list with semicolons.
func Items(list string) (all []string) {
	for word := range strings.SplitSeq(list, ";") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// Numbers are n finite ones with commas, as the word of an option has them.
func Numbers(option, word string, n int, would string) ([]float64, error) {
	parts := strings.Split(word, ",")
	var all []float64
	for _, part := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || len(parts) != n {
			return nil, fmt.Errorf("--%s has %q, but takes %d numbers [m]; use %s", option, word, n, would)
		}
		all = append(all, x)
	}
	return all, nil
}

// CheckPoints refuses a line or a plane of more points than one may have.
func CheckPoints(option, word string, points float64) error {
	const most = 1 << 26
	if points <= most {
		return nil
	}
	return fmt.Errorf("--%s has %q, which would have more than %d points; use a larger --spacing",
		option, word, most)
}
