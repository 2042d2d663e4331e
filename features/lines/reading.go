package lines

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
)

// filled gives a case its lines once it has bodies, and refuses and notes what follows.
func filled(file reading.File, c *sph.Case) error {
	f := file.File()
	if len(Tables(f)) == 0 {
		return nil
	}
	if err := findBodies(f, c); err != nil {
		return err
	}
	number := func(name string) int {
		return 1 + slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == name })
	}
	of := flow(f, file.Scene().Tank.Min[2], number)
	if SetOf(f).Terrain {
		of.Bed.Terrain = terrainOf(&of.Bed, file.Scene(), c)
	}
	Give(c, of)
	n, err := NetOf(c)
	if err != nil {
		return f.Errorf(lineKey+".0", "%v; let one of them end elsewhere", err)
	}
	if err := checkHeld(f, c, n); err != nil {
		return err
	}
	rest, err := n.Rest()
	var at *LineError
	if errors.As(err, &at) {
		path := fmt.Sprintf("%s.%d.length", lineKey, at.Line)
		return f.Errorf(path, "the line %q cannot be at rest: %v", Of(c).Lines[at.Line].Name, at.Err)
	}
	if err != nil {
		return err
	}
	if err := checkWalls(file, c, n, rest); err != nil {
		return err
	}
	if err := errors.Join(checkTerrain(f, c, n, rest), checkSteps(f, c)); err != nil {
		return err
	}
	noteBeside(c, n, rest)
	c.Notes = append(c.Notes, n.notes(rest, c.Params.DtMax())...)
	return nil
}

// noteBeside notes a line that is partly beside the particles' domain, without fluid there.
func noteBeside(c *sph.Case, n *Net, rest *Rest) {
	f, p := Of(c), &c.Params
	if f.Water != Particles || !math.IsInf(f.Level, -1) {
		return
	}
	for i := range f.Lines {
		for _, node := range n.NodesOf(i) {
			for a, x := range rest.At[node] {
				if !p.Periodic[a] && (x < p.Min[a] || x > p.Max[a]) {
					c.Notes = append(c.Notes, fmt.Sprintf("a part of the line %q is beside the domain, where it "+
						"is dry; lines.level lets it be in water at rest there", f.Lines[i].Name))
					return
				}
			}
		}
	}
}

// checkTerrain refuses lines beyond a periodic side of a terrain, whose heights do not repeat.
func checkTerrain(f *casefile.Case, c *sph.Case, n *Net, rest *Rest) error {
	p := &c.Params
	if Of(c).Bed.Terrain.Rows == 0 {
		return nil
	}
	for i := range Of(c).Lines {
		for _, node := range n.NodesOf(i) {
			for a, x := range rest.At[node] {
				if p.Periodic[a] && (x < p.Min[a] || x > p.Max[a]) {
					return f.Errorf(setKey+".terrain", "%s is true, but a part of the line %q is beyond the "+
						"periodic side along %v, where the terrain does not go on; set lines.bed and leave "+
						"terrain out, or keep the line inside", f.Label(setKey+".terrain"),
						Of(c).Lines[i].Name, sph.Axis(a))
				}
			}
		}
	}
	return nil
}

// findBodies refuses ends at bodies that there are not.
func findBodies(f *casefile.Case, c *sph.Case) error {
	var names []string
	for i := range c.Bodies {
		names = append(names, c.Bodies[i].Name)
	}
	all := Tables(f)
	for i := range all {
		for key, e := range all[i].ends() {
			if e.Body == "" || slices.Contains(names, e.Body) {
				continue
			}
			path := fmt.Sprintf("%s.%d.%s.body", lineKey, i, key)
			if names == nil {
				return f.Errorf(path, "%s is %q, but there is no body; add [[body]], or leave it out to fix "+
					"the end", f.Label(path), e.Body)
			}
			return f.Errorf(path, "%s is %q, but the bodies are %s%s", f.Label(path), e.Body,
				text.And(names), text.Meant(e.Body, names))
		}
	}
	return nil
}

