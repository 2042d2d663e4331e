package problems

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/option"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// caseProblem is the flow of a case file.
type caseProblem struct {
	physics
	file    *casefile.Case // in the scene's coordinates
	given   *casefile.Case // as the file has it
	scene   scene.Scene    // without what depends on the spacing
	gravity [3]float64     // at first [m/s²]
	from    *geometrySource
	highest float64            // of what comes in and leaves [m]
	taken   map[string]any     // by features, of what does not depend on the spacing
	makers  map[int]*waveMaker // by their walls
	// by the walls that segments of paddles are
	segments map[int]*segment
	// of the file's [[material]], that of the reference fluid first: places of Scene.Materials
	materials []int
}

// FileProblem is a problem of a case file.
type FileProblem interface {
	Problem
	counted
	File() *casefile.Case
	Files() []string // that the case file names, each once

	// Sketch is the flow at a spacing [m], 0 being its own, with particles for a look at it: all of
	// them if these are about as many as most, or else a sample.
	Sketch(deltaP, most float64) (*Sketch, error)
}

// Sketch is a flow to look at. It has no pressures of walls, and nothing else that only a run
// needs.
type Sketch struct {
	*scene.Sketch
	Case  *sph.Case
	Scene *scene.Scene
	Parts []reading.Part // shapes of features
}

// FromFile makes the problem of a case file.
func FromFile(file string, changes ...casefile.Change) (FileProblem, error) {
	c, err := casefile.Read(file, changes...)
	return fromRead(c, err, func(*caseProblem) {})
}

// FromText makes the problem of the text of a case file, for a look at it: shapes are looked at
// from fewer places than for a run, and meshes are kept for the next text. Other files are found
// beside that file.
func FromText(data []byte, file string) (FileProblem, error) {
	c, err := casefile.Parse(data, file)
	return fromRead(c, err, func(f *caseProblem) { f.scene.Quick, f.from.kept = true, &lookedAt })
}

func fromRead(c *casefile.Case, err error, with func(*caseProblem)) (FileProblem, error) {
	var unknown *casefile.UnknownKey
	named := func(o option.Option) bool { return o.Name == unknown.Key }
	if errors.As(err, &unknown) && slices.ContainsFunc(CaseOptions(), named) {
		unknown.Belongs("physics")
	}
	if err != nil {
		return nil, err
	}
	return fromCase(c, with)
}

// FromCase makes the problem of a case.
func FromCase(c *casefile.Case) (FileProblem, error) { return fromCase(c, func(*caseProblem) {}) }

