package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/wavemaker"
)

// depths are the lowest and the highest of the fluid at first [m].
func (f *caseProblem) depths() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, w := range f.scene.Pools {
		low, high = min(low, w.Min[2]), max(high, w.Max[2])
	}
	if s := f.scene.Shaped; s != nil {
		for _, w := range s.Fluids {
			bounds := f.scene.Tank
			if w.Shape != nil {
				bounds = scene.Clip(w.Shape.Bounds(), f.scene.Tank)
			} else {
				bounds.Max[2] = min(w.Level, bounds.Max[2])
				if s.Whole != nil {
					bounds.Min[2] = max(bounds.Min[2], s.Lowest(bounds))
				}
			}
			low, high = min(low, bounds.Min[2]), max(high, bounds.Max[2])
		}
	}
	if math.IsInf(low, 1) {
		low = f.scene.Tank.Min[2] // all fluid comes in later
	}
	return low, max(high, f.highest)
}

// readPhysics takes what moves the fluid.
func (f *caseProblem) readPhysics() error {
	p := f.file.Physics
	if p == nil {
		p = &casefile.Physics{}
	}
	f.gravity = [3]float64{0, 0, -gravity}
	if p.Gravity != nil {
		f.gravity = *p.Gravity
	}
	if p.Gravity != nil && p.Gravity[2] > 0 && p.Speed == 0 && !f.scene.Periodic[2] {
		return f.file.Errorf("physics.gravity", "physics.gravity points upwards, %s m/s² along "+
			"z; use [0, 0, %s], or physics.speed where "+
			"this is meant", text.Exact(p.Gravity[2]), text.Exact(-p.Gravity[2]))
	}
	if t := p.GravityTable; t != nil {
		f.gravity = t.Values[0]
	}
	pull := scene.Norm(f.gravity)
	if p.GravityTable != nil {
		for _, g := range p.GravityTable.Values {
			pull = max(pull, scene.Norm(g))
		}
	}
	deltaP := f.file.Spacing
	speed := p.Speed
	if c0, given := positive(p.Options["c0"]); speed == 0 && pull == 0 && given {
		speed = c0 / usualSound // no gravity has a speed to compare it with
	}
	if speed > 0 {
		f.physics.params = weightless(deltaP, speed).params
		f.speed = speed
	} else {
		low, high := f.depths()
		depth := p.Depth
		if depth == 0 {
			depth = high - low
		}
		if !(pull > 0) {
			path := "physics.gravity"
			if p.GravityTable != nil {
				path = "physics.gravity-table"
			}
			return f.file.Errorf(path, "gravity is 0, so the speed of sound cannot follow from the depth; "+
				"set physics.speed = 1, the greatest speed of the flow [m/s], or physics.c0 = 10")
		}
		if !(depth > 0) {
			return f.file.Errorf("physics", "the fluid has no depth; use physics.depth = 0.5")
		}
		f.depth = depth
		f.physics.params = f.water(deltaP)
	}
	f.pull = pull
	if f.params.Dim = f.file.Dimension; f.params.Dim == 0 {
		f.params.Dim = 3
	}
	f.readMaterials(p.Rho0)
	return f.setOptions(p.Options)
}

// positive is an option's value, if it is a number above 0.
func positive(option any) (x float64, ok bool) {
	switch v := option.(type) {
	case int64:
		x = float64(v)
	case float64:
		x = v
	}
	return x, x > 0
}

