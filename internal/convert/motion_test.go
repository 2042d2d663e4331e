package convert

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
)

// moving is a definition of a tank with a block of mkbound 1, and a motion. It runs for 4 s.
func moving(motion string) []byte {
	s := string(definition(`<drawbox><boxfill>all^top</boxfill><point x="-9" y="-9" z="-9"/>` +
		`<size x="18" y="18" z="18"/></drawbox>
<setmkbound mk="1"/><drawbox><point x="0" y="0" z="0"/><size x="1" y="1" z="1"/></drawbox>
<setmkfluid mk="0"/><drawbox><point x="-9" y="-9" z="-9"/><size x="18" y="18" z="2"/></drawbox>`))
	s = strings.Replace(s, `key="TimeMax" value="1"`, `key="TimeMax" value="4"`, 1)
	return []byte(strings.Replace(s, "</casedef>", "<motion>"+motion+"</motion></casedef>", 1))
}

func object(movements string) string {
	return `<objreal ref="1"><begin mov="1" start="0.5"/>` + movements + `</objreal>`
}

// motionFiles has a table with columns in an order of its own.
func motionFiles(string) ([]byte, error) {
	return []byte("time;z;x\n10;1;5\n10.5;2;5\n11;2;6\n"), nil
}

// rowsOf are the displacements of the block, by their times.
func rowsOf(t *testing.T, res *Result) map[float64]vec {
	t.Helper()
	rows := map[float64]vec{}
	for k, mk := range res.Case.Walls {
		m := mk.Motion
		if m == nil {
			continue
		}
		if res.Case.Walls[k].Name != "bound1" {
			t.Errorf("%s moves", res.Case.Walls[k].Name)
		}
		for i, time := range m.Times {
			rows[time] = m.Displacements[i]
		}
		if m.Table != "" {
			for line := range strings.Lines(string(res.Files[m.Table])) {
				var at float64
				var x vec
				if n, _ := fmt.Sscanf(line, "%g, %g, %g, %g", &at, &x[0], &x[1], &x[2]); n == 4 {
					rows[at] = x
				}
			}
		}
	}
	return rows
}

