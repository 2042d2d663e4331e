package problems

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/sph"
)

// resolved is the first length of a kind that a case has; nil is none.
func resolved(c *sph.Case, kind string) *sph.Resolved {
	for i := range c.Resolved {
		if c.Resolved[i].Kind == kind {
			return &c.Resolved[i]
		}
	}
	return nil
}

// roomOfWalls is a basin of 2 x 1 x 1 m at a spacing of 0.02 m (in three dimensions 0.05 m), open
// at the top.
func roomOfWalls(dim int, walls string) string {
	const basin = "name = \"Room\"\nspacing = %s\nend = 1\ndimension = %d\n[domain]\nmin = [0, -0.5, 0]\nmax = [2, 0.5, 1]\n" +
		"open = [\"zmax\"]\n[[fluid]]\nname = \"w\"\nbox = { min = [0, -0.5, 0], max = [0.5, 0.5, 0.6] }\n%s"
	return fmt.Sprintf(basin, map[int]string{2: "0.02", 3: "0.05"}[dim], dim, walls)
}

// wallOf is a wall of a case file.
func wallOf(name, shape string) string {
	return fmt.Sprintf("[[wall]]\nname = %q\n%s\n", name, shape)
}

// TestGaps compares the narrowest gap between walls with the geometry, in metres; 0 is no gap.
// Corners, wedges and walls that touch make none, and neither do rooms that no fluid comes to.
func TestGaps(t *testing.T) {
	const from = "from = -2, to = 2"
	for name, test := range map[string]struct {
		dim   int
		walls string
		want  float64
	}{
		"nothing":        {2, "", 0},
		"nothing in 3D":  {3, "", 0},
		"a slot":         {2, wallOf("low", "box = { min = [0.8, -2, 0], max = [1, 2, 0.1] }") + wallOf("high", "box = { min = [0.8, -2, 0.12], max = [1, 2, 1] }"), 0.02},
		"half a spacing": {2, wallOf("low", "box = { min = [0.8, -2, 0], max = [1, 2, 0.1] }") + wallOf("high", "box = { min = [0.8, -2, 0.11], max = [1, 2, 1] }"), 0.01},
		"own lattices":   {2, wallOf("low", "box = { min = [0.8, -2, 0], max = [1, 2, 0.1] }\nlattice = \"own\"") + wallOf("high", "box = { min = [0.8, -2, 0.13], max = [1, 2, 1] }\nlattice = \"own\""), 0.03},
		"walls touch":    {2, wallOf("low", "box = { min = [0.8, -2, 0], max = [1, 2, 0.1] }") + wallOf("high", "box = { min = [0.8, -2, 0.1], max = [1, 2, 1] }"), 0},
		"an orifice":     {2, wallOf("low", "box = { min = [0.8, -2, 0], max = [0.82, 2, 0.1] }") + wallOf("high", "box = { min = [0.8, -2, 0.16], max = [0.82, 2, 1] }"), 0.06},
		"a gap in 3D":    {3, wallOf("gate", "box = { min = [0.8, -2, 0.1], max = [0.9, 2, 1] }"), 0.1},
		"a tilted slot":  {2, wallOf("it", "difference = [{ box = { min = [0.8, -2, 0.2], max = [1.4, 2, 0.8] } }, { box = { min = [0.6, -2, 0.47], max = [1.6, 2, 0.53] } }]\nrotate = { axis = [0, 1, 0], angle = 20, about = [1.1, 0, 0.5] }"), 0.06},
		"a slope":        {2, wallOf("it", "prism = { outline = [[0.8, 0], [2, 0], [2, 0.06]], along = \"y\", "+from+" }"), 0},
		"a wedge":        {2, wallOf("it", "difference = [{ box = { min = [0.8, -2, -1], max = [3, 2, 2] } }, { prism = { outline = [[0.7, 0.1], [1.9, 0.3], [0.7, 0.5]], along = \"y\", "+from+" } }]"), 0},
		"a thin wedge":   {2, wallOf("it", "difference = [{ box = { min = [0.8, -2, -1], max = [3, 2, 2] } }, { prism = { outline = [[0.7, 0.25], [1.9, 0.3], [0.7, 0.35]], along = \"y\", "+from+" } }]"), 0},
		"a nozzle":       {2, wallOf("it", "difference = [{ box = { min = [0.8, -2, -1], max = [1.5, 2, 2] } }, { prism = { outline = [[0.7, 0.1], [1.2, 0.28], [1.6, 0.28], [1.6, 0.32], [1.2, 0.32], [0.7, 0.5]], along = \"y\", "+from+" } }]"), 0.04},
		"a throat":       {2, wallOf("a", "cylinder = { from = [1, -2, 0.2], to = [1, 2, 0.2], radius = 0.16 }") + wallOf("b", "cylinder = { from = [1, -2, 0.6], to = [1, 2, 0.6], radius = 0.2 }"), 0.04},
		"a round touch":  {2, wallOf("a", "cylinder = { from = [1, -2, 0.3], to = [1, 2, 0.3], radius = 0.3 }"), 0},
		"a closed room":  {2, wallOf("it", "difference = [{ box = { min = [0.8, -2, -1], max = [1.4, 2, 0.8] } }, { box = { min = [0.95, -2, 0.3], max = [1.2, 2, 0.35] } }]"), 0},
		"a pipe":         {3, wallOf("it", "difference = [{ box = { min = [0.8, -2, -1], max = [1.4, 2, 2] } }, { cylinder = { from = [0.5, 0, 0.5], to = [1.6, 0, 0.5], radius = 0.1 } }]"), 0.2},
		"beside a wall":  {3, wallOf("it", "cylinder = { from = [1.2, 0.2, 0], to = [1.2, 0.2, 1], radius = 0.2 }"), 0.1},
		"two balls":      {3, wallOf("a", "sphere = { centre = [1.2, -0.2, 0.5], radius = 0.15 }") + wallOf("b", "sphere = { centre = [1.2, 0.22, 0.5], radius = 0.15 }"), 0.12},
		"at a hinge":     {2, hinged(0.015), 0},
		"above a hinge":  {2, hinged(0.06), 0.06},
		"on the ground":  {3, wallOf("it", "sphere = { centre = [1.2, 0, 0.2], radius = 0.2 }"), 0.3},
		"in a corner":    {3, wallOf("it", "box = { min = [1.5, 0, -1], max = [3, 3, 0.5] }"), 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := ofCase(t, roomOfWalls(test.dim, test.walls)).Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			got := 0.0
			if gap := resolved(c, sph.Gap); gap != nil {
				got = gap.Length
			}
			if math.Abs(got-test.want) > 0.06*test.want {
				t.Errorf("the narrowest gap is %g m, not %g m", got, test.want)
			}
			narrow := test.want > 0 && test.want < 5*c.Params.DeltaP
			if said := strings.Contains(strings.Join(c.Warnings, "\n"), "a gap between walls"); said != narrow {
				t.Errorf("the warnings are %q", c.Warnings)
			}
		})
	}
}

