package convert

import (
	"fmt"
	"strings"
	"testing"
)

// A cylinder whose particles are half a spacing inside its surface has the radius of its normals.
// Other radii, other shapes and other walls stay as they are drawn.
func TestRadiusOfNormals(t *testing.T) {
	for name, test := range map[string]struct {
		normals string // after boundnormal_
		want    float64
	}{
		"half a spacing": {`cylinder mkbound="3"><radius v="1"/>`, 1},
		"far off":        {`cylinder mkbound="3"><radius v="2"/>`, 0.95},
		"another wall":   {`cylinder mkbound="4"><radius v="1"/>`, 0.95},
		"a sphere's":     {`sphere mkbound="3"><radius v="1"/>`, 0.95},
		"without":        {`cylinder mkbound="3">`, 0.95},
	} {
		t.Run(name, func(t *testing.T) {
			data := definition(`<setmkfluid mk="0"/><drawbox><point x="0" y="0" z="0"/>` +
				`<size x="8" y="8" z="2"/></drawbox><setmkbound mk="3"/><drawcylinder radius="0.95">` +
				`<point x="4" y="4" z="0"/><point x="4" y="4" z="5"/></drawcylinder>`)
			c, notes := converted(t, []byte(strings.Replace(string(data), "<parameters>",
				fmt.Sprintf("<special><initialize><boundnormal_%s</boundnormal_%s></initialize></special>"+
					"<parameters>", test.normals, test.normals[:strings.Index(test.normals, " ")]), 1)))
			cylinder := c.Walls[0].Shape.Cylinder
			if cylinder == nil || cylinder.Radius != test.want {
				t.Fatalf("%+v, %q", c.Walls[0].Shape, notes)
			}
			noted := strings.Contains(strings.Join(notes, "\n"),
				"the radius of the wall is that of its normals, 1 m, and not that of its particles, 0.95 m")
			if noted != (test.want == 1) {
				t.Errorf("%q", notes)
			}
		})
	}
}
