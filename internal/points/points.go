// Package points reads particles from files of other programs: CSV, NumPy and VTK.
package points

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
)

// Set is particles. What a file does not have is nil.
type Set struct {
	Position [][3]float64 // [m]
	Velocity [][3]float64 // [m/s]
	Density  []float64    // [kg/m³]
	Type     []float64    // 0 is fluid, 1 a wall
}

// Endings are those of files that are read.
const Endings = ".csv, .npy, .npz, .vtk, .vtp or .vtu"

// Read reads the content of a file, by the ending of its name.
func Read(name string, data []byte) (*Set, error) {
	var of fields
	var err error
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		of, err = readCSV(data)
	case ".npy":
		of, err = readNPY(data)
	case ".npz":
		of, err = readNPZ(data)
	case ".vtk":
		of, err = readLegacy(data)
	case ".vtp", ".vtu":
		of, err = readXML(data)
	default:
		return nil, errors.New("has no ending of particles that are read: " + Endings)
	}
	if err != nil {
		return nil, err
	}
	return of.set()
}

// field is numbers of particles, some of each side by side.
type field struct {
	width  int
	values []float64
}

// fields are those of a file, by names in lower case without units.
type fields map[string]field

// add adds a field under the name of the quantity that it is of; others are left out.
func (f fields) add(name string, width int, values []float64) {
	name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), "[")
	name = strings.Trim(strings.TrimSpace(name), `"`)
	for _, q := range quantities {
		for _, n := range q.names {
			if n == name && (width == q.width || q.width == 0) {
				f[q.of] = field{width, values}
			}
		}
	}
}

// quantities are what particles have, and what files call it: those of this program and of
// ParaView.
var quantities = []struct {
	of    string
	width int
	names []string
}{
	{"position", 3, []string{"position", "points", "pos", "positions"}},
	{"velocity", 3, []string{"velocity", "vel", "v", "velocities"}},
	{"density", 1, []string{"density", "rho", "rhop"}},
	{"type", 1, []string{"type", "kind"}},
	{"x", 1, []string{"x", "points:0", "position x", "position_x"}},
	{"y", 1, []string{"y", "points:1", "position y", "position_y"}},
	{"z", 1, []string{"z", "points:2", "position z", "position_z"}},
	{"vx", 1, []string{"vx", "velocity:0", "velocity x", "velocity_x"}},
	{"vy", 1, []string{"vy", "velocity:1", "velocity y", "velocity_y"}},
	{"vz", 1, []string{"vz", "velocity:2", "velocity z", "velocity_z"}},
}

// vectors joins components, of which y may be missing in two dimensions.
func (f fields) vectors(whole string, parts [3]string) ([][3]float64, error) {
	n := -1
	of := [3]field{}
	if all, ok := f[whole]; ok {
		n = len(all.values) / 3
		for a := range 3 {
			for i := range n {
				of[a].values = append(of[a].values, all.values[3*i+a])
			}
		}
	} else {
		for a, name := range parts {
			if of[a], ok = f[name]; !ok && a != 1 && (f[parts[0]].values != nil ||
				f[parts[2]].values != nil) {
				return nil, fmt.Errorf("has no column %s", name)
			}
			n = max(n, len(of[a].values))
		}
	}
	if n <= 0 {
		return nil, nil
	}
	all := make([][3]float64, n)
	for a := range 3 {
		if of[a].values == nil {
			continue
		}
		if len(of[a].values) != n {
			return nil, fmt.Errorf("has %d values of %s, but %d of another component", len(of[a].values),
				parts[a], n)
		}
		for i, x := range of[a].values {
			all[i][a] = x
		}
	}
	return all, nil
}

// set is the particles, checked.
func (f fields) set() (*Set, error) {
	s := &Set{Density: f["density"].values, Type: f["type"].values}
	var err error
	if s.Position, err = f.vectors("position", [3]string{"x", "y", "z"}); err != nil {
		return nil, err
	}
	if s.Velocity, err = f.vectors("velocity", [3]string{"vx", "vy", "vz"}); err != nil {
		return nil, err
	}
	n := len(s.Position)
	if n == 0 {
		return nil, errors.New("has no positions; it needs the columns x, y, z, or an array Position")
	}
	for _, of := range []struct {
		name string
		n    int
	}{{"velocities", len(s.Velocity)}, {"densities", len(s.Density)}, {"types", len(s.Type)}} {
		if of.n != 0 && of.n != n {
			return nil, fmt.Errorf("has %d positions, but %d %s", n, of.n, of.name)
		}
	}
	for i := range n {
		numbers := s.Position[i][:]
		if s.Velocity != nil {
			numbers = append(numbers[:3:3], s.Velocity[i][:]...)
		}
		if s.Density != nil {
			numbers = append(numbers[:len(numbers):len(numbers)], s.Density[i])
		}
		for _, x := range numbers {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, fmt.Errorf("has %g in particle %d", x, i+1)
			}
		}
		if s.Type != nil && s.Type[i] != 0 && s.Type[i] != 1 {
			return nil, fmt.Errorf("has the type %g in particle %d, but types are 0 for fluid and 1 for a "+
				"wall", s.Type[i], i+1)
		}
	}
	return s, nil
}