func fromCase(c *casefile.Case, with func(*caseProblem)) (FileProblem, error) {
	if err := c.ParticlesOnly(); err != nil {
		return nil, err
	}
	local, at := c.Local()
	f := &caseProblem{file: local, given: c, from: &geometrySource{Case: local},
		taken: map[string]any{}}
	f.scene.Origin = at
	with(f)
	if err := f.read(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *caseProblem) Name() string { return f.file.Name }

func (f *caseProblem) Summary() string {
	if f.file.About != "" {
		return f.file.About
	}
	return "the flow of " + f.file.File()
}

// File implements FileProblem.
func (f *caseProblem) File() *casefile.Case { return f.given }

// Files implements FileProblem.
func (f *caseProblem) Files() []string { return f.from.files }

func (f *caseProblem) Setup(deltaP float64) (*sph.Case, error) {
	return reading.Compose(&readFile{f}, deltaP, f.setup)
}

// setup makes the flow at a spacing without what reading.Compose gives it.
func (f *caseProblem) setup(deltaP, parts float64) (*sph.Case, error) {
	s, c, err := f.divided(deltaP, parts)
	if err == nil {
		err = s.CheckThin(c)
	}
	if err == nil {
		err = f.checkBodies(s, c)
	}
	if c, err = fill(s, c, err); err != nil {
		return nil, f.place(err, deltaP)
	}
	if err := reading.Fill(&readFile{f}, s, c); err != nil {
		return nil, f.place(err, 0)
	}
	noteMaterials(c)
	f.moveProbes(c)
	if err := reading.Check(&readFile{f}, c); err != nil {
		return nil, err
	}
	if err := reading.Filled(&readFile{f}, c); err != nil {
		return nil, err
	}
	if err := f.checkWater(c); err != nil {
		return nil, err
	}
	if err := c.Params.Check(); err != nil {
		return nil, f.file.Errorf(f.keyOf(err), "%v", err)
	}
	return c, nil
}

// Sketch implements FileProblem. It checks what depends on the spacing as Setup does, as far as
// that takes no particles.
func (f *caseProblem) Sketch(deltaP, most float64) (*Sketch, error) {
	s, c, err := f.at(deltaP)
	if err == nil {
		err = s.CheckThin(c)
	}
	if err == nil {
		err = f.checkBodies(s, c)
	}
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	fluid, wall, err := s.Count(&c.Params)
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	spacing := c.Params.DeltaP
	if n := fluid + wall; n > most*sketchSlack {
		spacing *= math.Pow(n/most, 1/float64(c.Params.Dim))
	}
	k := &Sketch{Scene: s, Parts: reading.Shapes(&readFile{f})}
	for try := 0; ; try++ {
		of := *c
		k.Case = &of
		if k.Sketch, err = s.Sketch(k.Case, spacing); err == nil || try == sketchTries ||
			spacing == c.Params.DeltaP {
			break
		}
		spacing = max(spacing/sketchFiner, c.Params.DeltaP) // a gap that is too narrow for coarse sites
	}
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	f.moveProbes(k.Case)
	if err := reading.Check(&readFile{f}, k.Case); err != nil {
		return nil, err
	}
	return k, f.checkSketched(k)
}

// A flow is sketched by all of its particles if these are a little more than asked for. Where it
// cannot be filled at a coarse spacing, finer ones are tried.
const (
	sketchSlack = 1.5
	sketchTries = 2
	sketchFiner = 1.5
)

func (f *caseProblem) Outline(deltaP float64) (Outline, error) {
	o, err := outline(f.at(deltaP))
	return o, f.place(err, deltaP)
}

// read takes from the file what does not depend on the spacing.
func (f *caseProblem) read() error {
	if err := f.readDomain(); err != nil {
		return err
	}
	if err := f.segment(); err != nil {
		return err
	}
	for i := range f.file.Walls {
		if err := f.readWall(i); err != nil {
			return err
		}
	}
	for i := range f.file.Bodies {
		if err := f.readBody(i); err != nil {
			return err
		}
	}
	for i := range f.file.Fluids {
		if err := f.readFluid(i); err != nil {
			return err
		}
	}
	if f.scene.Shaped != nil {
		f.scene.Shaped.Join(f.file.Dimension == 2)
	}
	var err error
	if f.highest, err = reading.Ends(&readFile{f}); err != nil {
		return err
	}
	if err := f.readForcings(); err != nil {
		return err
	}
	if err := f.readPhysics(); err != nil {
		return err
	}
	f.placeMaterials()
	if err := f.scene.Check(); err != nil {
		return f.place(err, 0)
	}
	if err := f.checkSeeds(); err != nil {
		return err
	}
	if err := f.checkNoData(); err != nil {
		return err
	}
	if err := reading.Read(&readFile{f}); err != nil {
		return err
	}
	return f.checkMeasured()
}

// at is the scene and the case at a spacing.
func (f *caseProblem) at(deltaP float64) (*scene.Scene, *sph.Case, error) {
	return f.divided(deltaP, 1)
}

// divided is the same at a spacing over a number of parts.
func (f *caseProblem) divided(deltaP, parts float64) (*scene.Scene, *sph.Case, error) {
	if deltaP == 0 {
		deltaP = f.DeltaP()
	}
	c, err := f.newCase(f, deltaP/parts)
	if err != nil {
		return nil, nil, err
	}
	p, file := &c.Params, f.file
	if parts > 1 {
		p.Further.Divided = parts
	}
	p.Gravity, p.Origin = f.gravity, f.scene.Origin
	placed := f.scene
	placed.Materials = f.properties(p)
	if err := f.checkMaterials(placed.Materials); err != nil {
		return nil, nil, err
	}
	if err := reading.Place(&readFile{f}, &placed, p); err != nil {
		return nil, nil, err
	}
	s := placed.OnOneLattice(p)
	if p.SplitAxis = sph.Axis(slices.Index(casefile.Axes, file.SplitAxis)); file.SplitAxis == "" {
		p.SplitAxis = 0
		for _, a := range p.Axes() {
			if s.Tank.Size(int(a)) > s.Tank.Size(int(p.SplitAxis)) {
				p.SplitAxis = a
			}
		}
	}
	c.End, c.Front = file.End, file.Front
	f.force(c)
	for i := range file.Probes {
		c.Probes = append(c.Probes, f.points(i, p.DeltaP)...)
	}
	for _, g := range file.Gauges {
		y := g.At[1]
		if p.Dim == 2 {
			y = 0
		}
		c.Gauges = append(c.Gauges, rangeOf(g, sph.Gauge{Name: g.Name, X: g.At[0], Y: y}))
	}
	if err := reading.Give(&readFile{f}, c); err != nil {
		return nil, nil, err
	}
	c.Notes = append(c.Notes, f.from.notes...)
	if err := f.checkSpeeds(p); err != nil {
		return nil, nil, err
	}
	return s, c, f.checkPaddles(c)
}

// place is an error of a scene at its place in the case file. Where the spacing is the file's, it
// is about that key.
func (f *caseProblem) place(err error, deltaP float64) error {
	var at scene.PlacedError
	var known *casefile.Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(err, &at):
		return f.file.Errorf(f.shapeKey(at.Path), "%v", at.Unwrap())
	case f.file.Option("spacing") == "" && strings.HasPrefix(err.Error(), "--deltap") &&
		(deltaP == 0 || deltaP == f.file.Spacing):
		return f.file.Errorf("spacing", "%s", strings.Replace(err.Error(), "--deltap", "spacing", 1))
	case strings.HasPrefix(err.Error(), "--"):
		return err // an option of the command line
	}
	return f.file.Errorf("", "%v", err)
}

