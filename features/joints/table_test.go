package joints_test

import (
	"reflect"
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/features/joints"
	"gpusph/internal/casefile"
	"gpusph/internal/casefile/casetest"
)

const pontoons = `name = "T"
spacing = 0.05
end = 1
[domain]
min = [10, 20, 30]
max = [12, 21, 31]
[[fluid]]
name = "water"
fill = { seed = [10.1, 20.1, 30.1], level = 30.4 }
[[wall]]
name = "carriage"
box = { min = [10.2, 20.2, 30.7], max = [10.4, 20.8, 30.9] }
[wall.motion]
moves = [{ along = [1, 0, 0], amplitude = 0.05, period = 1.5 }]
[[wall]]
name = "sill"
box = { min = [11.8, 20, 30], max = [12, 21, 30.2] }
[[body]]
name = "first"
box = { min = [10.4, 20.3, 30.3], max = [10.8, 20.7, 30.5] }
density = 500
[[body]]
name = "second"
box = { min = [11, 20.3, 30.3], max = [11.4, 20.7, 30.5] }
density = 500
`

const links = `[[joint]]
name = "hinge"
kind = "hinge"
body = "second"
to = "first"
at = [10.9, 20.5, 30.4]
axis = [0, 2, 0]
stiffness = 3
rest = 10
damping = 0.5
limits = [-20, 30]
[[joint]]
name = "rail"
kind = "slider"
body = "first"
to = "carriage"
at = [10.6, 20.5, 30.4]
along = [0, 0, 1]
quadratic-damping = 4
limits = [-0.1, 0.2]
restitution = 0.5
motor-force = [[0, 1], [1, 2]]
`

// Joints are as in the file, move with the case, and are written as they were read.
func TestTables(t *testing.T) {
	c := casetest.Parsed(t, pontoons+links)
	want := []joints.Table{
		{Name: "hinge", Kind: "hinge", Body: "second", To: "first", At: [3]float64{10.9, 20.5, 30.4},
			Axis: &[3]float64{0, 2, 0}, Stiffness: 3, Rest: 10, Damping: 0.5, Limits: &[2]float64{-20, 30}},
		{Name: "rail", Kind: "slider", Body: "first", To: "carriage", At: [3]float64{10.6, 20.5, 30.4},
			Along: &[3]float64{0, 0, 1}, Quadratic: 4,
			Limits: &[2]float64{-0.1, 0.2}, Restitution: 0.5,
			Force: &casefile.Series{Rows: [][2]float64{{0, 1}, {1, 2}}}},
	}
	if got := joints.Tables(c); !reflect.DeepEqual(got, want) {
		t.Errorf("the joints are %+v", got)
	}
	local, _ := c.Local()
	if at := joints.Tables(local)[1].At; at != [3]float64{0.6, 0.5, 0.4} {
		t.Errorf("in coordinates of their own the second is at %v", at)
	}
	casetest.Written(t, c, joints.Tables)
}

// What cannot be meant is refused at its place.
func TestTablesAreRefused(t *testing.T) {
	casetest.Refused(t, pontoons+links, [][3]string{
		{`kind = "hinge"`, `kind = "hing"`, `t.toml, line 28, column 1: joint "hinge": kind is "hing", ` +
			`but must be ball, hinge, slider or fixed; did you mean hinge?`},
		{`body = "second"`, `body = "secnd"`, `line 29, column 1: joint "hinge": body is "secnd", but ` +
			`the bodies are first and second; did you mean second?`},
		{`to = "first"`, `to = "second"`, `line 30, column 1: joint "hinge": to is "second", so the ` +
			`joint would be between a body and itself`},
		{`to = "first"`, `to = "carriag"`, `to is "carriag", but what a joint may hold it at is ` +
			`first and carriage; did you mean carriage?`},
		{`to = "first"`, `to = "sill"`, `to is the wall "sill", which does not move; leave it out`},
		{`axis = [0, 2, 0]`, `axis = [0, 0, 0]`, `line 32, column 1: joint "hinge": axis is [0, 0, 0], ` +
			`which has no direction`},
		{`axis = [0, 2, 0]`, "axis = [0, 2, 0]\nalong = [0, 2, 0]",
			`along is for a slider, but the joint is a hinge`},
		{`axis = [0, 2, 0]`, ``, `joint "hinge" is a hinge without axis; use axis = [0, 1, 0]`},
		{`limits = [-20, 30]`, `limits = [30, -20]`, `line 36, column 1: joint "hinge": limits is ` +
			`[30, -20] °, but the second must be above the first`},
		{`limits = [-20, 30]`, `limits = [10, 30]`, `but the joint begins at 0; use limits around that`},
		{`stiffness = 3`, `stiffness = -3`, `stiffness is -3, but must not be below 0`},
		{`stiffness = 3`, ``, `rest has no effect without a stiffness`},
		{"limits = [-0.1, 0.2]\n", ``, `joint "rail": restitution has no effect without limits`},
		{`restitution = 0.5`, `restitution = 1.5`, `restitution is 1.5, but must be from 0 to 1`},
		{`limits = [-20, 30]`, "limits = [-20, 30]\nmotor = [[0, 0], [1, 5]]",
			`limits does not go together with motor`},
		{`limits = [-20, 30]`, `motor = [[0, 1], [1, 5]]`, `begins with 1, but the joint begins at 0`},
		{`limits = [-20, 30]`, `motor = 3`, `motor is 3 at all times`},
		{`limits = [-20, 30]`, `motor = [[0, 0], [0.5, 5]]`, `ends at 0.5 s, but the flow at 1 s`},
		{`limits = [-20, 30]`, `repeat = true`, `repeat is for motor`},
		{`motor-force = [[0, 1], [1, 2]]`, "motor-force = 1\nmotor = [[0, 0], [1, 2]]",
			`has both motor and motor-force`},
		{"kind = \"slider\"\nbody = \"first\"\nto = \"carriage\"\nat = [10.6, 20.5, 30.4]\n" +
			"along = [0, 0, 1]",
			"kind = \"ball\"\nbody = \"first\"\nat = [10.6, 20.5, 30.4]",
			`quadratic-damping is for a hinge or a slider, but the joint is a ball`},
		{`motor-force`, `motor-forc`, "there is no key motor-forc of joint \"rail\""},
	})
	plane := strings.NewReplacer(`name = "T"`, "name = \"T\"\ndimension = 2", `[[joint]]`,
		"[[joint]]\nname = \"pin\"\nkind = \"ball\"\nbody = \"first\"\nat = [10.6, 30.4]\n#")
	if _, err := casefile.Parse([]byte(plane.Replace(pontoons+"[[joint]]")), "t.toml"); err == nil ||
		!strings.Contains(err.Error(), "kind is ball, but in two dimensions bodies turn about y only") {
		t.Error(err)
	}
}
