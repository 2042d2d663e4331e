// Package particles is particles that a case takes from files: CSV, NumPy or VTK.
package particles

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/internal/casefile"
	"gpusph/internal/points"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

const (
	Name = "own particles" // in cases
	key  = "particles"     // of their tables in case files
)

// Feature is particles from files, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{Name: Name, Has: func(*sph.Params) bool { return false },
		Hash: func(*sph.Case, float64, func(of string, write func(h io.Writer))) {}},
	Table: &casefile.Feature{
		Sections: []casefile.Section{{Key: key, Rows: []Table(nil)}},
		HasFluid: func(c *casefile.Case) bool { return len(tables(c)) > 0 },
	},
	Reading: &reading.Feature{Tables: "[[particles]]", Place: place, Fill: fill},
}

// Table is a file of them.
type Table struct {
	Name string `key:"name" need:"yes"`
	File string `key:"file" need:"yes" help:"CSV, .npy, .npz, .vtk or .vtp with x, y, z, and vx, vy, vz, density, type (1: wall)"`
}

func tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// place lets a scene be without fluid of its own.
func place(f reading.File, s *scene.Scene, _ *sph.Params) error {
	s.Elsewhere = len(tables(f.File())) > 0
	return nil
}

// fill adds the particles to a case, behind those that it has.
func fill(f reading.File, s *scene.Scene, c *sph.Case) error {
	for k, t := range tables(f.File()) {
		path := fmt.Sprintf("particles.%d.file", k)
		data, err := f.Content(t.File, path)
		if err != nil {
			return err
		}
		set, err := points.Read(t.File, data)
		if err != nil {
			return f.File().Errorf(path, "%s %v", t.File, err)
		}
		if err := add(f, c, set, t, path); err != nil {
			return err
		}
	}
	return nil
}

// add adds those of a file.
func add(f reading.File, c *sph.Case, set *points.Set, t Table, path string) error {
	p, q := &c.Params, &c.Particles
	fluid := 0
	first := q.Grow(len(set.Position))
	for i, x := range set.Position {
		of := sph.Fluid
		if set.Type != nil && set.Type[i] == 1 {
			of = sph.Wall
		} else {
			fluid++
		}
		for a := range 3 {
			x[a] = text.Sum(x[a], -p.Origin[a])
			if p.Dim == 2 && a == int(sph.PlaneAxis) {
				x[a] = 0
			}
			if !(x[a] >= p.Min[a] && x[a] <= p.Max[a]) {
				return f.File().Errorf(path, "%s has particle %d at %v = %s m, out of the domain; use a "+
					"larger domain", t.File, i+1, sph.Axis(a), text.Coordinate(p.Origin[a], x[a]))
			}
		}
		var v [3]float32
		if set.Velocity != nil && of == sph.Fluid {
			v = [3]float32{float32(set.Velocity[i][0]), float32(set.Velocity[i][1]),
				float32(set.Velocity[i][2])}
		}
		q.Set(first+i, x, v, of, 0)
		if set.Density != nil {
			rel := set.Density[i]/p.Rho0 - 1
			if !(rel > -0.5 && rel < 0.5) {
				return f.File().Errorf(path, "%s has the density %s kg/m³ in particle %d, but the "+
					"fluid has %s; give it in kg/m³, and the fluid's under [physics] as rho0", t.File,
					text.Number(set.Density[i]), i+1, text.Number(p.Rho0))
			}
			q.RelDensity[first+i] = float32(rel)
		}
	}
	for name, all := range q.Extra {
		if n := first; n > 0 {
			q.Extra[name] = append(all, make([]float32, len(all)/n*len(set.Position))...)
		}
	}
	if q.Material != nil {
		q.Material = append(q.Material, make([]uint8, len(set.Position))...)
	}
	c.Notes = append(c.Notes, fmt.Sprintf("the particles %q are %d of %s: %d of fluid, %s kg each, "+
		"and %d of walls", t.Name, len(set.Position), t.File, fluid, text.Number(p.Mass),
		len(set.Position)-fluid))
	return nil
}
