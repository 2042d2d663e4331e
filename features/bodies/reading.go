package bodies

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
)

// filled links bodies, and refuses and notes what follows from their particles.
func filled(file reading.File, c *sph.Case) error {
	f := file.File()
	link(f, c)
	if err := checkLight(f, c); err != nil {
		return err
	}
	if err := checkTies(f, c); err != nil {
		return err
	}
	noteTies(c)
	return nil
}

// link finds the bodies that have the other ends of springs, which are known once walls are
// filled.
func link(f *casefile.Case, c *sph.Case) {
	number := func(name string) int {
		return 1 + slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == name })
	}
	for i := range f.Bodies {
		b := &f.Bodies[i]
		free := Of(&c.Bodies[number(b.Name)-1])
		for k := range b.Springs {
			if other := b.Springs[k].Body; other != "" {
				free.Springs[k].Body = number(other)
			}
		}
	}
	Release(c)
}

// checkLight refuses bodies that are too light for the fluid beside them.
func checkLight(f *casefile.Case, c *sph.Case) error {
	light := TooLight(c)
	if light == nil {
		return nil
	}
	is := func(b casefile.Body) bool { return b.Name == c.Bodies[light.Body].Name }
	i := slices.IndexFunc(f.Bodies, is)
	b, path := &f.Bodies[i], fmt.Sprintf("body.%d", i)
	switch {
	case b.Density != nil:
		path += ".density"
		least := text.Three(*b.Density*light.Least/light.Value, math.Ceil)
		return f.Errorf(path, "%s is %s kg/m³, too little for the fluid beside the body's faces at "+
			"this spacing; use %s kg/m³ at least, or a smaller deltap", f.Label(path),
			text.Exact(*b.Density), text.Number(least))
	case light.Turns && b.Inertia != nil:
		path += ".inertia"
	case light.Turns && b.Matrix != nil:
		path += ".inertia-matrix"
	default:
		path += ".mass"
	}
	return f.Errorf(path, "the body %q %v", b.Name, light)
}

// noteTies tells of each spring, torsion and mooring what it pulls with as bodies are at first, and
// of moorings how long they are and how much of them lies on the ground.
func noteTies(c *sph.Case) {
	perMetre := ""
	if c.Params.Dim == 2 {
		perMetre = " a metre"
	}
	for _, t := range TieForces(c, nil, true) {
		force := text.Rounded(t.Force) + " N"
		switch {
		case t.Turns:
			c.Notes = append(c.Notes, fmt.Sprintf("%s turns back with %s m%s at first", t.Name, force,
				perMetre))
		case t.Mooring:
			c.Notes = append(c.Notes, fmt.Sprintf("%s of %s m pulls with %s%s at first, its ends "+
				"%s m apart; %s m of it lie on the ground", t.Name, text.Number(t.Of), force, perMetre,
				text.Rounded(t.Length), text.Rounded(t.Lies)))
		default:
			c.Notes = append(c.Notes, fmt.Sprintf("%s pulls with %s%s at first, its ends %s m apart", t.Name,
				force, perMetre, text.Rounded(t.Length)))
		}
	}
}

// checkTies refuses springs, torsions and moorings that would make steps too short.
func checkTies(f *casefile.Case, c *sph.Case) error {
	stiff := StiffestTie(c)
	if stiff == nil {
		return nil
	}
	is := func(b casefile.Body) bool { return b.Name == c.Bodies[stiff.Body].Name }
	path := fmt.Sprintf("body.%d.%s.%d.%s", slices.IndexFunc(f.Bodies, is), stiff.Kind,
		stiff.Index, stiff.Key)
	return f.Errorf(path, "%s %v", f.Label(path), stiff)
}