// Displacements are those of the movements, worked out by hand.
func TestMotions(t *testing.T) {
	for name, test := range map[string]struct {
		motion string
		want   map[float64]vec
	}{
		"velocity": {
			object(`<mvrect id="1" duration="2"><vel x="0.5" y="0" z="-0.1"/></mvrect>`),
			map[float64]vec{0: {}, 0.5: {}, 2.5: {1, 0, -0.2}, 2.48: {0.99, 0, -0.198},
				0.52: {0.01, 0, -0.002}, 4: {1, 0, -0.2}},
		},
		"finish": {
			`<objreal ref="1"><begin mov="1" start="0" finish="1"/><mvrect id="1" duration="5"><vel ` +
				`x="0.5"/></mvrect></objreal>`,
			map[float64]vec{0: {}, 1: {0.5, 0, 0}, 4: {0.5, 0, 0}},
		},
		"to and fro": {
			object(`<mvrect id="1" duration="0.5" next="2"><vel y="2"/></mvrect><mvrect id="2" ` +
				`duration="0.25" next="1"><vel y="-4"/></mvrect>`),
			map[float64]vec{1: {0, 1, 0}, 1.25: {}, 1.75: {0, 1, 0}, 2: {}, 4: {0, 1, 0}},
		},
		"wait": {
			object(`<wait id="1" duration="1" next="2"/><mvrect id="2" duration="1" next="3"><vel ` +
				`x="1"/></mvrect><mvnull id="3"/>`),
			map[float64]vec{0.5: {}, 1.5: {}, 2.5: {1, 0, 0}, 4: {1, 0, 0}},
		},
		"acceleration": { // 0.1 t + 0.4 t²/2
			object(`<mvrectace id="1" duration="2"><velini x="0.1"/><ace x="0.4" z="-1"/></mvrectace>`),
			map[float64]vec{1.5: {0.3, 0, -0.5}, 2.5: {1, 0, -2}, 4: {1, 0, -2}},
		},
		"velocity, and on with it": { // then 0.5 t - t²/4
			object(`<mvrect id="1" duration="1" next="2"><vel x="0.5"/></mvrect><mvrectace id="2" ` +
				`duration="1"><ace x="-0.5"/></mvrectace>`),
			map[float64]vec{1.5: {0.5, 0, 0}, 2.5: {0.75, 0, 0}},
		},
		"sine": { // 0.05 (sin(180° t + 90°) - 1)
			object(`<mvrectsinu id="1" duration="3" anglesunits="degrees"><freq x="0.5" z="1"/><ampl ` +
				`x="0.05" z="0.2"/><phase x="90"/></mvrectsinu>`),
			map[float64]vec{1.5: {-0.1, 0, 0}, 2.5: {}, 0.75: {0.05 * (math.Sqrt2/2 - 1), 0, 0.2},
				3.5: {-0.1, 0, 0}},
		},
		"sine in radians": {
			object(`<mvrectsinu id="1" duration="1" anglesunits="radians"><freq y="0.25"/><ampl y="2"/>` +
				`<phase y="1.5707963267949"/></mvrectsinu>`),
			map[float64]vec{1.5: {0, -2, 0}},
		},
		"circle": { // clockwise for a viewer at the end of the axis: from (1, 0) to (0, -1)
			object(`<mvcir id="1" duration="1" anglesunits="degrees"><vel ang="90"/><ref x="1"/>` +
				`<axisp1/><axisp2 z="1"/></mvcir>`),
			map[float64]vec{1.5: {-1, -1, 0}, 4: {-1, -1, 0}},
		},
		"circle with an acceleration": { // 45° t²
			object(`<mvcirace id="1" duration="2" anglesunits="degrees"><ace ang="90"/><velini ang="0"/>` +
				`<ref x="1"/><axisp1/><axisp2 z="1"/></mvcirace>`),
			map[float64]vec{1.5: {math.Sqrt2/2 - 1, -math.Sqrt2 / 2, 0}, 2.5: {-2, 0, 0}},
		},
		"swinging circle": {
			object(`<mvcirsinu id="1" duration="1"><freq v="0.25"/><ampl v="90"/><phase v="0"/><ref ` +
				`x="2" y="5"/><axisp1 y="5" z="3"/><axisp2 y="6" z="3"/></mvcirsinu>`),
			map[float64]vec{1.5: {1, 0, 5}}, // x and z from the axis: from (2, -3) to (3, 2)
		},
		"table": {
			object(`<mvfile id="1" duration="2"><file name="t.csv" fields="3" fieldtime="0" fieldx="2" ` +
				`fieldz="1"/></mvfile>`),
			map[float64]vec{0: {}, 0.5: {}, 1: {0, 0, 1}, 1.5: {1, 0, 1}, 4: {1, 0, 1}},
		},
		"table of one axis": {
			object(`<mvrectfile id="1" duration="0.5"><file name="t.csv" fields="3" fieldtime="0" ` +
				`fieldz="1"/></mvrectfile>`),
			map[float64]vec{1: {0, 0, 1}, 4: {0, 0, 1}},
		},
		"two at once": {
			`<objreal ref="1"><begin mov="1" start="0"/><begin mov="2" start="1"/><mvrect id="1" ` +
				`duration="3"><vel x="1"/></mvrect><mvrect id="2" duration="1"><vel z="1"/></mvrect></objreal>`,
			map[float64]vec{1: {1, 0, 0}, 2: {2, 0, 1}, 3: {3, 0, 1}, 4: {3, 0, 1}},
		},
		"on something that moves": {
			`<obj><begin mov="1" start="0"/><mvrect id="1" duration="3"><vel x="1"/></mvrect>` +
				object(`<mvrect id="1" duration="1"><vel z="2"/></mvrect>`) + `</obj>`,
			map[float64]vec{0.5: {0.5, 0, 0}, 1.5: {1.5, 0, 2}, 3: {3, 0, 2}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := DualSPHysics(moving(test.motion), Source{Read: motionFiles, Name: "case"})
			if err != nil {
				t.Fatal(err)
			}
			rows := rowsOf(t, res)
			for at, want := range test.want {
				x, ok := rows[at]
				if d := minus(x, want); !ok || dot(d, d) > 1e-18 {
					t.Errorf("at %g s it is at %v (%t), want %v", at, x, ok, want)
				}
			}
			for _, n := range res.Notes {
				if n.Rank == ChangesFlow {
					t.Error(n)
				}
			}
		})
	}
}