// keyOf is the path of the key that an error of the physics begins with, if the case file has it.
func (f *caseProblem) keyOf(err error) string {
	word, _, _ := strings.Cut(err.Error(), " ")
	if path := "physics." + word; f.file.Given(path) {
		return path
	}
	for _, key := range []string{"correction", "boundary"} {
		if path := "physics." + key; strings.HasPrefix(err.Error(), "corrected gradients") && f.file.Given(path) {
			return path
		}
	}
	return ""
}

// keptMeshes are the meshes of the last looks at texts: to read a large one takes longer than the
// rest of a look.
type keptMeshes struct {
	mutex sync.Mutex
	keys  []meshKey // the oldest first
	all   map[meshKey]keptMesh
}

// mostMeshes is how many are kept.
const mostMeshes = 8

var lookedAt = keptMeshes{all: map[meshKey]keptMesh{}}

// meshKey is what a mesh follows from.
type meshKey struct {
	data           [32]byte // SHA-256 of its file
	scale, spacing float64
	thickness      float64
	side           string
	offset         [3]float64
}

type keptMesh struct {
	shape geometry.Shape
	notes []string
}

// find is a mesh that is kept. Nil keeps none.
func (k *keptMeshes) find(key meshKey) (m keptMesh, ok bool) {
	if k == nil {
		return m, false
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	m, ok = k.all[key]
	return m, ok
}

func (k *keptMeshes) keep(key meshKey, m keptMesh) {
	if k == nil {
		return
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if _, ok := k.all[key]; ok {
		return
	}
	if len(k.keys) == mostMeshes {
		delete(k.all, k.keys[0])
		k.keys = slices.Delete(k.keys, 0, 1)
	}
	k.keys, k.all[key] = append(k.keys, key), m
}
