package editor

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/cases"
)

// lookAt is the answer to a text of a file in a folder.
func lookAt(t *testing.T, dir, text string) *Answer {
	t.Helper()
	e, err := New(filepath.Join(dir, "case.toml"), Commands{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	a, _, err := e.look(context.Background(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A look at a text that is no longer the last ends without an answer.
func TestObsoleteText(t *testing.T) {
	e, err := New(filepath.Join(t.TempDir(), "case.toml"), Commands{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a, _, err := e.look(ctx, []byte(whole)); a != nil || err == nil {
		t.Errorf("%+v, %v", a, err)
	}
}

// whole is a case without errors.
const whole = `name = "Whole"
spacing = 0.05
end = 1

[domain]
min = [0, 0, 0]
max = [1.6, 0.6, 0.7]
open = ["zmax"]

[[fluid]]
name = "column"
box = { min = [0, 0, 0], max = [0.4, 0.6, 0.4] }

[[wall]]
name = "pillar"
cylinder = { from = [0.9, 0.3, 0], to = [0.9, 0.3, 0.7], radius = 0.15 }
`

// Errors are at their line and column, and say what is to be done.
func TestErrorsOfTexts(t *testing.T) {
	for _, test := range []struct {
		old, fresh   string // what is changed in the whole case
		line, column int
		says         string
	}{
		{`spacing = 0.05`, `spacing = `, 2, 11, ""},
		{`spacing = 0.05`, `spacing = "fine"`, 2, 1, "number"},
		{`spacing = 0.05`, `spacing = -1`, 2, 1, "above 0"},
		{`spacing = 0.05`, `spacng = 0.05`, 2, 1, "did you mean spacing?"},
		{`[domain]`, `[domian]`, 5, 2, "did you mean domain?"},
		{`open = ["zmax"]`, `open = ["top"]`, 8, 9, "zmax"},
		{`max = [1.6, 0.6, 0.7]`, `max = [1.6, 0.6]`, 7, 1, "3"},
		{`max = [1.6, 0.6, 0.7]`, `max = [-1.6, 0.6, 0.7]`, 7, 1, ""},
		{`box = { min = [0, 0, 0], max = [0.4, 0.6, 0.4] }`, ``, 10, 3, "no shape"},
		{`box = { min`, `sphere = { centre = [0, 0, 0] }` + "\n" + `box = { min`, 12, 1, "radius"},
		{`max = [0.4, 0.6, 0.4] }`, `max = [0.4, 0.6, 0.4]`, 14, 1, "a comma is missing"},
		{`radius = 0.15`, `radius = 0.15, height = 1`, 16, 73, "height"},
		{`radius = 0.15`, `radius = 0.01`, 16, 0, "spacing"},
		{`from = [0.9, 0.3, 0], to = [0.9`, `from = [9, 0.3, 0], to = [9`, 16, 1, "domain"},
		{`end = 1`, `end = 1` + "\n" + `[physics]` + "\n" + `kernel = "cubc"`, 5, 1, "cubic"},
		{`end = 1`, `end = 1` + "\n" + `[run]` + "\n" + `output-intervall = 0.1`, 5, 1,
			"output-interval"},
		{`end = 1`, `end = 1` + "\n" + `[run]` + "\n" + `output-interval = -1`, 5, 1, ""},
		{`spacing = 0.05`, `spacing = 1`, 2, 1, "at most 0.3 m"},
	} {
		text := strings.Replace(whole, test.old, test.fresh, 1)
		if text == whole {
			t.Fatalf("the case has no %s", test.old)
		}
		a := lookAt(t, t.TempDir(), text)
		if len(a.Errors) != 1 || a.Flow != nil {
			t.Errorf("%s: the errors are %+v", test.fresh, a.Errors)
			continue
		}
		f := a.Errors[0]
		if f.Line != test.line || test.column > 0 && f.Column != test.column ||
			!strings.Contains(f.Text, test.says) {
			t.Errorf("%s: the error is in line %d, column %d, not in %d, %d, and reads: %s", test.fresh,
				f.Line, f.Column, test.line, test.column, f.Text)
		}
	}
}

// A text that is right has counts, memory, steps and what is drawn.
func TestAnswer(t *testing.T) {
	dir := t.TempDir()
	a := lookAt(t, dir, whole+`force = "pillar"

[[probe]]
name = "toe"
at = [0.75, 0.3, 0.05]

[[gauge]]
name = "before"
at = [0.7, 0.3]
`)
	if len(a.Errors) > 0 {
		t.Fatalf("%+v", a.Errors)
	}
	f := a.Flow
	if f.Name != "Whole" || f.Fluid != 8*12*8 || !f.Exact || f.Steps < 100 || f.Device <= 0 ||
		len(f.Memory) == 0 || f.Short != "" {
		t.Errorf("%+v", f)
	}
	if len(f.Groups) != 1 || f.Groups[0].Name != "pillar" || f.Groups[0].Particles == 0 {
		t.Errorf("the groups are %+v", f.Groups)
	}
	if len(f.Parts) != 1 || f.Parts[0].Line != 14 || f.Parts[0].Triangles == 0 {
		t.Errorf("the parts are %+v", f.Parts)
	}
	if len(f.Probes) != 1 || f.Probes[0].At != [3]float64{0.75, 0.3, 0.05} || len(f.Gauges) != 1 {
		t.Errorf("the probes are %+v, the gauges %+v", f.Probes, f.Gauges)
	}
	if want := f.Fluid + f.Wall; float64(f.Shown) != want || f.Arrows < 100 {
		t.Errorf("%d particles of %g are shown, with %d normals", f.Shown, want, f.Arrows)
	}
	for i := range f.Arrows { // away from walls, and of length 1
		n := f.normals[6*i+3:][:3]
		r := math.Hypot(math.Hypot(float64(n[0]), float64(n[1])), float64(n[2]))
		if math.Abs(r-1) > 1e-6 {
			t.Fatalf("a normal is %v", n)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("the look has written %v", left)
	}
	checkMessage(t, a)
}

// checkMessage reads a message as the page does.
func checkMessage(t *testing.T, a *Answer) {
	t.Helper()
	m, err := message(a, a.Sight)
	if err != nil {
		t.Fatal(err)
	}
	long := binary.LittleEndian.Uint32(m)
	var again Answer
	if err := json.Unmarshal(m[4:4+long], &again); err != nil {
		t.Fatal(err)
	}
	triangles := 0
	for _, p := range again.Parts {
		triangles += p.Triangles
	}
	want := 4 + int(long) + 4*(3*again.Shown+6*again.Arrows+9*triangles) + again.Shown
	if len(m) != want || long%4 != 0 {
		t.Errorf("the message has %d bytes, not %d", len(m), want)
	}
	var b bytes.Buffer
	for _, x := range a.positions[:3] {
		binary.Write(&b, binary.LittleEndian, x)
	}
	if !bytes.Equal(b.Bytes(), m[4+long:][:12]) {
		t.Error("the first position is not behind the head")
	}
}

// The same text has the same answer, but for the time that it took.
func TestSameAnswer(t *testing.T) {
	var first []byte
	for range 3 {
		a := lookAt(t, t.TempDir(), tenMillion)
		a.Took, a.Memory = 0, nil // the memory that is free changes
		m, err := message(a, a.Sight)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = m
		}
		if !bytes.Equal(m, first) {
			t.Fatal("the answers differ")
		}
	}
}

// tenMillion is a case of about ten million particles.
var tenMillion = strings.Replace(whole, "spacing = 0.05", "spacing = 0.003", 1) + `
[[fluid]]
name = "pool"
box = { min = [0.4, 0, 0], max = [1.6, 0.6, 0.19] }
`

// TestTenMillion looks at cases of about ten million particles. The limit is five times what it
// should take, since tests run beside others.
func TestTenMillion(t *testing.T) {
	fine := func(name, spacing, finer string) string {
		text, ok := cases.Text(name)
		if !ok || !strings.Contains(string(text), "spacing = "+spacing) {
			t.Fatalf("the case %s has not the spacing %s", name, spacing)
		}
		return strings.Replace(string(text), "spacing = "+spacing, "spacing = "+finer, 1)
	}
	for name, text := range map[string]string{"boxes": tenMillion,
		"fishpass": fine("fishpass", "0.05", "0.0081"), "pillars": fine("pillars", "0.0175", "0.0029"),
	} {
		t.Run(name, func(t *testing.T) {
			a := lookAt(t, t.TempDir(), text)
			if len(a.Errors) > 0 {
				t.Fatalf("%+v", a.Errors)
			}
			n := a.Fluid + a.Wall
			t.Logf("%.3g particles, a sample of %d, in %.2f s", n, a.Shown, a.Took)
			if n < 8e6 || n > 1.4e7 || a.Exact || a.Shown > mostShown || a.Shown < mostShown/3 {
				t.Errorf("%g particles, exact %v, %d shown", n, a.Exact, a.Shown)
			}
			if a.Took > 10 {
				t.Errorf("it took %.1f s", a.Took)
			}
		})
	}
}

// No text makes the program fail: those of the gallery without a line, or cut off within one.
func TestBrokenTexts(t *testing.T) {
	for _, name := range []string{"blank", "moored-buoy", "dam-break-air"} {
		data, _ := cases.Text(name)
		lines := strings.SplitAfter(string(data), "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
				continue
			}
			before, after := strings.Join(lines[:i], ""), strings.Join(lines[i+1:], "")
			for _, text := range []string{before + after, before + line[:len(line)/2]} {
				checkFaults(t, name, i+1, text)
			}
		}
	}
}

// checkFaults holds that errors of a text are no bugs, and stand in the text.
func checkFaults(t *testing.T, name string, line int, text string) {
	t.Helper()
	for _, f := range lookAt(t, t.TempDir(), text).Errors {
		if strings.Contains(f.Text, "bug") || f.Line < 0 || f.Line > strings.Count(text, "\n")+1 ||
			f.Text == "" {
			t.Errorf("%s, changed in line %d: %+v", name, line, f)
		}
	}
}

// Flows beyond what fits say so, and are sketched all the same as long as they can be simulated.
func TestTooFine(t *testing.T) {
	a := lookAt(t, t.TempDir(), strings.Replace(whole, "spacing = 0.05", "spacing = 0.0007", 1))
	if len(a.Errors) > 0 || a.Fluid < 1e8 || a.Shown == 0 {
		t.Errorf("%+v, %g", a.Errors, a.Fluid)
	}
	a = lookAt(t, t.TempDir(), strings.Replace(whole, "spacing = 0.05", "spacing = 1e-6", 1))
	if len(a.Errors) > 0 || !strings.Contains(a.Short, "use spacing = ") {
		t.Errorf("%+v, %q", a.Errors, a.Short)
	}
	a = lookAt(t, t.TempDir(), strings.Replace(whole, "spacing = 0.05", "spacing = 1e-12", 1))
	if len(a.Errors) != 1 || a.Errors[0].Line != 2 {
		t.Errorf("%+v", a.Errors)
	}
}