// A motion that no table has says why, and the walls rest.
func TestMotionsNotTaken(t *testing.T) {
	for _, test := range [][2]string{
		{object(`<mvnew id="1" duration="1"/>`), "<mvnew> (line 6): it is not known here"},
		{object(`<mvrect id="1" duration="-1"><vel x="1"/></mvrect>`), "in no time"},
		{object(`<mvrect id="1" duration="1"/>`), "a point is missing"},
		{object(`<mvrect id="2" duration="1"><vel x="1"/></mvrect>`), "a movement that is missing"},
		{object(`<mvrect id="1" duration="1" next="7"><vel x="1"/></mvrect>`),
			"movement that is missing"},
		{object(`<mvcir id="1" duration="1"><vel ang="1"/><ref x="1"/><axisp1/><axisp2/></mvcir>`),
			"its axis has no length"},
		{object(`<mvfile id="1" duration="1"><file name="t.csv" fieldx="5"/></mvfile>`),
			"it has 0 rows of numbers"},
		{object(`<mvfile id="1" duration="1"><file name="[Name].csv"/></mvfile>`),
			"[Name].csv is not read"},
		{`<objreal ref="9"><begin mov="1" start="0"/><mvrect id="1" duration="1"><vel x="1"/>` +
			`</mvrect></objreal>`, "there is no wall with mkbound 9"},
		{object(`<mvrect id="1" duration="0.0001" next="1"><vel x="1"/></mvrect>`),
			"more than 500 movements"},
		{`<thing/>`, "<thing>: it is not known here"},
	} {
		motion, want := test[0], test[1]
		res, err := DualSPHysics(moving(motion), Source{Read: motionFiles, Name: "case"})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, n := range res.Notes {
			found = found || n.Rank == ChangesFlow && strings.Contains(n.Text, want)
		}
		if !found || len(rowsOf(t, res)) > 0 {
			t.Errorf("%s: %q, want %q", motion, res.Notes, want)
		}
	}
}

// A tank that moves while other walls rest is walls that move, in a domain of open sides.
func TestTankOfWalls(t *testing.T) {
	res, err := DualSPHysics(moving(`<objreal ref="0"><begin mov="1" start="0"/>`+
		`<mvrectsinu id="1" duration="9"><freq x="1"/><ampl x="0.1"/></mvrectsinu></objreal>`), Source{
		Name: "case"})
	if err != nil {
		t.Fatal(err)
	}
	c, moves := res.Case, 0
	for k, w := range c.Walls {
		if is := res.Marks.Walls[k] == 0; (w.Motion != nil) != is {
			t.Errorf("the wall %q of mkbound %d has the motion %v", w.Name, res.Marks.Walls[k], w.Motion)
		} else if is {
			moves++
		}
	}
	if len(changes(res)) > 0 || moves != 1 || len(c.Domain.Open) != 6 ||
		!inShape(t, c.Walls[0].Shape, vec{-9.05, 0, 0}) ||
		inShape(t, c.Walls[0].Shape, vec{-8.95, 0, 0}) {
		t.Errorf("%+v, %v", c.Domain, res.Notes)
	}
}

