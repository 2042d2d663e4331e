package convert

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// The accelerations of all fluid are its gravity, at equal intervals up to the end.
func TestAccInputs(t *testing.T) {
	two := water + `<setmkfluid mk="1"/>` + boxText(vec{0.3, 0.3, 0.8}, vec{0.7, 0.7, 0.9})
	files := func(file string) ([]byte, error) {
		switch file {
		case "a.csv":
			return []byte("#t;x;y;z\n0;0;0;0;0;0;0\n0.4;2;0;-4;0;0;0\n0.6;2;0;0;0;0;0\n"), nil
		case "turns.csv":
			return []byte("0;0;0;0;0;0;0\n1;0;0;0;0;5;0\n"), nil
		case "short.csv":
			return []byte("0;0;0\n1;0;0\n"), nil
		}
		return nil, errors.New("there is no such file")
	}
	flow := func(commands, inputs string) *Result {
		text := string(parameterised(tub+commands, `<gravity x="0" y="0" z="-10"/>`, ""))
		text = strings.Replace(text, "</parameters>", "</parameters><special><accinputs>"+inputs+
			"</accinputs></special>", 1)
		res, err := DualSPHysics([]byte(text), Source{Read: files})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	input := func(mk, file, pulls string) string {
		return `<accinput mkfluid="` + mk + `"><globalgravity value="` + pulls + `"/>` +
			`<acctimesfile value="` + file + `"/></accinput>`
	}
	res := flow(two, input("0", "a.csv", "1")+input("1", "a.csv", "1"))
	g := res.Case.Physics.GravityTable
	if len(changes(res)) > 0 || g == nil || g.Interval != 0.2 || len(g.Values) < 4 {
		t.Fatalf("%+v, %v", g, res.Notes)
	}
	for k, want := range []vec{{0, 0, -10}, {1, 0, -12}, {2, 0, -14}, {2, 0, -10}, {2, 0, -10}} {
		for a := range 3 {
			if math.Abs(g.Values[k][a]-want[a]) > 1e-9 {
				t.Errorf("at %g s gravity is %v, not %v", float64(k)*g.Interval, g.Values[k], want)
			}
		}
	}
	const times = `<accinput><mkfluid value="0"/><globalgravity value="0"/><acctimes>` +
		`<timevalue time="0" linz="-3"/><timevalue time="9" linz="-3"/></acctimes></accinput>`
	if g := flow(water, times).Case.Physics.GravityTable; g == nil || g.Values[0] != (vec{0, 0, -3}) {
		t.Errorf("without gravity the table is %+v", g)
	}
	res = flow(water, strings.Replace(times, "<globalgravity",
		`<time start="0.1" end="0.3"/><globalgravity`, 1))
	g = res.Case.Physics.GravityTable
	if g == nil || g.Interval > ramp || len(changes(res)) > 0 {
		t.Fatalf("with a beginning and an end: %+v, %v", g, res.Notes)
	}
	for time, want := range map[float64]float64{0: -10, 0.05: -10, 0.15: -3, 0.25: -3, 0.35: -10} {
		if got := g.Values[int(math.Round(time/g.Interval))]; got != (vec{0, 0, want}) {
			t.Errorf("at %g s gravity is %v, not %g", time, got, want)
		}
	}
	for _, test := range [][3]string{
		{two, input("0", "a.csv", "1"), "mkfluid 1 has none of it"},
		{two, input("0", "a.csv", "1") + input("1", "a.csv", "0"), "accelerations of their own"},
		{water, input("0", "turns.csv", "1"), "it turns"},
		{water, input("0", "short.csv", "1"), "three accelerations are four"},
		{water, input("0", "none.csv", "1"), "there is no such file"},
		{water, `<accinput mkfluid="0"><time start="now"/></accinput>`, "now"},
		{water, `<other/>`, "<other> is not known here"},
	} {
		got := strings.Join(changes(flow(test[0], test[1])), "\n")
		if !strings.Contains(got, test[2]) {
			t.Errorf("%s: %s, not %s", test[1], got, test[2])
		}
	}
}