// hinged is a body that is some height above the floor, where its hinge is.
func hinged(above float64) string {
	const body = "\n[[body]]\nname = \"flap\"\nbox = { min = [0.9, -2, %g], max = [1, 2, 0.8] }\n" +
		"density = 700\nhinge = { at = [0.95, 0, 0] }\n"
	return fmt.Sprintf(body, above)
}

// TestGapOverPeriodicEnd has a gap between a wall and its own image.
func TestGapOverPeriodicEnd(t *testing.T) {
	text := roomOfWalls(2, wallOf("it", "box = { min = [0.03, -2, 0.7], max = [1.97, 2, 0.9] }"))
	text = strings.Replace(text, "open = [\"zmax\"]", "open = [\"zmax\"]\nperiodic = [\"x\"]", 1)
	c, err := ofCase(t, text).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if gap := resolved(c, sph.Gap); gap == nil || math.Abs(gap.Length-0.06) > 1e-6 {
		t.Errorf("the gap is %+v, not 0.06 m", gap)
	}
}

// TestDepths compares depths in spacings with the geometry.
func TestDepths(t *testing.T) {
	const slope = "prism = { outline = [[0.3, 0], [2, 0], [2, 0.85]], along = \"y\", from = -2, to = 2 }"
	for name, test := range map[string]struct {
		dim   int
		more  string
		depth string // of the fluid
		want  float64
		warns bool
	}{
		"deep":           {2, "", "0.6", 30, false},
		"shallow":        {2, "", "0.08", 4, true},
		"ten":            {2, "", "0.2", 10, false},
		"shallow in 3D":  {3, "", "0.3", 6, true},
		"a beach":        {2, wallOf("beach", slope), "0.4", 20, false},
		"a small part":   {2, wallOf("sill", "box = { min = [0.1, -2, -1], max = [0.25, 2, 0.5] }"), "0.6", 5, true},
		"a shallow part": {2, wallOf("sill", "box = { min = [0.1, -2, -1], max = [0.4, 2, 0.5] }"), "0.6", 5, true},
		"under a plate":  {2, wallOf("plate", "box = { min = [-1, -2, 0.1], max = [0.1, 2, 0.7] }"), "0.6", 30, false},
	} {
		t.Run(name, func(t *testing.T) {
			text := roomOfWalls(test.dim, test.more)
			text = strings.Replace(text, "max = [0.5, 0.5, 0.6]", "max = [0.5, 0.5, "+test.depth+"]", 1)
			if name == "a beach" {
				text = strings.Replace(text, "max = [0.5, 0.5,", "max = [2, 0.5,", 1)
			}
			c, err := ofCase(t, text).Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			of := resolved(c, sph.Depth)
			if of == nil || name != "a beach" && math.Abs(of.Spacings-test.want) > 0.01 || of.Enough() == test.warns {
				t.Errorf("the depth is %+v, not %g spacings", of, test.want)
			}
			if said := strings.Contains(strings.Join(c.Warnings, "\n"), "spacings deep"); said != test.warns {
				t.Errorf("the warnings are %q", c.Warnings)
			}
		})
	}
}