// A tank that moves with all its walls is a frame with gravity less the acceleration, and fluid
// that begins with the velocity against it.
func TestTankMoves(t *testing.T) {
	s := string(moving(`<objreal ref="0"><begin mov="1" start="0"/>` +
		`<mvrectsinu id="1" duration="9" anglesunits="degrees">
<freq x="0.5"/><ampl x="0.2"/><phase x="0"/></mvrectsinu></objreal>`))
	res, err := DualSPHysics([]byte(strings.Replace(s, `<setmkbound mk="1"/>`, "", 1)), Source{})
	if err != nil {
		t.Fatal(err)
	}
	table := res.Case.Physics.GravityTable
	if table == nil || res.Case.Physics.Gravity != nil {
		t.Fatal(res.Notes)
	}
	omega := math.Pi
	for k, g := range table.Values {
		time := float64(k) * table.Interval
		want := 0.2 * omega * omega * math.Sin(omega*time)
		if math.Abs(g[0]-want) > 0.01 || g[1] != 0 || g[2] != -9.81 {
			t.Fatalf("at %g s gravity is %v, want %g along x", time, g, want)
		}
	}
	if last := float64(len(table.Values)-1) * table.Interval; last < 4 {
		t.Errorf("the table ends at %g s", last)
	}
	if v := res.Case.Fluids[0].Velocity; v == nil || math.Abs(v[0]+0.2*omega) > 1e-9 {
		t.Errorf("the fluid begins with %v", v)
	}
}

// A tank that turns with all its walls is a frame that turns, counterclockwise about the axis the
// other way round.
func TestTankTurns(t *testing.T) {
	axis := `<axisp1 x="1" y="-2" z="3"/><axisp2 x="1" y="2" z="3"/>`
	for movements, want := range map[string]map[float64]float64{ // angles [°] at times [s]
		`<mvrot id="1" duration="9"><vel ang="10"/>` + axis +
			`</mvrot>`: {0: 0, 1: 10, 4: 40},
		`<mvrot id="1" duration="9" anglesunits="radians"><vel ang="0.5"/>` + axis +
			`</mvrot>`: {2: 180 / math.Pi},
		`<mvrotace id="1" duration="2"><velini ang="1"/><ace ang="4"/>` + axis +
			`</mvrotace>`: {1: 3,
			2: 10, 4: 10},
		`<mvrotsinu id="1" duration="9"><freq v="0.25"/><ampl v="6"/><phase v="90"/>` + axis +
			`</mvrotsinu>`: {1: -6, 2: -12, 4: 0},
		`<wait id="1" duration="1" next="2"/><mvrotsinu id="2" duration="1" anglesunits="radians">` +
			`<freq v="0.25"/><ampl v="0.1"/><phase v="0"/>` + axis + `</mvrotsinu>`: {1: 0, 2: 18 / math.Pi,
			3: 18 / math.Pi},
		`<mvrotfile id="1" duration="9"><file name="t.csv"/>` + axis +
			`</mvrotfile>`: {0: 0, 0.5: 1, 1: 1, 3: 1},
	} {
		s := string(moving(`<objreal ref="0"><begin mov="1" start="0"/>` + movements + `</objreal>`))
		res, err := DualSPHysics([]byte(strings.Replace(s, `<setmkbound mk="1"/>`, "", 1)),
			Source{Read: motionFiles})
		if err != nil {
			t.Fatal(err)
		}
		turn := res.Case.Turning
		if turn == nil || turn.Point != (vec{1, -2, 3}) || turn.Axis != (vec{0, -4, 0}) {
			t.Fatalf("%s: %+v, %q", movements, turn, res.Notes)
		}
		for at, angle := range want {
			k := int(math.Round(at / turn.Interval))
			if math.Abs(float64(k)*turn.Interval-at) > 1e-9 || math.Abs(turn.Angles[k]-angle) > 1e-6 {
				t.Errorf("%s: at %g s it is at %g°, want %g°", movements, at, turn.Angles[k], angle)
			}
		}
		if last := float64(len(turn.Angles)-1) * turn.Interval; last < 4 {
			t.Errorf("the angles end at %g s", last)
		}
		for _, n := range res.Notes {
			if n.Rank == ChangesFlow {
				t.Error(n)
			}
		}
	}
}

// movesOf are the moves of the block.
func movesOf(t *testing.T, res *Result) []casefile.Move {
	t.Helper()
	for k, mk := range res.Case.Walls {
		if mk.Motion != nil && res.Case.Walls[k].Name == "bound1" {
			return mk.Motion.Moves
		}
	}
	t.Fatalf("nothing moves: %q", res.Notes)
	return nil
}

