package problems

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// seriesUnits are how the units of a series are written in a header; the first is how we write it.
var seriesUnits = map[string][]string{
	"t": {"s", "sec", "second", "seconds"}, "velocity": {"m/s", "m s-1", "ms-1", "m s^-1"},
	"discharge":           {"m³/s", "m3/s", "m^3/s", "m**3/s", "m3 s-1", "m^3 s^-1", "cumecs"},
	"discharge per width": {"m²/s", "m2/s", "m^2/s", "m**2/s", "m2 s-1", "m3/s/m", "m³/s/m", "m^3/s/m"},
	"level":               {"m"}, "pressure": {"Pa", "N/m2", "N/m²", "N/m^2"},
}

// seriesFactors turn other units into ours.
var seriesFactors = map[string]float64{
	"min": 60, "minutes": 60, "h": 3600, "hr": 3600, "hours": 3600, "d": 86400, "days": 86400,
	"ms": 1e-3, "l/s": 1e-3, "m3/h": 1.0 / 3600, "m³/h": 1.0 / 3600, "ft3/s": 0.0283168,
	"ft³/s": 0.0283168, "cfs": 0.0283168, "ft": 0.3048, "cm": 0.01, "mm": 0.001, "km": 1000,
	"cm/s": 0.01, "mm/s": 0.001, "ft/s": 0.3048, "km/h": 1 / 3.6, "kPa": 1000, "hPa": 100,
	"bar": 1e5, "mbar": 100, "l/s/m": 1e-3,
}

var inHeader = regexp.MustCompile(`[\[(]([^\])]*)[\])]`)

// readSeries reads the file of a series of an opening, if it has one, and checks it.
func (f *caseProblem) readSeries(o *casefile.OpeningAt, key string, s *casefile.Series) error {
	if s.File == "" {
		return nil
	}
	path := o.Path + "." + key
	data, err := f.from.read(s.File, path)
	if err != nil {
		return err
	}
	wrong := func(err error) error {
		return f.file.Errorf(path, "%s: %s, %v", f.file.Label(path), s.File, err)
	}
	if err := f.checkHeader(string(data), key); err != nil {
		return wrong(err)
	}
	if err := checkDecimals(string(data)); err != nil {
		return wrong(err)
	}
	rows, err := readRows(string(data), 2, "two numbers with a comma between: a time and a "+key,
		"0.5, 0.1")
	if err != nil {
		return wrong(err)
	}
	s.Rows = [][2]float64{}
	for _, row := range rows {
		s.Rows = append(s.Rows, [2]float64(row))
	}
	if err := f.file.CheckSeries(o, key, s); err != nil {
		return err
	}
	if key == "level" {
		for k := range s.Rows {
			s.Rows[k][1] = text.Sum(s.Rows[k][1], -f.scene.Origin[2])
		}
	}
	return nil
}

// checkHeader refuses a header with units that are not ours.
func (f *caseProblem) checkHeader(data, key string) error {
	wanted := [2]string{"t", key}
	if key == "discharge" && f.file.Dimension == 2 {
		wanted[1] = "discharge per width"
	}
	between := func(r rune) bool { return r == ',' || r == ';' }
	for n, line := range strings.Split(string(text.Plain([]byte(data))), "\n") {
		columns := strings.FieldsFunc(strings.Trim(line, "# \r"), between)
		if hasNumber(line) {
			break
		}
		if len(columns) < 2 {
			continue // a comment
		}
		for k, what := range []string{"the time", "the " + key} {
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
	return fmt.Errorf("%s, but it must be in %s; convert the column, and mend the header", unit, ours[0])
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

// Of a velocity that falls to 0 at a rough bed: u/U = 1 + (u*/U)/κ (1 + ln z/h), the logarithmic
// law of a channel of a depth h with the mean velocity U (Keulegan 1938, J. Res. NBS 21), with a
// friction velocity u* that many channels have, Chézy's C = √g/0.05 = 63 m^½/s.
const (
	vonKarman        = 0.41
	frictionVelocity = 0.05 // over the mean velocity
)

// profile is how the velocity of an opening is spread over its sites: factors whose mean over those
// that are wet at first is 1.
func (f *caseProblem) profile(
	o *fileOpening, to *scene.Opening, p *sph.Params,
) func(l *opening.Layout, wet []bool) []float64 {
	if o.Profile.Rows == nil && o.Profile.Word == "uniform" {
		return nil
	}
	of, radius := to.Opening, to.Half[1]
	if o.Disc != nil {
		radius = o.Disc.Radius
	}
	return func(l *opening.Layout, wet []bool) []float64 {
		low, high, free := heights(&of, l, wet, p.DeltaP)
		factors := make([]float64, len(l.Sites))
		sum, n := 0.0, 0
		for k, x := range l.Sites {
			u, v, _ := of.From(x)
			part := (v - low) / max(high-low, p.DeltaP) // of the height
			switch r := math.Hypot(u, v) / radius; {
			case o.Profile.Rows != nil:
				factors[k] = interpolated(o.Profile.Rows, x[2])
			case o.Profile.Word == "parabolic" && of.Disc:
				factors[k] = max(0, 1-r*r)
			case o.Profile.Word == "parabolic" && free:
				part = min(part, 1)
				factors[k] = part * (2 - part)
			case o.Profile.Word == "parabolic":
				factors[k] = part * (1 - part)
			case of.Disc:
				factors[k] = logarithmic(1 - r)
			default:
				factors[k] = logarithmic(part)
			}
			if wet[k] || !slices.Contains(wet, true) {
				sum, n = sum+factors[k], n+1
			}
		}
		if !(sum > 0) {
			return nil
		}
		for k := range factors {
			factors[k] *= float64(n) / sum
		}
		return factors
	}
}

// logarithmic is the law at a part of the depth.
func logarithmic(part float64) float64 {
	return max(0, 1+frictionVelocity/vonKarman*(1+math.Log(max(part, 1e-4))))
}

// heights are those along the opening between which it is wet at first, from its centre [m], and
// whether a free surface is above.
func heights(o *opening.Opening, l *opening.Layout, wet []bool, spacing float64) (low, high float64, free bool) {
	low, high = math.Inf(1), math.Inf(-1)
	top := math.Inf(-1)
	for k, x := range l.Sites {
		_, v, _ := o.From(x)
		low, top = min(low, v-spacing/2), max(top, v+spacing/2)
		if wet[k] {
			high = max(high, v+spacing/2)
		}
	}
	if math.IsInf(high, -1) {
		high = top
	}
	return low, high, o.Level != nil || high < top-spacing/2
}

// interpolated is the factor of rows at a height [m].
func interpolated(rows [][2]float64, z float64) float64 {
	s := opening.Series{}
	for _, row := range rows {
		s.Times, s.Values = append(s.Times, row[0]), append(s.Values, row[1])
	}
	return s.At(z)
}
