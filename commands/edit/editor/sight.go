package editor

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/problems"
	"gpusph/sph"
)

// How much of a flow the page gets at most.
const (
	mostShown     = 90_000 // particles; flows of up to 1.5 times mostFilled are filled as a run does
	mostNormals   = 1200
	mostTriangles = 60_000
)

// Sight is what the page draws, in the coordinates of the flow [m].
type Sight struct {
	Min      [3]float64 `json:"min"` // corners of the domain of the file
	Max      [3]float64 `json:"max"`
	Origin   [3]float64 `json:"origin"` // of the coordinates, on the map
	Open     [3][2]bool `json:"open"`   // sides
	Periodic [3]bool    `json:"periodic"`
	Spacing  float64    `json:"spacing"`  // of the particles that are filled
	Diameter float64    `json:"diameter"` // with which particles are drawn
	Shown    int        `json:"shown"`    // particles that follow
	Arrows   int        `json:"arrows"`   // normals that follow
	Bodies   []string   `json:"bodies"`

	Materials []Material `json:"materials"` // where there is more than one
	Parts     []Part     `json:"parts"`
	Probes    []Mark     `json:"probes"`
	Gauges    []Gauge    `json:"gauges"`
	Zones     []Zone     `json:"zones"`
	Ends      []End      `json:"ends"`

	positions []float32 // 3 for each particle
	kinds     []uint8   // fluid, side or wall, from wall on the bodies, from 255 down materials
	normals   []float32 // 6 for each: where it begins, and its direction
	triangles []float32 // 9 for each
}

// Material is a material of fluids.
type Material struct {
	Name   string `json:"name"`
	Colour string `json:"colour"` // as #a0b0c0; "" is chosen by the page
}

// Part is a wall, a body or a part of a feature.
type Part struct {
	Name      string `json:"name"`
	Of        string `json:"of"`        // wall, body, or what the feature says
	Line      int    `json:"line"`      // of the file
	Triangles int    `json:"triangles"` // that follow
}

// Mark is a probe.
type Mark struct {
	Name string     `json:"name"`
	At   [3]float64 `json:"at"`
}

// Gauge is a vertical line at which the surface is measured.
type Gauge struct {
	Name string     `json:"name"`
	At   [2]float64 `json:"at"`
}

// Zone is a box in which something acts on the fluid.
type Zone struct {
	Name string     `json:"name"`
	Min  [3]float64 `json:"min"`
	Max  [3]float64 `json:"max"`
}

// End is where fluid comes in or leaves.
type End struct {
	Name   string        `json:"name"`
	In     bool          `json:"in"`
	Disc   bool          `json:"disc"`
	Centre [3]float64    `json:"centre"`
	Normal [3]float64    `json:"normal"`
	Across [2][3]float64 `json:"across"`
	Half   [2]float64    `json:"half"`
}

// sightOf is what is drawn of a flow that is sketched.
func sightOf(file *casefile.Case, k *problems.Sketch) *Sight {
	s, c := k.Scene, k.Case
	tank := s.Whole()
	v := &Sight{Min: tank.Min, Max: tank.Max, Open: s.Open, Periodic: s.Periodic, Spacing: k.Spacing,
		Bodies: []string{}, Parts: []Part{}, Probes: []Mark{}, Gauges: []Gauge{}, Zones: []Zone{},
		Ends: []End{}}
	for a := range 3 {
		v.Origin[a] = c.Params.OnMap(a, 0)
	}
	for i := range c.Bodies {
		v.Bodies = append(v.Bodies, c.Bodies[i].Name)
	}
	v.Materials = []Material{}
	for _, m := range c.Materials {
		v.Materials = append(v.Materials, Material{m.Name, m.Colour})
	}
	v.addParticles(k)
	v.addNormals(k)
	v.addParts(file, k)
	for _, p := range c.Probes {
		v.Probes = append(v.Probes, Mark{p.Name, p.Position})
	}
	for _, g := range c.Gauges {
		v.Gauges = append(v.Gauges, Gauge{g.Name, [2]float64{g.X, g.Y}})
	}
	c.EachFeature(func(f *sph.Feature) {
		if f.Boxes == nil {
			return
		}
		for _, z := range f.Boxes(c) {
			v.Zones = append(v.Zones, Zone(z))
		}
	})
	if s.Buffers != nil {
		for _, e := range s.Buffers.Ends() {
			v.Ends = append(v.Ends, End(e))
		}
	}
	return v
}

// addParticles takes every n-th particle, by a hash of its group as the live page does: particles
// lie in lattices, and every n-th of these would be planes.
func (v *Sight) addParticles(k *problems.Sketch) {
	all := &k.Case.Particles
	every := max(1, (all.Len()+mostShown-1)/mostShown)
	for group := 0; group*every < all.Len(); group++ {
		i := group*every + int(sph.Taken(uint32(group), uint32(every)))
		if i >= all.Len() {
			break
		}
		for _, x := range all.Position[i] {
			v.positions = append(v.positions, float32(x))
		}
		v.kinds = append(v.kinds, kindOf(k, i))
	}
	v.Shown = len(v.kinds)
	v.Diameter = k.Spacing * math.Pow(float64(every), 1/float64(k.Case.Params.Dim))
}