// Walls that turn have moves. A turn is clockwise for a viewer at the end of the axis, so the other
// way round about its opposite.
func TestWallsTurn(t *testing.T) {
	const axis = `<axisp1 x="1" y="0" z="2"/><axisp2 x="1" y="4" z="2"/>`
	number := func(x float64) *float64 { return &x }
	about := func(m casefile.Move) casefile.Move {
		m.Axis, m.About = &[3]float64{0, -4, 0}, &[3]float64{1, 0, 2}
		return m
	}
	along := func(m casefile.Move, axis int) casefile.Move {
		m.Along = &[3]float64{}
		m.Along[axis] = 1
		return m
	}
	for name, test := range map[string]struct {
		motion string
		want   []casefile.Move
	}{
		"speed and phase of before": {
			object(`<mvrot id="1" duration="1" next="2"><vel ang="90"/>` + axis +
				`</mvrot><mvrotace id="2" duration="1" next="3"><ace ang="10"/>` + axis + `</mvrotace>` +
				`<mvrotsinu id="3" duration="0.5" next="4"><freq v="0.5"/><ampl v="6"/><phase v="10"/>` + axis +
				`</mvrotsinu><mvrotsinu id="4" duration="9"><freq v="1"/><ampl v="6"/>` + axis +
				`</mvrotsinu>`),
			[]casefile.Move{
				about(casefile.Move{Amplitude: number(6), Period: number(1), Phase: 100, Start: 3}),
				about(casefile.Move{Amplitude: number(6), Period: number(2), Phase: 10, Start: 2.5,
					Finish: number(3)}),
				about(casefile.Move{Speed: number(90), Acceleration: number(10), Start: 1.5,
					Finish: number(2.5)}),
				about(casefile.Move{Speed: number(90), Start: 0.5, Finish: number(1.5)}),
			},
		},
		"speed": {
			object(`<mvrot id="1" duration="2"><vel ang="90"/>` + axis + `</mvrot>`),
			[]casefile.Move{about(casefile.Move{Speed: number(90), Start: 0.5, Finish: number(2.5)})},
		},
		"for ever": {
			object(`<mvrot id="1" duration="99" anglesunits="radians"><vel ang="1"/>` + axis + `</mvrot>`),
			[]casefile.Move{about(casefile.Move{Speed: number(tidy(180 / math.Pi)), Start: 0.5})},
		},
		"acceleration": {
			object(`<mvrotace id="1" duration="9"><velini ang="10"/><ace ang="4"/>` + axis + `</mvrotace>`),
			[]casefile.Move{about(casefile.Move{Speed: number(10), Acceleration: number(4), Start: 0.5,
				Finish: number(4)})},
		},
		"sine": {
			object(`<mvrotsinu id="1" duration="9"><freq v="0.25"/><ampl v="6"/><phase v="90"/>` + axis +
				`</mvrotsinu>`),
			[]casefile.Move{about(casefile.Move{Amplitude: number(6), Period: number(4), Phase: 90,
				Start: 0.5})},
		},
		"table": {
			object(`<mvrotfile id="1" duration="0.6"><file name="t.csv"/>` + axis + `</mvrotfile>`),
			[]casefile.Move{about(casefile.Move{Rows: [][2]float64{{0, 0}, {0.48, 0}, {0.5, 0}, {1, 1},
				{1.1, 1}, {1.12, 1}}})},
		},
		// the later one carries the earlier, since its axis is where the definition has it
		"one after the other": {
			object(`<mvrot id="1" duration="1" next="2"><vel ang="90"/>` + axis +
				`</mvrot><mvrect id="2" duration="1"><vel x="0.5" z="1"/></mvrect>`),
			[]casefile.Move{
				along(casefile.Move{Speed: number(0.5), Start: 1.5, Finish: number(2.5)}, 0),
				along(casefile.Move{Speed: number(1), Start: 1.5, Finish: number(2.5)}, 2),
				about(casefile.Move{Speed: number(90), Start: 0.5, Finish: number(1.5)}),
			},
		},
		"on something that moves": {
			`<obj><begin mov="1" start="0"/><mvrectsinu id="1" duration="9"><freq x="0.5"/><ampl ` +
				`x="0.1"/><phase x="0"/></mvrectsinu>` +
				object(`<mvrot id="1" duration="1"><vel ang="90"/>`+axis+`</mvrot>`) + `</obj>`,
			[]casefile.Move{along(casefile.Move{Amplitude: number(0.1), Period: number(2)}, 0),
				about(casefile.Move{Speed: number(90), Start: 0.5, Finish: number(1.5)})},
		},
		"on something that turns": {
			`<obj><begin mov="1" start="0"/><mvrot id="1" duration="9"><vel ang="10"/>` + axis + `</mvrot>` +
				object(`<mvcir id="1" duration="1"><vel ang="90"/><ref x="3"/>`+axis+`</mvcir>`) + `</obj>`,
			[]casefile.Move{about(casefile.Move{Speed: number(10)}), about(casefile.Move{Speed: number(90),
				Circle: &[3]float64{3, 0, 0}, Start: 0.5, Finish: number(1.5)})},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := DualSPHysics(moving(test.motion), Source{Read: motionFiles, Name: "case"})
			if err != nil {
				t.Fatal(err)
			}
			if got := movesOf(t, res); !reflect.DeepEqual(got, test.want) {
				show := func(all []casefile.Move) string { b, _ := json.Marshal(all); return string(b) }
				t.Errorf("it moves as\n%s\nwant\n%s", show(got), show(test.want))
			}
			for _, n := range res.Notes {
				if n.Rank == ChangesFlow {
					t.Error(n)
				}
			}
		})
	}
	res, err := DualSPHysics(moving(`<objreal ref="1"><begin mov="1" start="0"/><begin mov="2" `+
		`start="0"/><mvrect id="1" duration="9"><vel x="0.1"/></mvrect><mvrot id="2" duration="9">`+
		`<vel ang="90"/>`+
		axis+`</mvrot></objreal>`), Source{})
	if err != nil || len(movesOf(t, res)) != 2 || !slices.ContainsFunc(res.Notes,
		func(n Note) bool { return strings.Contains(n.Text, "the axis moves with the shift") }) {
		t.Errorf("%q, %v", res.Notes, err)
	}
}

