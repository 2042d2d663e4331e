package damping

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

// usualRate is β of a damping zone where the case does not say it [1/s].
const usualRate = 10

// read refuses zones where there is no fluid.
func read(f reading.File) error {
	file, s := f.File(), f.Scene()
	tables := Tables(file)
	if n := len(tables); n > Most {
		return file.Errorf(fmt.Sprintf("damping.%d", Most),
			"the case has %d damping zones, but may have %d", n, Most)
	}
	tank, at := s.Tank, s.Origin
	for i := range tables {
		z, path := tables[i].zone(file, s), fmt.Sprintf("damping.%d", i)
		for a := range 3 {
			if file.Dimension == 2 && a == 1 || min(z.Max[a], tank.Max[a]) > max(z.Min[a], tank.Min[a]) {
				continue
			}
			key := path + ".from"
			if tables[i].Box != nil {
				key = path + ".box"
			}
			return file.Errorf(key,
				"the damping zone %q is not in the domain: along %s it reaches from %s to %s m, but the "+
					"domain from %s to %s m",
				z.Name, casefile.Axes[a], at.Number(a, z.Min[a]), at.Number(a, z.Max[a]),
				at.Exact(a, tank.Min[a]), at.Exact(a, tank.Max[a]))
		}
		noteShort(f, &z, path)
		for k := range i {
			if other := tables[k].zone(file, s); z.Overlaps(&other) {
				f.Note(path, "the damping zones %q and %q overlap; where they do the fluid loses velocity "+
					"by both", other.Name, z.Name)
			}
		}
	}
	return nil
}

// noteShort notes a zone that is shorter than a wave that the case has.
func noteShort(f reading.File, z *Zone, path string) {
	for _, wave := range f.Wavelengths() {
		if z.Axis != 2 && z.Length() < 0.99*wave.Length {
			f.Note(path, "the damping zone %q rises over %s m, but %s is %s m long; a zone of one "+
				"wavelength reflects little",
				z.Name, text.Number(z.Length()), wave.Of, text.Number(text.Three(wave.Length, math.Ceil)))
		}
	}
}

// zone is that of a table.
func (w *Table) zone(file *casefile.Case, s *scene.Scene) Zone {
	z := Zone{
		Name: w.Name, Axis: sph.Axis(max(0, slices.Index(casefile.Axes, w.Along))),
		From: w.From, To: w.To, Rate: w.Rate,
		Components: [3]bool{w.Components != "vertical", w.Components != "vertical",
			w.Components != "horizontal"},
	}
	if z.Rate == 0 {
		z.Rate = usualRate
	}
	if w.Box != nil {
		z.Min, z.Max = w.Box.Min, w.Box.Max
	} else {
		for a := range 3 { // what leaves the domain by open sides is damped, too
			size := s.Tank.Size(a)
			z.Min[a], z.Max[a] = s.Tank.Min[a]-size, s.Tank.Max[a]+size
		}
		low, high := w.From, w.To+w.Beyond
		if w.To < w.From {
			low, high = w.To-w.Beyond, w.From
		}
		z.Min[z.Axis], z.Max[z.Axis] = low, high
	}
	if file.Dimension == 2 {
		z.Min[1], z.Max[1] = s.Tank.Min[1]-1, s.Tank.Max[1]+1
	}
	return z
}

// give gives a case the zones of its file.
func give(f reading.File, c *sph.Case) error {
	tables := Tables(f.File())
	if len(tables) == 0 {
		return nil
	}
	zones := make([]Zone, len(tables))
	for i := range zones {
		zones[i] = tables[i].zone(f.File(), f.Scene())
	}
	Give(c, zones)
	return nil
}

// check refuses zones that a case with its domain and its time step cannot have.
func check(f reading.File, c *sph.Case) error {
	for i, z := range Of(c) {
		if err := z.Check(&c.Params); err != nil {
			return f.File().Errorf(fmt.Sprintf("damping.%d.rate", i), "the damping zone %q %v", z.Name, err)
		}
	}
	return nil
}

// write writes zones into a case file.
func write(flow *sph.Case, file *casefile.Case) {
	words := map[[3]bool]string{{true, true, false}: "horizontal", {false, false, true}: "vertical"}
	var tables []Table
	for _, z := range Of(flow) {
		tables = append(tables, Table{
			Name: z.Name, Along: z.Axis.String(), From: z.From, To: z.To, Rate: z.Rate,
			Box: &casefile.Box{Min: z.Min, Max: z.Max}, Components: words[z.Components],
		})
	}
	Set(file, tables)
}
