package casefile

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// seriesUnits are how the units of a series are written in a header; the first is how we write it.
var seriesUnits = map[string][]string{
	"t": {"s", "sec", "second", "seconds"}, "velocity": {"m/s", "m s-1", "ms-1", "m s^-1"},
	"discharge":           {"m³/s", "m3/s", "m^3/s", "m**3/s", "m3 s-1", "m^3 s^-1", "cumecs"},
	"discharge per width": {"m²/s", "m2/s", "m^2/s", "m**2/s", "m2 s-1", "m3/s/m", "m³/s/m"},
	"level":               {"m"}, "pressure": {"Pa", "N/m2", "N/m²", "N/m^2"},
	"angle":   {"°", "deg", "degree", "degrees"},
	"gravity": {"m/s²", "m/s2", "m/s^2", "m/s**2", "m s-2", "m s^-2"},
}

// seriesFactors turn other units into ours.
var seriesFactors = map[string]float64{
	"min": 60, "minutes": 60, "h": 3600, "hr": 3600, "hours": 3600, "d": 86400, "days": 86400,
	"ms": 1e-3, "l/s": 1e-3, "m3/h": 1.0 / 3600, "m³/h": 1.0 / 3600, "ft3/s": 0.0283168,
	"ft³/s": 0.0283168, "cfs": 0.0283168, "ft": 0.3048, "cm": 0.01, "mm": 0.001, "km": 1000,
	"cm/s": 0.01, "mm/s": 0.001, "ft/s": 0.3048, "km/h": 1 / 3.6, "kPa": 1000, "hPa": 100,
	"bar": 1e5, "mbar": 100, "l/s/m": 1e-3, "rad": 180 / math.Pi, "g": 9.80665, "ft/s²": 0.3048,
	"ft/s2": 0.3048,
}

var inHeader = regexp.MustCompile(`[\[(]([^\])]*)[\])]`)

// ReadSeries takes the rows of a series of a table, under a key, from the text of its file.
// CheckSeries checks them.
func (c *Case) ReadSeries(table, key string, s *Series, data string) error {
	path := table + "." + key
	rows, err := [][]float64(nil), c.checkHeader(data, key)
	if err == nil {
		err = checkDecimals(data)
	}
	if err == nil {
		rows, err = ReadRows(data, 2, "two numbers with a comma between: a time and a "+key, "0.5, 0.1")
	}
	if err != nil {
		return c.Errorf(path, "%s: %s, %v", c.Label(path), s.File, err)
	}
	s.Rows = [][2]float64{}
	for _, row := range rows {
		s.Rows = append(s.Rows, [2]float64(row))
	}
	return nil
}

// checkHeader refuses a header of a series with units that are not ours.
func (c *Case) checkHeader(data, key string) error {
	wanted := key
	if key == "discharge" && c.Dimension == 2 {
		wanted = "discharge per width"
	}
	return CheckHeader(data, "t", wanted)
}

// CheckHeader refuses a header with units that are not ours. What its columns are is given: t for
// the time, angle, gravity, or what a series is of.
func CheckHeader(data string, wanted ...string) error {
	for n, line := range strings.Split(string(text.Plain([]byte(data))), "\n") {
		columns := strings.FieldsFunc(strings.Trim(line, "# \r"), separates)
		if hasNumber(line) {
			break
		}
		if len(columns) < 2 {
			continue // a comment
		}
		for k := range min(len(wanted), len(columns)) {
			what, _, _ := strings.Cut("the "+wanted[k], " per ")
			if wanted[k] == "t" {
				what = "the time"
			}
			if err := checkUnit(columns[k], wanted[k]); err != nil {
				return fmt.Errorf("line %d says that %s is in %w", n+1, what, err)
			}
		}
	}
	return nil
}

// checkUnit refuses a unit in brackets in the heading of a column.
func checkUnit(column, wanted string) error {
	in := inHeader.FindStringSubmatch(column)
	if in == nil {
		return nil
	}
	unit, ours := strings.TrimSpace(in[1]), seriesUnits[wanted]
	if slices.Contains(ours, unit) {
		return nil
	}
	if factor, known := seriesFactors[unit]; known {
		return fmt.Errorf("%s, but it must be in %s; multiply the column by %s, and mend the header",
			unit, ours[0], text.Number(factor))
	}
	return fmt.Errorf("%s, but it must be in %s; convert the column, and mend the header", unit,
		ours[0])
}

// checkDecimals refuses numbers with decimal commas.
func checkDecimals(data string) error {
	for n, line := range strings.Split(string(text.Plain([]byte(data))), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if !hasNumber(line) && n < 2 {
			continue
		}
		parts := strings.Split(line, ",")
		semicolons := strings.Contains(line, ";") || strings.Contains(line, "\t")
		if semicolons && len(parts) > 1 || len(parts) == 4 && !strings.Contains(line, ".") ||
			len(parts) == 3 && !strings.Contains(line, ".") {
			return fmt.Errorf("line %d is %q, with decimal commas, but the decimal point is a point and a "+
				"comma is between the columns: 0.5, 0.1", n+1, line)
		}
	}
	return nil
}

// ReadRows reads lines of a given number of numbers with commas between. Empty lines, what is
// behind a # and one line of names are left out. Errors say what is wanted, and give the example.
func ReadRows(data string, count int, wanted, example string) (rows [][]float64, err error) {
	for n, line := range strings.Split(string(text.Plain([]byte(data))), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		words := strings.Split(line, ",")
		var values []float64
		for _, word := range words {
			v, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				values = nil
				break
			}
			values = append(values, v)
		}
		if values == nil && rows == nil && n < 2 && !hasNumber(line) {
			continue // the names of the columns
		}
		if len(values) != count && strings.Contains(line, ";") {
			numbers, _, _ := strings.Cut(wanted, ":")
			return nil, fmt.Errorf("line %d is %q, with semicolons, but must have %s, "+
				"whose decimal point is a point: %s", n+1, line, numbers, example)
		}
		if len(values) != count {
			return nil, fmt.Errorf("line %d is %q, but must have %s", n+1, line, wanted)
		}
		rows = append(rows, values)
	}
	return rows, nil
}

// separates reports whether a letter is between columns.
func separates(r rune) bool { return r == ',' || r == ';' }

// hasNumber reports whether any of what commas and semicolons separate is one.
func hasNumber(line string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(line, separates), func(word string) bool {
		_, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		return err == nil
	})
}