// The first movement of an object begins at rest, and with the phase 0, where it gives none.
func TestFirstMovement(t *testing.T) {
	for without, with := range map[string]string{
		`<mvrectsinu id="1" duration="3"><freq x="0.5"/><ampl x="0.1"/></mvrectsinu>`: `<phase x="0"/>`,
		`<mvrectace id="1" duration="1"><ace x="1"/></mvrectace>`:                     `<velini x="0"/>`,
	} {
		var all [2]map[float64]vec
		for k, more := range []string{"", with} {
			end := strings.LastIndex(without, "</")
			text := without[:end] + more + without[end:]
			res, err := DualSPHysics(moving(object(text)), Source{})
			if err != nil {
				t.Fatal(err)
			}
			all[k] = rowsOf(t, res)
		}
		if len(all[0]) < 3 || !maps.Equal(all[0], all[1]) {
			t.Errorf("%s: %v, not %v", without, all[0], all[1])
		}
	}
}

// An axis along which zones let fluid in is not periodic.
func TestZonesClose(t *testing.T) {
	data, err := os.ReadFile("testdata/inlets2d.xml")
	if err != nil {
		t.Fatal(err)
	}
	c, notes := converted(t, []byte(strings.Replace(string(data), "<parameters>",
		`<parameters><parameter key="XPeriodicIncZ" value="0"/>`, 1)))
	if len(c.Domain.Periodic) > 0 || len(openings.Inlets(c)) == 0 ||
		!strings.Contains(strings.Join(notes, "\n"), "not periodic along x") {
		t.Errorf("%v, %d inlets, %q", c.Domain.Periodic, len(openings.Inlets(c)), notes)
	}
}
