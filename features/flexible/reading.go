package flexible

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// bending marks walls of a scene that bend.
type bending struct{}

func (bending) PivotAt(centre [3]float64) [3]float64 { return centre }
func (bending) Begins() sph.BodyPose                 { return sph.BodyPose{Turn: [4]float64{1}} }
func (bending) GiveTo(c *sph.Case, body int)         { c.Bodies[body].Bends = true }
func (bending) Held(*sph.Case, int) string           { return "" }

// taken is what a file has of a part, before there are particles.
type taken struct {
	path   string
	shape  geometry.Shape
	clamps []geometry.Shape
}

// read puts the shapes of parts into the scene.
func read(file reading.File) error {
	f, s := file.File(), file.Scene()
	all := Tables(f)
	var of []taken
	for i := range all {
		t := taken{path: fmt.Sprintf("%s.%d", key, i)}
		var err error
		if t.shape, err = file.Shape(&all[i].Shape, t.path, "flexible part", all[i].Name); err != nil {
			return err
		}
		for k := range all[i].Clamps {
			path := fmt.Sprintf("%s.clamp.%d", t.path, k)
			clamp, err := file.Shape(&all[i].Clamps[k].Shape, path, "clamp of", all[i].Name)
			if err != nil {
				return err
			}
			t.clamps = append(t.clamps, clamp)
		}
		whole, ok := geometry.MomentsOf(t.shape, f.Dimension == 2)
		if !ok {
			return f.Errorf(t.path, "the flexible part %q has no volume, or no end; use a shape that is "+
				"closed", all[i].Name)
		}
		s.AddWall(scene.ShapedWall{Name: all[i].Name, Path: t.path, Shape: t.shape, Force: all[i].Name,
			Centre: whole.Centre, Free: bending{}, Volume: whole.Volume, Whole: true}, f.Dimension == 2)
		of = append(of, t)
	}
	file.Keep(Name, of)
	return nil
}

// defaults are walls of mdbc, whose surfaces bend.
func defaults(f reading.File, d *reading.Defaults) {
	if len(Tables(f.File())) > 0 {
		d.Boundary, d.Further.Correction = sph.MDBC, false
	}
}

// filled gives a case its flexible parts once it has particles, and refuses and notes what follows.
func filled(file reading.File, c *sph.Case) error {
	f, all := file.File(), Tables(file.File())
	if len(all) == 0 {
		return nil
	}
	var parts []Part
	var points []Point
	for k, t := range file.Kept(Name).([]taken) {
		part, own, err := partOf(file, c, k, &t)
		if err != nil {
			return err
		}
		parts, points = append(parts, part), append(points, own...)
	}
	if err := Give(c, parts, points); err != nil {
		return f.Errorf(key+".0", "%v", err)
	}
	if err := check(c); err != nil {
		return f.Errorf(key+".0", "%v", err)
	}
	c.Notes = append(c.Notes, notes(c)...)
	return nil
}

// partOf is a part of a file, with its points: those of its particles, and those in walls.
func partOf(file reading.File, c *sph.Case, k int, t *taken) (Part, []Point, error) {
	f, s := file.File(), file.Scene()
	table := &Tables(f)[k]
	number := func(name string) int {
		return 1 + slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == name })
	}
	part := Part{Name: table.Name, Body: number(table.Name), Material: table.material()}
	at := slices.IndexFunc(s.Shaped.Walls, func(w scene.ShapedWall) bool { return w.Path == t.path })
	wall := &s.Shaped.Walls[at]
	part.Volume = wall.Volume
	for _, tip := range table.Tips {
		part.Tips = append(part.Tips, Tip(tip))
	}
	var ids []int
	for i, body := range c.Particles.Body {
		if int(body) == part.Body {
			ids = append(ids, i)
		}
	}
	var points []Point
	held, free := 0, 0
	for _, x := range s.Sites(wall, &c.Params) {
		p := Point{At: x, ID: -1, Part: k, Clamp: -1}
		if holder := s.HolderOf(wall, x); holder != scene.Unheld {
			p.Clamp = int32(holderNumber(c, number(holder)))
		} else {
			if free >= len(ids) || c.Particles.Position[ids[free]] != x {
				return part, nil, fmt.Errorf("the particles of the flexible part %s are not where its points "+
					"are; this is a bug", part.Name)
			}
			p.ID = ids[free]
			free++
		}
		for j, clamp := range t.clamps {
			if p.Clamp >= 0 || !clamp.Inside(x) {
				continue
			}
			to, err := clampedTo(f, c, table, fmt.Sprintf("%s.clamp.%d.to", t.path, j), table.Clamps[j].To)
			if err != nil {
				return part, nil, err
			}
			p.Clamp = int32(to)
		}
		if p.Clamp >= 0 {
			held++
		}
		points = append(points, p)
	}
	if held == len(points) {
		return part, nil, f.Errorf(t.path, "all of the flexible part %q is held; use a smaller "+
			"clamp, or a [[wall]]", part.Name)
	}
	return part, points, nil
}

