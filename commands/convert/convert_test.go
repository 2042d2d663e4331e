package convert

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/internal/casefile"
)

const tank = `<case>
<casedef><geometry><definition dp="0.1"><pointmin x="-1" y="-1" z="-1"/><pointmax x="3" y="3" z="3"/></definition>
<commands><mainlist>
<setmkbound mk="0"/><drawbox><boxfill>all^top</boxfill><point x="0" y="0" z="0"/><size x="2" y="1" z="1"/></drawbox>
<setmkbound mk="1"/><drawfilestl file="hull.stl"/>
<setmkfluid mk="0"/><drawbox><boxfill>solid</boxfill><point x="0" y="0" z="0"/><size x="0.5" y="1" z="0.5"/></drawbox>
</mainlist></commands></geometry></casedef>
<execution><parameters><parameter key="TimeMax" value="1"/></parameters></execution></case>
`

// tetrahedron is a mesh in the tank.
const tetrahedron = `solid hull
facet normal 0 0 -1
outer loop
vertex 1 0.2 0.1
vertex 1 0.8 0.1
vertex 1.8 0.2 0.1
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 1 0.2 0.1
vertex 1.8 0.2 0.1
vertex 1 0.2 0.9
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 1 0.2 0.1
vertex 1 0.2 0.9
vertex 1 0.8 0.1
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1.8 0.2 0.1
vertex 1 0.8 0.1
vertex 1 0.2 0.9
endloop
endfacet
endsolid hull
`

// A case file is beside its definition or elsewhere, finds the mesh from there, and replaces no
// file unless told to.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "in", "Tank_Def.xml")
	if err := os.Mkdir(filepath.Dir(from), 0o755); err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string]string{from: tank,
		filepath.Join(dir, "in", "hull.stl"): tetrahedron} {
		if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	convert := func(o options) (said string, err error) {
		var b strings.Builder
		err = o.convert(from, &b)
		return b.String(), err
	}
	to := filepath.Join(dir, "in", "Tank.toml")
	if said, err := convert(options{}); err != nil ||
		!strings.HasPrefix(said, to+"\n\nApproximated (1):\n") ||
		!strings.Contains(said, "nothing was compared with them: drawfilestl") {
		t.Errorf("%q, %v", said, err)
	}
	if data, err := os.ReadFile(to); err != nil || !strings.Contains(string(data), `"hull.stl"`) ||
		!strings.Contains(string(data), `"Tank"`) {
		t.Errorf("%s, %v", data, err)
	}
	if _, err := convert(options{}); !cli.IsUsageError(err) ||
		!strings.Contains(err.Error(), "--force") {
		t.Errorf("it is there, but: %v", err)
	}
	elsewhere := filepath.Join(dir, "out.toml")
	if _, err := convert(options{to: elsewhere}); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(elsewhere); err != nil ||
		!strings.Contains(string(data), `"in/hull.stl"`) {
		t.Errorf("%s, %v", data, err)
	}
	if err := os.Remove(filepath.Join(dir, "in", "hull.stl")); err != nil {
		t.Fatal(err)
	}
	if said, err := convert(options{force: true}); err == nil || cli.IsUsageError(err) ||
		!strings.Contains(said, "Changes the flow (1):\n") ||
		!strings.Contains(said, "hull.stl is not there") {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := convert(options{to: "case.xml"}); !cli.IsUsageError(err) {
		t.Errorf("to XML: %v", err)
	}
	if err := os.WriteFile(from, []byte("<case>\n<casedef>\n</case>"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := convert(options{force: true}); !cli.IsUsageError(err) ||
		!strings.Contains(err.Error(), "Tank_Def.xml, line 3: this is no XML") {
		t.Errorf("broken: %v", err)
	}
	from = filepath.Join(dir, "none")
	if _, err := convert(options{}); !cli.IsUsageError(err) {
		t.Errorf("no file: %v", err)
	}
}

// What is made of the definitions of package convert can be read again.
func TestReadAgain(t *testing.T) {
	files, err := filepath.Glob("../../internal/convert/testdata/*.xml")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, file := range files {
		to := filepath.Join(t.TempDir(), "case.toml")
		err := (&options{to: to}).convert(file, io.Discard)
		if strings.Contains(file, "piston") && err != nil { // it has a table next to it
			t.Error(err)
		}
		if cli.IsUsageError(err) {
			continue // it is broken
		}
		if _, err := casefile.Read(to); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		read++
	}
	if read < 6 {
		t.Errorf("only %d of %d can be converted", read, len(files))
	}
}

// Of a definition with flexible parts a case becomes that check does not refuse. One part has a
// mark that nothing has.
func TestFlexible(t *testing.T) {
	data, err := os.ReadFile("../../internal/convert/testdata/flexible.xml")
	if err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(t.TempDir(), "Plates_Def.xml")
	if err := os.WriteFile(from, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if err := (&options{}).convert(from, &said); err == nil {
		t.Error("a part is missing, but there is no error")
	}
	if !strings.Contains(said.String(), "Changes the flow (1):\n  line 94: <flexstrucbody>") {
		t.Errorf("it says %s", said.String())
	}
}