// setOptions takes the options of the physics. Ranges may follow from other options, so they are
// checked when all are taken.
func (f *caseProblem) setOptions(options map[string]any) error {
	f.kept = reading.Kept(&readFile{f})
	keys := make([]string, 0, len(options))
	for key := range options {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if _, given := options["preset"]; given { // before those that the file gives itself
		keys = slices.Insert(slices.DeleteFunc(keys, func(key string) bool { return key == "preset" }), 0, "preset")
	}
	rows := f.Options()
	var names []string
	for _, row := range rows {
		names = append(names, row.Name)
	}
	for _, key := range keys {
		i := slices.Index(names, key)
		if i < 0 {
			names = append(names, "rho0", "gravity", "gravity-table", "depth", "speed")
			return f.file.Unknown("physics", key, names)
		}
		if err := rows[i].Take(options[key]); err != nil {
			return f.ofOption(key, err, names)
		}
		rows[i].Changed = true
	}
	f.kept = append(f.kept, keys...)
	for _, row := range f.Options() {
		if err := row.Check(); err != nil {
			return f.ofOption(row.Name, err, names)
		}
	}
	for _, row := range rows {
		if !row.Changed {
			continue
		}
		if err := row.CheckNeeds(row.Flag); err != nil {
			return f.ofOption(row.Name, err, names)
		}
	}
	return nil
}

// ofOption is an error about an option: as one about its key where the file has that, without
// dashes.
func (f *caseProblem) ofOption(name string, err error, names []string) error {
	if f.file.Option("physics."+name) != "" {
		return err
	}
	return f.file.Errorf("physics."+name, "%v", option.AsKeys(err, names))
}

// checkSpeeds refuses what moves so fast at first that the density would change, and walls that
// move but drag nothing along.
func (f *caseProblem) checkSpeeds(p *sph.Params) error {
	check := func(path string, v *[3]float64, wall bool) error {
		if v == nil || *v == ([3]float64{}) {
			return nil
		}
		speed := scene.Norm(*v)
		switch {
		case wall && !p.Boundary.Model().Layers:
			return f.file.Errorf(path, "%s moves a wall, but %v walls drag nothing along; use "+
				"physics.boundary = %q", f.file.Label(path), p.Boundary, sph.Dummy)
		case wall && p.Nu == 0:
			return f.file.Errorf(path, "%s moves a wall, but there is no laminar viscosity, by which it "+
				"would drag the fluid along; use physics.nu = 1e-6, that of water", f.file.Label(path))
		case speed*leastSound > p.C0*(1+scene.Tolerance):
			return f.file.Errorf(path, "%s is %s m/s, but the speed of sound is %s m/s and must be at "+
				"least %d times the velocity; use physics.speed = %s",
				f.file.Label(path), text.Number(speed), text.Number(p.C0), leastSound, text.Number(speed))
		}
		return nil
	}
	for i := range f.file.Fluids {
		if err := check(fmt.Sprintf("fluid.%d.velocity", i), f.file.Fluids[i].Velocity, false); err != nil {
			return err
		}
	}
	for i := range f.file.Walls {
		if err := check(fmt.Sprintf("wall.%d.velocity", i), f.file.Walls[i].Velocity, true); err != nil {
			return err
		}
	}
	for _, side := range casefile.Sides {
		v := f.file.Domain.Slide[side]
		if err := check("domain.slide."+side, &v, true); err != nil {
			return err
		}
	}
	return nil
}

// Scene implements reading.File.
func (f *readFile) Scene() *scene.Scene { return &f.scene }

// File implements reading.File: the file in the scene's coordinates.
func (f *readFile) File() *casefile.Case { return f.file }

// Note implements reading.File.
func (f *readFile) Note(path, format string, values ...any) { f.note(path, format, values...) }

// Shape implements reading.File.
func (f *readFile) Shape(s *casefile.Shape, path, kind, name string) (geometry.Shape, error) {
	shape, err := f.from.shape(s, path)
	if err == nil {
		err = f.checkWithin(s, shape, path, kind, name)
	}
	return shape, err
}

// Material implements reading.File.
func (f *readFile) Material(name string) int { return f.material(name) }

// Content implements reading.File.
func (f *readFile) Content(file, path string) ([]byte, error) { return f.from.read(file, path) }

// Keep implements reading.File.
func (f *readFile) Keep(feature string, taken any) { f.taken[feature] = taken }

// Kept implements reading.File.
func (f *readFile) Kept(feature string) any { return f.taken[feature] }

// readFile is a case file as features see it.
type readFile struct{ *caseProblem }

// note adds one about a place in the file to the log.
func (f *caseProblem) note(path, format string, values ...any) {
	f.from.notes = append(f.from.notes, f.file.Errorf(path, format, values...).Error())
}

// Wavelengths are those of waves that fluids begin with, of wave makers, and of walls that swing
// along a direction with a period.
func (f *caseProblem) Wavelengths() (all []reading.Wavelength) {
	pull := -f.gravity[2]
	if !(pull > 0) {
		return nil
	}
	for i := range f.file.Fluids {
		if w := &f.file.Fluids[i]; w.Train != nil {
			all = append(all, reading.Wavelength{
				Of:     fmt.Sprintf("the wave of the fluid %q", w.Name),
				Length: 2 * math.Pi / newPeriodicWave(w.Train, pull).k,
			})
		}
	}
	for i := range f.file.Walls {
		w := &f.file.Walls[i]
		of := fmt.Sprintf("the wave that the wall %q makes", w.Name)
		if maker := f.makers[i]; maker != nil {
			if length := maker.waves.Scale(&maker.paddle).Length; length > 0 {
				all = append(all, reading.Wavelength{Of: of, Length: length})
			}
		}
		if w.Motion == nil || !(f.depth > 0) {
			continue
		}
		for k := range w.Motion.Moves {
			if m := &w.Motion.Moves[k]; m.Period != nil && m.Amplitude != nil {
				k := wavemaker.WaveNumber(1 / *m.Period, f.depth, pull)
				all = append(all, reading.Wavelength{Of: of, Length: 2 * math.Pi / k})
			}
		}
	}
	return all
}
