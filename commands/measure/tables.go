package measure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/kinds"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// table is one that is being made.
type table struct {
	file    string
	columns []string
	around  bool     // behind the columns are what is around a point, and further fields
	further []string // their names, once the first snapshot is read
	values  []float64
	add     func(still *sph.SnapshotProbe, time float64, step int)
	say     func(b *strings.Builder, run *stored.Run) // lines for people; may be nil
}

// aroundColumns are those of sph.Around.
var aroundColumns = []string{"filled", "p[Pa]", "rho[kg/m3]", "vx[m/s]", "vy[m/s]", "vz[m/s]"}

func (t *table) headings() []string {
	if !t.around {
		return t.columns
	}
	return slices.Concat(t.columns, aroundColumns, t.further)
}

// measured is the table as the command writes it.
func (t *table) measured(run *stored.Run) kinds.Table {
	m := kinds.Table{File: t.file, Kind: output.KindMeasured, Write: func(path string) error {
		return kinds.WriteValues(path, t.headings(), t.values)
	}}
	if t.say != nil {
		m.Say = func(b *strings.Builder) { t.say(b, run) }
	}
	return m
}

// mostValues is how many numbers a table may have.
const mostValues = 1 << 28

// tables are those that are asked for, of a given number of snapshots.
func (o *asked) tables(run *stored.Run, p *sph.Params, snapshots int) (all []*table, err error) {
	spacing := o.Spacing
	if spacing == 0 {
		spacing = p.DeltaP
	}
	for _, kind := range []struct {
		name, list string
		parse      func(list string, p *sph.Params, spacing float64) ([]kinds.Place, error)
	}{{"point", o.Points, pointsOf}, {"line", o.Lines, linesOf}, {"plane", o.Planes, planesOf}} {
		if kind.list == "" {
			continue
		}
		places, err := kind.parse(kind.list, p, spacing)
		if err != nil {
			return nil, err
		}
		t := placesTable(kind.name, places, p)
		if float64(len(places))*float64(snapshots)*float64(len(t.headings())) > mostValues {
			return nil, fmt.Errorf("measure_%ss.csv would have %s rows; use a larger "+
				"--spacing or fewer snapshots (--from, --until)", kind.name,
				text.Thousands(len(places)*snapshots))
		}
		all = append(all, t)
	}
	if o.Flux != "" {
		sections, err := sectionsOf(o.Flux, p)
		if err != nil {
			return nil, err
		}
		all = append(all, fluxTable(sections, p))
	}
	if o.Beyond != "" {
		t, err := beyondTable(o.Beyond, p)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	if o.RunUp != "" {
		t, err := runUpTable(o.RunUp, p)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	if o.Zones {
		all = append(all, zonesTable(p))
	}
	if o.Sensors {
		sensors := slices.DeleteFunc(slices.Clone(run.Sensors),
			func(s stored.Sensor) bool { return s.Kind == "front" })
		if len(sensors) == 0 {
			return nil,
				fmt.Errorf("--sensors: %s has no sensors.csv, or no probe and no gauge in it; use --points", run.Dir)
		}
		all = append(all, sensorTables(sensors, p)...)
	}
	return all, nil
}

// placesTable has a row for each place in each snapshot.
func placesTable(kind string, places []kinds.Place, p *sph.Params) *table {
	t := &table{file: "measure_" + kind + "s.csv", columns: kinds.PlaceColumns(kind), around: true}
	t.add = func(still *sph.SnapshotProbe, time float64, step int) {
		for _, x := range places {
			t.values = append(t.values, time, float64(step), float64(x.Of))
			if kind == "line" {
				t.values = append(t.values, x.Along)
			}
			at := still.InPlane(x.At)
			a := still.At(at)
			at = p.PointOnMap(at)
			t.values = append(t.values, at[0], at[1], at[2], a.Filled, a.Pressure, a.Density,
				a.Velocity[0], a.Velocity[1], a.Velocity[2])
			t.values = append(t.values, a.Extra...)
		}
	}
	return t
}

// section is one with the words that ask for it.
type section struct {
	sph.Section
	name string
}

func fluxTable(sections []section, p *sph.Params) *table {
	t := &table{file: "measure_flux.csv", columns: []string{"t[s]", "step"}}
	units := []string{"kg/s", "m3/s", "m2"}
	if p.Dim == 2 { // of a metre of width
		units = []string{"kg/s/m", "m2/s", "m"}
	}
	for _, s := range sections {
		t.columns = append(t.columns, s.name+" mass["+units[0]+"]", s.name+" volume["+units[1]+"]",
			s.name+" wet["+units[2]+"]")
	}
	rho0 := p.Rho0
	t.say = t.sayFlux
	t.add = func(still *sph.SnapshotProbe, time float64, step int) {
		t.values = append(t.values, time, float64(step))
		for i := range sections {
			f := still.Through(&sections[i].Section)
			t.values = append(t.values, f.Mass, f.Mass/rho0, f.Wet)
		}
	}
	return t
}

// sensorTables are those of the run's own probes and gauges, with the columns of probes.csv and gauges.csv.
func sensorTables(sensors []stored.Sensor, p *sph.Params) (all []*table) {
	probes := &table{file: "measure_probes.csv", columns: []string{"t[s]", "step"}}
	gauges := &table{file: "measure_gauges.csv", columns: []string{"t[s]", "step"}}
	var ofProbes []sph.Probe
	var ofGauges []sph.Gauge
	for _, s := range sensors {
		s.At = p.PointFromMap(s.At)
		if s.Body != "" {
			continue // snapshots do not tell where it has moved to
		}
		if s.Kind == "probe" {
			probes.columns = append(probes.columns, s.Name+"[Pa]")
			ofProbes = append(ofProbes, sph.Probe{Name: s.Name, Position: s.At, Normal: s.Normal,
				Distance: s.Distance, Size: s.Size})
			continue
		}
		gauges.columns = append(gauges.columns, s.Name+"[m]")
		g := sph.Gauge{Name: s.Name, X: s.At[0], Y: s.At[1], Ground: math.Inf(-1), Ceiling: math.Inf(1)}
		if s.Ground {
			g.Ground = s.At[2]
		}
		ofGauges = append(ofGauges, g)
	}
	probes.add = func(still *sph.SnapshotProbe, time float64, step int) {
		probes.values = append(probes.values, time, float64(step))
		for i := range ofProbes {
			probes.values = append(probes.values, still.Pressure(&ofProbes[i]))
		}
	}
	gauges.add = func(still *sph.SnapshotProbe, time float64, step int) {
		gauges.values = append(gauges.values, time, float64(step))
		for i := range ofGauges {
			gauges.values = append(gauges.values, still.Height(&ofGauges[i]))
		}
	}
	for _, t := range []*table{probes, gauges} {
		t.say = func(b *strings.Builder, run *stored.Run) { sayMeans(b, run, t.stored()) }
	}
	if len(ofProbes) > 0 {
		all = append(all, probes)
	}
	if len(ofGauges) > 0 {
		all = append(all, gauges)
	}
	return all
}

func pointsOf(list string, p *sph.Params, _ float64) (all []kinds.Place, err error) {
	for i, word := range kinds.Items(list) {
		x, err := kinds.Numbers("points", word, 3, "0.5,0.3,0.1")
		if err != nil {
			return nil, err
		}
		all = append(all, kinds.Place{Of: i + 1, At: p.PointFromMap([3]float64(x))})
	}
	return all, nil
}

// linesOf are points a spacing apart, or a little nearer, with both ends.
func linesOf(list string, params *sph.Params, spacing float64) (all []kinds.Place, err error) {
	for i, word := range kinds.Items(list) {
		x, err := kinds.Numbers("lines", word, 6, "0,0.3,0.1,1.6,0.3,0.1")
		if err != nil {
			return nil, err
		}
		from, to := params.PointFromMap([3]float64(x[:3])), params.PointFromMap([3]float64(x[3:]))
		x = slices.Concat(from[:], to[:])
		length := math.Sqrt((x[3]-x[0])*(x[3]-x[0]) + (x[4]-x[1])*(x[4]-x[1]) + (x[5]-x[2])*(x[5]-x[2]))
		if length == 0 {
			return nil, fmt.Errorf("--lines has %q, which has no length; --points takes points", word)
		}
		n := math.Ceil(length/spacing - 1e-9)
		if err := kinds.CheckPoints("lines", word, n); err != nil {
			return nil, err
		}
		for k := 0.0; k <= n; k++ {
			p := kinds.Place{Of: i + 1, Along: k / n * length}
			for a := range 3 {
				p.At[a] = x[a] + k/n*(x[3+a]-x[a])
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// planeOf reads what is before the first comma: an axis and where it is.
func planeOf(option, word string, p *sph.Params) (axis sph.Axis, at float64, err error) {
	name, value, _ := strings.Cut(word, "=")
	k := strings.Index("xyz", strings.ToLower(strings.TrimSpace(name)))
	at, err = strconv.ParseFloat(strings.TrimSpace(value), 64)
	if len(strings.TrimSpace(name)) != 1 || k < 0 || err != nil || math.IsNaN(at) {
		return 0, 0,
			fmt.Errorf("--%s has %q, but a plane is an axis and where it is [m]; use x=0.9", option, word)
	}
	if axis = sph.Axis(k); p.Dim == 2 && axis == sph.PlaneAxis {
		return 0, 0, fmt.Errorf("--%s has %q, but the flow is in two dimensions, across %v; "+
			"use a plane across x or z", option, word, axis)
	}
	if at = p.FromMap(int(axis), at); !(at >= p.Min[axis] && at <= p.Max[axis]) {
		return 0, 0, fmt.Errorf("--%s has %q, but the domain goes from %s to %s m along %v; "+
			"use a plane between them", option, word, text.Coordinate(p.Origin[axis], p.Min[axis]),
			text.Coordinate(p.Origin[axis], p.Max[axis]), axis)
	}
	return axis, at, nil
}

// planesOf are grids over the domain.
func planesOf(list string, p *sph.Params, spacing float64) (all []kinds.Place, err error) {
	for i, word := range kinds.Items(list) {
		axis, at, err := planeOf("planes", word, p)
		if p.Dim == 2 && strings.HasPrefix(strings.ToLower(word), "y") { // the flow's own plane
			axis, at, err = sph.PlaneAxis, 0, nil
		}
		if err != nil {
			return nil, err
		}
		first, second := sph.Axis(0), sph.Axis(2)
		switch axis {
		case 0:
			first = 1
		case 2:
			second = 1
		}
		count := func(a sph.Axis) float64 {
			if p.Dim == 2 && a == sph.PlaneAxis {
				return 0
			}
			return math.Floor((p.Max[a]-p.Min[a])/spacing + 1e-9)
		}
		n, m := count(first), count(second)
		if err := kinds.CheckPoints("planes", word, (n+1)*(m+1)); err != nil {
			return nil, err
		}
		for u := 0.0; u <= n; u++ {
			for v := 0.0; v <= m; v++ {
				x := kinds.Place{Of: i + 1}
				x.At[axis], x.At[first], x.At[second] = at, p.Min[first]+u*spacing, p.Min[second]+v*spacing
				all = append(all, x)
			}
		}
	}
	return all, nil
}

// sectionsOf are planes, or rectangles of them.
func sectionsOf(list string, p *sph.Params) (all []section, err error) {
	for _, word := range kinds.Items(list) {
		head, rest, part := strings.Cut(word, ",")
		axis, at, err := planeOf("flux", head, p)
		if err != nil {
			return nil, err
		}
		s := section{sph.Section{Axis: axis, At: at, Min: p.Min, Max: p.Max},
			strings.ReplaceAll(word, " ", "")}
		if part {
			x, err := kinds.Numbers("flux", rest, 4, "x=0.9,0,0.67,0,0.4")
			if err != nil {
				return nil, err
			}
			for a := range sph.Axis(3) {
				if a == axis {
					continue
				}
				s.Min[a], s.Max[a] = p.FromMap(int(a), x[0]), p.FromMap(int(a), x[1])
				if !(x[1] > x[0]) {
					return nil, fmt.Errorf("--flux has %q, but its rectangle goes from %g to %g "+
						"m along %v; put the smaller one first", word, x[0], x[1], a)
				}
				x = x[2:]
			}
		}
		if err := kinds.CheckPoints("flux", word, across(&s.Section, p)); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// across is how many points a section has.
func across(s *sph.Section, p *sph.Params) float64 {
	n := 1.0
	for a := range sph.Axis(3) {
		if a != s.Axis && !(p.Dim == 2 && a == sph.PlaneAxis) {
			n *= (s.Max[a]-s.Min[a])/(p.DeltaP/2) + 1
		}
	}
	return n
}