// The kinds of particles. Those of bodies are wall and their number; those of fluids of a second
// material and further ones are 255 and less, and begin after the bodies.
const fluid, side, wall, lastMaterial = 0, 1, 2, 255

// kindOf is the kind of a particle. Those of the sides of the domain are outside of it.
func kindOf(k *problems.Sketch, i int) uint8 {
	all, tank := &k.Case.Particles, k.Scene.Whole()
	if all.Type[i] == sph.Fluid {
		if len(all.Material) > i && all.Material[i] > 0 {
			return uint8(lastMaterial + 1 - min(int(all.Material[i]), sph.MaxMaterials))
		}
		return fluid
	}
	for _, a := range k.Case.Params.Axes() {
		if x := all.Position[i][a]; x < tank.Min[a] || x > tank.Max[a] {
			return side
		}
	}
	return uint8(min(wall+int(all.Body[i]), lastMaterial-sph.MaxMaterials))
}

// isWall reports whether a kind is one of walls or bodies.
func isWall(kind uint8) bool { return kind != fluid && kind <= lastMaterial-sph.MaxMaterials }

// addNormals takes normals of the walls, where particles are in their first layer.
func (v *Sight) addNormals(k *problems.Sketch) {
	walls := 0
	for _, kind := range v.kinds {
		if isWall(kind) {
			walls++
		}
	}
	every, deltaP, n := max(1, walls/mostNormals), k.Case.Params.DeltaP, 0
	for i := range v.kinds {
		if !isWall(v.kinds[i]) {
			continue
		}
		n++
		if k := n - 1; k%every != int(sph.Taken(uint32(k/every), uint32(every))) {
			continue
		}
		x := [3]float64{}
		for a := range 3 {
			x[a] = float64(v.positions[3*i+a])
		}
		at, ok := k.Normal(x, 0.8*deltaP)
		if !ok || at.Distance > 0.1*deltaP {
			continue
		}
		for _, of := range [][3]float64{at.Point, at.Normal} {
			v.normals = append(v.normals, float32(of[0]), float32(of[1]), float32(of[2]))
		}
	}
	v.Arrows = len(v.normals) / 6
}

// addParts takes the shapes of walls, bodies and features as triangles, as far as they have such.
func (v *Sight) addParts(file *casefile.Case, k *problems.Sketch) {
	s := k.Scene
	add := func(name, of, path string, shape geometry.Shape) {
		all, _ := geometry.Drawn(shape, edgeOf(shape))
		if len(v.triangles)/9+len(all) > mostTriangles {
			all = nil
		}
		for _, t := range all {
			for _, x := range t {
				if k.Case.Params.Dim == 2 {
					x[sph.PlaneAxis] = 0
				}
				v.triangles = append(v.triangles, float32(x[0]), float32(x[1]), float32(x[2]))
			}
		}
		v.Parts = append(v.Parts, Part{name, of, file.Where(path).Line, len(all)})
	}
	for i := range s.Solids {
		add(s.Solids[i].Name, "wall", s.Solids[i].Path, s.Solids[i].Shape())
	}
	if s.Shaped != nil {
		for i := range s.Shaped.Walls {
			w, of := &s.Shaped.Walls[i], "wall"
			if w.Free != nil {
				of = "body"
			}
			add(w.Name, of, w.Path, w.Shape)
		}
	}
	for _, p := range k.Parts {
		add(p.Name, p.Of, p.Path, p.Shape)
	}
}

// edgeOf is how long edges of triangles are on what is curved [m].
func edgeOf(s geometry.Shape) float64 {
	b, size := s.Bounds(), 0.0
	for a := range 3 {
		if d := b.Max[a] - b.Min[a]; !math.IsInf(d, 0) {
			size = max(size, d)
		}
	}
	return max(size/48, 1e-9)
}

// message is an answer with what is drawn: how long the JSON is (uint32), the JSON, padded to whole
// words, then positions, normals and triangles (float32 each) and kinds (uint8).
func message(a *Answer, v *Sight) ([]byte, error) {
	head, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	for len(head)%4 > 0 {
		head = append(head, ' ')
	}
	m := binary.LittleEndian.AppendUint32(nil, uint32(len(head)))
	m = append(m, head...)
	if v == nil {
		return m, nil
	}
	for _, all := range [][]float32{v.positions, v.normals, v.triangles} {
		for _, x := range all {
			m = binary.LittleEndian.AppendUint32(m, math.Float32bits(x))
		}
	}
	return append(m, v.kinds...), nil
}
