// Package start lets a flow begin with the fluid of another run, of any spacing and other walls.
package start

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"gpusph/cuda"
	"gpusph/internal/stored"
	"gpusph/neighbor"
	"gpusph/output"
	"gpusph/sph"
)

// Source is the particles of a run at a time, in metres on the map.
type Source struct {
	Path   string
	Time   float64 // [s]
	Params sph.Params
	Fluid  []Particle
}

// Particle is one of fluid.
type Particle struct {
	At       [3]float64
	Velocity [3]float64
	Rel      float64 // ρ/ρ0 - 1
}

// Read reads a checkpoint, or of a run directory the snapshot nearest to a time or, where that is
// NaN, the last checkpoint, or the last snapshot without one.
func Read(path string, time float64) (*Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if !math.IsNaN(time) {
			return nil, errors.New("a checkpoint has a time of its own; leave --start-time out, or use " +
				"the run directory")
		}
		return readCheckpoint(path)
	}
	if math.IsNaN(time) {
		if all, err := output.Checkpoints(path); err == nil && len(all) > 0 {
			return readCheckpoint(all[len(all)-1])
		}
	}
	return readSnapshot(path, time)
}

func readSnapshot(dir string, time float64) (*Source, error) {
	r, err := stored.ReadSummary(dir)
	if err != nil {
		return nil, err
	}
	snapshot, err := output.FindSnapshot(dir, time, "Velocity", "Density", "Type")
	if err != nil {
		return nil, err
	}
	s := &Source{Path: dir, Time: snapshot.Time, Params: r.Summary.Parameters.Local()}
	for i, x := range snapshot.Position {
		at := onMap(&snapshot.Case.Params, x)
		if snapshot.Type[i] == sph.Wall {
			continue
		}
		p := Particle{At: at, Rel: float64(snapshot.Density[i])/s.Params.Rho0 - 1}
		for a, v := range snapshot.Velocity[i] {
			p.Velocity[a] = float64(v)
		}
		s.Fluid = append(s.Fluid, p)
	}
	return s, s.check()
}

// onMap is a place of a snapshot, whose coordinates begin at the origin of its flow.
func onMap(p *sph.Params, x [3]float32) (at [3]float64) {
	for a := range 3 {
		at[a] = p.OnMap(a, float64(x[a]))
	}
	return at
}

func readCheckpoint(path string) (*Source, error) {
	c, err := output.ReadCheckpoint(path)
	if err != nil {
		return nil, err
	}
	s := &Source{Path: path, Time: c.State.Time, Params: c.Params}
	p := &s.Params
	grid, err := neighbor.NewGrid(p.Min, p.Max, p.ListRadius(), int(p.SplitAxis), p.Periodic)
	if err != nil {
		return nil, err
	}
	places := c.State.Fields[sph.PositionField].Data
	velocities := c.State.Fields[sph.VelocityField].Data
	word := func(of []byte, i, k int) uint32 { return binary.LittleEndian.Uint32(of[16*i+4*k:]) }
	for i := range min(len(places), len(velocities)) / 16 {
		info := word(places, i, 3)
		if cuda.IsImage(info) || cuda.IsWall(info) {
			continue
		}
		at := grid.Position([3]int32{int32(word(places, i, 0)), int32(word(places, i, 1)),
			int32(word(places, i, 2))})
		for a := range 3 {
			at[a] = p.OnMap(a, at[a])
		}
		of := Particle{At: at, Rel: float64(math.Float32frombits(word(velocities, i, 3)))}
		for a := range 3 {
			of.Velocity[a] = float64(math.Float32frombits(word(velocities, i, a)))
		}
		s.Fluid = append(s.Fluid, of)
	}
	return s, s.check()
}

// check refuses what no flow can begin with.
func (s *Source) check() error {
	switch {
	case len(s.Fluid) == 0:
		return fmt.Errorf("%s has no fluid", s.Path)
	case sph.SeveralFluids(&s.Params):
		return fmt.Errorf("%s has several fluids; a start is of one", s.Path)
	case s.Params.Finest() > 1:
		return fmt.Errorf("%s has zones; a start is of a flow with one spacing", s.Path)
	case s.Params.Periodic != [3]bool{}:
		axes := strings.Trim(fmt.Sprint(s.Params.Periodic), "[]")
		return fmt.Errorf("%s is periodic (%s along x, y, z); a start is of a flow that is not", s.Path,
			axes)
	}
	return nil
}

// sums are the mass [kg], the centre of mass [m] and the energies of a fluid [J].
type sums struct {
	mass             float64
	centre           [3]float64
	kinetic, falling float64 // falling is the potential energy above z = 0
}

func sumsOf(fluid []Particle, mass float64, gravity [3]float64) (t sums) {
	for i := range fluid {
		f := &fluid[i]
		t.mass += mass
		for a := range 3 {
			t.centre[a] += mass * f.At[a]
			t.kinetic += mass * f.Velocity[a] * f.Velocity[a] / 2
			t.falling -= mass * gravity[a] * f.At[a]
		}
	}
	for a := range 3 {
		t.centre[a] /= t.mass
	}
	return t
}