// TestBodies has how far it is across bodies that stand in fluid.
func TestBodies(t *testing.T) {
	for shape, want := range map[string]string{
		"cylinder = { from = [1, 0, 0], to = [1, 0, 1], radius = 0.09 }":              `the wall "it" is 3.6 spacings across (0.18 m), but 4 are needed; use --deltap 0.045`,
		"box = { min = [1, -0.1, 0.4], max = [1.15, 0.05, 0.55] }":                    `the wall "it" is 3 spacings across (0.15 m), but 4 are needed; use --deltap 0.0375`,
		"box = { min = [1, -0.1, 0.4], max = [1.15, 0.05, 0.55] }\nlattice = \"own\"": `"it" is 3 spacings across (0.15 m), but 4 are needed; use --deltap 0.0375`,
		"box = { min = [1, -0.1, 0.4], max = [1.1, 0.05, 0.55] }":                     `the wall "it" is 2 spacings thick (0.1 m, as at`,
		// a plate
		"box = { min = [1, -0.2, 0], max = [1.15, 0.2, 0.8] }":           "",
		"cylinder = { from = [1, 0, 0], to = [1, 0, 1], radius = 0.11 }": "",
		// on the ground
		"box = { min = [1, -1, 0], max = [1.5, 1, 0.05] }": "",
		// at the end of the basin
		"box = { min = [1.9, -1, -1], max = [3, 1, 2] }": "",
		"box = { min = [1, -0.15, 0.3], max = [1.3, 0.15, 0.6] }\nrotate = { axis = [0, 0, 1], angle = 20, about = [1.1, 0, 0] }": "",
	} {
		c, err := ofCase(t, roomOfWalls(3, wallOf("it", shape))).Setup(0)
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(c.Warnings, "\n"); !strings.Contains(all, want) || (all == "") != (want == "") || len(c.Warnings) > 1 {
			t.Errorf("%s: the warnings are %q", shape, c.Warnings)
		}
	}
}

// TestWorstIsTold has one warning of each kind, of the worst and with the number of the others.
func TestWorstIsTold(t *testing.T) {
	c, err := ofCase(t, roomOfWalls(2, wallOf("a", "box = { min = [0.8, -2, 0], max = [0.84, 2, 0.5] }")+
		wallOf("b", "box = { min = [1.2, -2, 0], max = [1.22, 2, 0.5] }")+
		wallOf("c", "box = { min = [1.6, -2, 0], max = [1.64, 2, 0.5] }"))).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = `the wall "b" is one spacing thick (0.02 m, as at `, "; use --deltap 0.005, or --boundary mdbc: " +
		"the kernel sees too little of it to hold water back; 2 others, too"
	if len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0], begin) || !strings.HasSuffix(c.Warnings[0], end) {
		t.Errorf("the warnings are %q", c.Warnings)
	}
}

// TestAdviceIsEnough follows the warnings of a flow to a spacing at which there are none.
func TestAdviceIsEnough(t *testing.T) {
	p := ofCase(t, roomOfWalls(2, wallOf("low", "box = { min = [0.8, -2, 0], max = [1.2, 2, 0.1] }")+
		wallOf("high", "box = { min = [0.8, -2, 0.13], max = [1.2, 2, 1] }")))
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	finer := c.Params.DeltaP
	for i := range c.Resolved {
		if r := &c.Resolved[i]; !r.Enough() {
			finer = min(finer, r.Finer(c.Params.DeltaP))
		}
	}
	if finer != 0.006 {
		t.Errorf("a spacing of %g m is advised, not 0.006 m", finer)
	}
	if c, err = p.Setup(finer); err != nil || len(c.Warnings) > 0 {
		t.Errorf("at %g m the warnings are %q: %v", finer, c.Warnings, err)
	}
}

// aboutLengths are the warnings of a case, but for those of masses.
func aboutLengths(c *sph.Case) (all []string) {
	for _, w := range c.Warnings {
		if !strings.Contains(w, "than it should") {
			all = append(all, w)
		}
	}
	return all
}

// TestNothingToWarnOf has no warnings for the problems, and for the cases at coarser spacings than
// theirs.
func TestNothingToWarnOf(t *testing.T) {
	for _, create := range All {
		if c := byDefault(create().Name()); len(aboutLengths(c)) > 0 {
			t.Errorf("%s: %q", c.Name, aboutLengths(c))
		}
	}
	if testing.Short() {
		return
	}
	for file, deltaP := range map[string]float64{"fishpass": 0.05, "pillars": 0.0175, "pipebend": 0.007, "ship": 0.03, "valley": 0.7} {
		p, err := FromFile(filepath.Join("..", "cases", file+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := p.Setup(deltaP); err != nil || len(aboutLengths(c)) > 0 {
			t.Errorf("%s: %v %q", file, err, aboutLengths(c))
		}
	}
}