// checkHeld refuses lines that nothing holds, and ends below the bed.
func checkHeld(f *casefile.Case, c *sph.Case, n *Net) error {
	for _, s := range n.Sets {
		held := slices.ContainsFunc(n.Nodes[s.FirstNode:s.EndNode],
			func(of Node) bool { return of.Kind != Loose })
		if !held {
			line := n.Segments[s.FirstSegment].Line
			path := fmt.Sprintf("%s.%d", lineKey, line)
			return f.Errorf(path, "nothing holds the line %q; fix an end of it, or let one be at a body",
				Of(c).Lines[line].Name)
		}
	}
	for i := range Of(c).Lines {
		l := &Of(c).Lines[i]
		for key, e := range map[string]End{"from": l.From, "to": l.To} {
			b := &Of(c).Bed
			if !b.Is || e.Kind == OnLine || e.At[2] >= b.At(e.At)-1e-6*l.Length {
				continue
			}
			path := fmt.Sprintf("%s.%d.%s.at", lineKey, i, key)
			return f.Errorf(path, "%s is %s m below the bed, which is at z = %s m there; use a place above "+
				"it, or set lines.bed", f.Label(path), text.Rounded(b.At(e.At)-e.At[2]),
				text.Number(c.Params.OnMap(2, b.At(e.At))))
		}
	}
	return nil
}

// deepIn reports whether a place is in a shape by more than a distance from its top and its sides.
func deepIn(shape geometry.Shape, x [3]float64, far float64) bool {
	for a := range 4 {
		y := x
		y[a/2] += far * float64(1-a%2*2)
		y[2] += far
		if a/2 == 1 && !shape.Inside(geometry.Vec{x[0], y[1], x[2]}) {
			y[1] = x[1] // a flow in two dimensions has no sides there
		}
		if !shape.Inside(y) {
			return false
		}
	}
	return true
}

// checkWalls refuses nodes in walls, but for ends and what touches a face.
func checkWalls(file reading.File, c *sph.Case, n *Net, rest *Rest) error {
	s, f := file.Scene(), file.File()
	shapes, names := []geometry.Shape{}, []string{}
	for i := range s.Solids {
		shapes, names = append(shapes, s.Solids[i].Shape()), append(names, s.Solids[i].Name)
	}
	if s.Shaped != nil {
		for i := range s.Shaped.Walls {
			w := &s.Shaped.Walls[i]
			if w.Free != nil {
				continue
			}
			shapes, names = append(shapes, w.Shape), append(names, w.Name)
		}
	}
	for i := range Of(c).Lines {
		nodes := n.NodesOf(i)
		for k := 1; k+1 < len(nodes); k++ {
			x := rest.At[nodes[k]]
			for j, shape := range shapes {
				if !deepIn(shape, x, Of(c).Lines[i].Diameter) {
					continue
				}
				path := fmt.Sprintf("%s.%d", lineKey, i)
				return f.Errorf(path, "node %d of the line %q is in %q at rest, at %s m; use another length "+
					"or another place for an end, or set lines.bed to the top of what it lies on", k,
					Of(c).Lines[i].Name, names[j], inBrackets(c.Params.PointOnMap(x)))
			}
		}
	}
	return nil
}

func inBrackets(x [3]float64) string {
	return fmt.Sprintf("[%s, %s, %s]", text.Rounded(x[0]), text.Rounded(x[1]), text.Rounded(x[2]))
}

// mostShorter is how many times shorter steps may become by what ties bodies.
const mostShorter = 10

// checkSteps refuses lines that would make the flow's steps much shorter.
func checkSteps(f *casefile.Case, c *sph.Case) error {
	free := c.Params
	*free.Number(frequency) = 0
	w, dt := *c.Params.Number(frequency), free.DefaultStep()
	if w == 0 || 1/w >= dt/mostShorter {
		return nil
	}
	worst, stiff := 0, 0.0
	for i := range Of(c).Lines {
		l := &Of(c).Lines[i]
		if k := l.Stiffness / l.Step(); k > stiff && (l.From.Kind == OnBody || l.To.Kind == OnBody) {
			worst, stiff = i, k
		}
	}
	of := Of(c).Lines[worst].Stiffness
	part := math.Pow(mostShorter/(dt*w), 2)
	path := fmt.Sprintf("%s.%d.stiffness", lineKey, worst)
	return f.Errorf(path, "%s is %s N: a body of that mass follows it only with steps more than %d "+
		"times shorter than the flow needs; use %s N at most, or fewer segments", f.Label(path),
		text.Number(of), mostShorter, text.Number(text.Three(part*of, math.Floor)))
}
