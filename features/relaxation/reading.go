package relaxation

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// What a zone has where its table does not say it.
const (
	usualRate  = 20 // β [1/s]
	usualPower = 2  // n of the weight
)

// taken is what Read has of a zone: the rows of its file.
type taken struct {
	names []string
	rows  [][]float64
}

// read takes the files of zones, and refuses zones where there is no domain.
func read(f reading.File) error {
	file, tank := f.File(), f.Scene().Tank
	tables := Tables(file)
	if n := len(tables); n > Most {
		return file.Errorf(fmt.Sprintf("relaxation.%d", Most),
			"the case has %d relaxation zones, but may have %d", n, Most)
	}
	files := make([]taken, len(tables))
	for i := range tables {
		t, path := &tables[i], fmt.Sprintf("relaxation.%d", i)
		z := t.zone(file, f.Scene())
		for a := range 3 {
			if file.Dimension == 2 && a == 1 || min(z.Max[a], tank.Max[a]) > max(z.Min[a], tank.Min[a]) {
				continue
			}
			return file.Errorf(path, "the relaxation zone %q is not in the domain: along %s it reaches "+
				"from %s to %s m, but the domain from %s to %s m", z.Name, casefile.Axes[a],
				f.Scene().Origin.Number(a, z.Min[a]), f.Scene().Origin.Number(a, z.Max[a]),
				f.Scene().Origin.Exact(a, tank.Min[a]), f.Scene().Origin.Exact(a, tank.Max[a]))
		}
		if t.File == "" {
			continue
		}
		data, err := f.Content(t.File, path+".table")
		if err == nil {
			files[i], err = readRows(string(data), t.Kind == "table")
			if err != nil {
				err = file.Errorf(path+".table", "%s: %v", t.File, err)
			}
		}
		if err != nil {
			return err
		}
	}
	f.Keep(Name, files)
	return nil
}

// zone is that of a table, without its waves.
func (t *Table) zone(file *casefile.Case, s *scene.Scene) Zone {
	z := Zone{
		Name: t.Name, Axis: sph.Axis(max(0, slices.Index(casefile.Axes, t.Along))), From: t.From,
		To: t.To, Rate: t.Rate, Power: t.Power, Way: [2]float64{1, 0}, RampFrom: t.Start, table: *t,
		Components: [3]bool{true, true, t.Components != "horizontal"},
	}
	if z.Rate == 0 {
		z.Rate = usualRate
	}
	if z.Power == 0 {
		z.Power = usualPower
	}
	if d := t.Direction; d != nil {
		size := math.Hypot(d[0], d[1])
		z.Way = [2]float64{d[0] / size, d[1] / size}
	}
	if t.Box != nil {
		z.Min, z.Max = t.Box.Min, t.Box.Max
	} else {
		for a := range 3 { // what leaves the domain by open sides comes to the waves, too
			size := s.Tank.Size(a)
			z.Min[a], z.Max[a] = s.Tank.Min[a]-size, s.Tank.Max[a]+size
		}
		z.Min[z.Axis], z.Max[z.Axis] = min(t.From, t.To+t.Beyond), max(t.From, t.To+t.Beyond)
		if t.To < t.From {
			z.Min[z.Axis], z.Max[z.Axis] = t.To-t.Beyond, t.From
		}
	}
	if file.Dimension == 2 {
		z.Min[1], z.Max[1] = s.Tank.Min[1]-1, s.Tank.Max[1]+1
	}
	return z
}

// give gives a case the zones of its file, with their waves.
func give(f reading.File, c *sph.Case) error {
	file, tables := f.File(), Tables(f.File())
	if len(tables) == 0 {
		return nil
	}
	files, _ := f.Kept(Name).([]taken)
	zones := make([]Zone, len(tables))
	for i := range zones {
		path := fmt.Sprintf("relaxation.%d", i)
		z := tables[i].zone(file, f.Scene())
		g := c.Params.Gravity
		waving := tables[i].Kind != "table" && tables[i].Kind != "still"
		if waving && (g[0] != 0 || g[1] != 0 || !(g[2] < 0)) {
			return file.Errorf(path, "%s needs gravity that points downwards; physics.gravity = "+
				"[0, 0, -9.81] is that of the earth", file.Label(path))
		}
		bed := f.Scene().Tank.Min[2]
		if tables[i].Bed != nil {
			bed = *tables[i].Bed
		}
		w := waves{Table: &tables[i], zone: &z, bed: bed, gravity: -g[2], file: files[i],
			origin: f.Scene().Origin}
		if err := w.fill(); err != nil {
			return file.Errorf(path, "%s %v", file.Label(path), err)
		}
		c.Notes = append(c.Notes, fmt.Sprintf("the relaxation zone %s has %s", z.Name, z.Cells.Note))
		if l := z.Cells.Length; z.Length() < 0.99*l {
			f.Note(path, "the relaxation zone %q is %s m long, but its waves are %s m long; a zone of one "+
				"wavelength reflects little", z.Name, text.Number(z.Length()),
				text.Number(text.Three(l, math.Ceil)))
		}
		zones[i] = z
	}
	Give(c, zones)
	return nil
}

// check refuses zones that a case with its domain and its time step cannot have.
func check(f reading.File, c *sph.Case) error {
	for i, z := range Of(c) {
		if err := z.Check(&c.Params); err != nil {
			return f.File().Errorf(fmt.Sprintf("relaxation.%d", i), "the relaxation zone %q %v", z.Name,
				err)
		}
	}
	return nil
}

// write writes zones into a case file.
func write(flow *sph.Case, file *casefile.Case) {
	var tables []Table
	for _, z := range Of(flow) {
		tables = append(tables, z.table)
	}
	Set(file, tables)
}