// holderNumber is the number of a body that moves, or 0 of one that stands.
func holderNumber(c *sph.Case, body int) int {
	if body > 0 && c.Bodies[body-1].Moves() && !c.Bodies[body-1].Bends {
		return body
	}
	return 0
}

// clampedTo is the body that a clamp moves with; 0 is that it is fixed.
func clampedTo(f *casefile.Case, c *sph.Case, t *Table, path, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	var names []string
	for i := range c.Bodies {
		if c.Bodies[i].Name == name && name != t.Name {
			return holderNumber(c, i+1), nil
		}
		if c.Bodies[i].Name != t.Name {
			names = append(names, c.Bodies[i].Name)
		}
	}
	if names == nil {
		return 0, f.Errorf(path, "%s is %q, but there is no wall or body whose force is measured; leave "+
			"it out to fix the clamp", f.Label(path), name)
	}
	return 0, f.Errorf(path, "%s is %q, but the walls and bodies are %s%s", f.Label(path), name,
		text.And(names), text.Meant(name, names))
}

// betas are βL of the first modes of a cantilever, and of a beam clamped at both ends.
var betas = [2]float64{1.87510407, 4.73004074}

// notes tell of each part how thick it is, how it moves by itself, and which sub-steps it takes:
// of parts that are alike once.
func notes(c *sph.Case) (all []string) {
	var names, texts []string
	alike := map[string]int{}
	f := Of(c)
	s, dt := f.structure, c.Params.DtMax()
	for k := range f.Parts {
		part := &f.Parts[k]
		size, ends := s.free(k)
		thick, long, wide := sizes(size, c.Params.Dim)
		through := thick / s.spacing(k)
		e := part.Young
		if part.Plane == Strain && c.Params.Dim == 2 || c.Params.Dim == 3 && wide > 2*thick {
			e /= 1 - part.Poisson*part.Poisson
		}
		beta := betas[min(ends, 2)/2]
		w := beta * beta / (long * long) * thick * math.Sqrt(e/(12*part.Density))
		note := fmt.Sprintf(" of %d particles is %s m thick, %s particles, and %s m "+
			"long where it is free; as a beam its first natural frequency in a vacuum is %s Hz; at most "+
			"%d sub-steps of %s s or less in a step; contacts have %s N/m a particle%s",
			s.First[k+1]-s.First[k], text.Rounded(thick), text.Rounded(through), text.Rounded(long),
			text.Rounded(w/(2*math.Pi)), s.Steps(dt), text.Rounded(s.Longest()),
			text.Rounded(s.cell(k)), s.softer(k))
		if through < enough-0.01 { // of a thickness that is rounded
			note += fmt.Sprintf("; bending is more exact with %d particles or more through the thickness: "+
				"use --deltap %s", enough, text.Number(text.Three(thick/enough, math.Floor)))
		}
		if alike[note]++; alike[note] == 1 {
			names, texts = append(names, part.Name), append(texts, note)
		}
	}
	for k, note := range texts {
		name := "flexible part " + names[k]
		if n := alike[note] - 1; n > 0 {
			name += fmt.Sprintf(", with %s like it,", text.Count(n, "other"))
		}
		all = append(all, name+note)
	}
	return all
}

// enough is how many particles a part should have through its thickness.
const enough = 5

// free is the extent of what is free of a part [m], and how many of its ends are held: along its
// longest axis.
func (s *Structure) free(part int) (size [3]float64, ends int) {
	var low, high, from, to [3]float64
	for a := range 3 {
		low[a], high[a], from[a], to[a] = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	}
	for i := s.First[part]; i < s.First[part+1]; i++ {
		p := &s.Points[i]
		for a, x := range p.At {
			if p.Clamp < 0 {
				low[a], high[a] = min(low[a], x), max(high[a], x)
			} else {
				from[a], to[a] = min(from[a], x), max(to[a], x)
			}
		}
	}
	longest := 0
	for a := range 3 {
		if size[a] = high[a] - low[a] + s.spacing(part); size[a] > size[longest] {
			longest = a
		}
	}
	if from[longest] < low[longest] {
		ends++
	}
	if to[longest] > high[longest] {
		ends++
	}
	return size, ends
}

// sizes are the least and the greatest extent, and the one between, which a plane has not.
func sizes(size [3]float64, dim int) (thick, long, wide float64) {
	all := size[:]
	if dim == 2 {
		all = []float64{size[0], size[2]}
	}
	all = slices.Sorted(slices.Values(all))
	return all[0], all[len(all)-1], all[len(all)/2]
}

// shapes are those for pictures.
func shapes(f reading.File) (parts []reading.Part) {
	all, _ := f.Kept(Name).([]taken)
	for i, t := range all {
		parts = append(parts, reading.Part{Name: Tables(f.File())[i].Name, Of: "flexible part",
			Path: t.path, Shape: t.shape})
	}
	return parts
}
