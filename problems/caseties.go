package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/features/bodies"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/sph"
)

// checkLight refuses bodies that are too light for the fluid beside them.
func (f *caseProblem) checkLight(c *sph.Case) error {
	light := bodies.TooLight(c)
	if light == nil {
		return nil
	}
	is := func(b casefile.Body) bool { return b.Name == c.Bodies[light.Body].Name }
	i := slices.IndexFunc(f.file.Bodies, is)
	b, path := &f.file.Bodies[i], fmt.Sprintf("body.%d", i)
	switch {
	case b.Density != nil:
		path += ".density"
		least := text.Three(*b.Density*light.Least/light.Value, math.Ceil)
		return f.file.Errorf(path, "%s is %s kg/m³, too little for the fluid beside the body's faces at "+
			"this spacing; use %s kg/m³ at least, or a smaller deltap", f.file.Label(path),
			text.Exact(*b.Density), text.Number(least))
	case light.Turns && b.Inertia != nil:
		path += ".inertia"
	case light.Turns && b.Matrix != nil:
		path += ".inertia-matrix"
	default:
		path += ".mass"
	}
	return f.file.Errorf(path, "the body %q %v", b.Name, light)
}

// noteTies tells of each spring, torsion and mooring what it pulls with as bodies are at first, and
// of moorings how long they are and how much of them lies on the ground.
func noteTies(c *sph.Case) {
	perMetre := ""
	if c.Params.Dim == 2 {
		perMetre = " a metre"
	}
	for _, t := range bodies.TieForces(c, nil, true) {
		force := three(t.Force) + " N"
		switch {
		case t.Turns:
			c.Notes = append(c.Notes, fmt.Sprintf("%s turns back with %s m%s at first", t.Name, force,
				perMetre))
		case t.Mooring:
			c.Notes = append(c.Notes, fmt.Sprintf("%s of %s m pulls with %s%s at first, its ends "+
				"%s m apart; %s m of it lie on the ground", t.Name, text.Number(t.Of), force, perMetre,
				three(t.Length), three(t.Lies)))
		default:
			c.Notes = append(c.Notes, fmt.Sprintf("%s pulls with %s%s at first, its ends %s m apart", t.Name,
				force, perMetre, three(t.Length)))
		}
	}
}

// three is a number to three digits, which may be 0.
func three(x float64) string {
	if x == 0 {
		return "0"
	}
	return text.Number(math.Copysign(text.Three(math.Abs(x), math.Round), x))
}

// checkTies refuses springs, torsions and moorings that would make steps too short.
func (f *caseProblem) checkTies(c *sph.Case) error {
	stiff := bodies.StiffestTie(c)
	if stiff == nil {
		return nil
	}
	is := func(b casefile.Body) bool { return b.Name == c.Bodies[stiff.Body].Name }
	path := fmt.Sprintf("body.%d.%s.%d.%s", slices.IndexFunc(f.file.Bodies, is), stiff.Kind,
		stiff.Index, stiff.Key)
	return f.file.Errorf(path, "%s %v", f.file.Label(path), stiff)
}
