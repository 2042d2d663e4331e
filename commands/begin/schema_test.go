package begin

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpusph/commands/cli"
	"gpusph/internal/casefile"
	"gpusph/problems"
)

var update = flag.Bool("update", false,
	"write docs/reference/case.schema.json, and the list of what it does not see")

const (
	page   = "../../docs/reference/case.schema.json"
	wrong  = "../../problems/testdata/wrong/"
	unseen = "testdata/unseen.txt" // the wrong case files that are right by the schema
)

// TestSchemaPage holds that the schema in docs is what gpusph init --schema prints.
func TestSchemaPage(t *testing.T) {
	want, err := cli.Schema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/reference/case.schema.json is not what gpusph init --schema prints (%v); go "+
			"test ./commands/begin -update writes it", err)
	}
}

// compiled is the schema.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("case.schema.json", schema); err != nil {
		t.Fatal(err)
	}
	all, err := compiler.Compile("case.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// asJSON is a text of TOML as validators of JSON see it; false where it is no TOML, or has numbers
// that JSON has not.
func asJSON(t *testing.T, text []byte) (any, bool) {
	t.Helper()
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		return nil, false
	}
	data, err := json.Marshal(all)
	if err != nil {
		return nil, false
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return value, true
}

// TestSchemaTakes holds that what the reader takes is right by the schema: the cases of the tree,
// the problems as case files, and one with every shape.
func TestSchemaTakes(t *testing.T) {
	schema := compiled(t)
	cases := map[string][]byte{"whole": whole(t)}
	for _, create := range problems.All {
		p := create()
		file, options, err := problems.Export(p, 0)
		if err != nil {
			continue
		}
		var b bytes.Buffer
		if err := file.Write(&b, true, options); err != nil {
			t.Fatal(err)
		}
		cases[p.Name()] = b.Bytes()
	}
	files, err := filepath.Glob("../../cases/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if cases[file], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if least := 10; len(cases) < least {
		t.Errorf("there are %d cases, not %d", len(cases), least)
	}
	for name, text := range cases {
		if _, err := casefile.Parse(text, name); err != nil {
			t.Fatal(err)
		}
		value, ok := asJSON(t, text)
		if !ok {
			t.Fatalf("%s is no JSON", name)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// whole is the case with every key that the reader is tested with.
func whole(t *testing.T) []byte {
	t.Helper()
	source, err := os.ReadFile("../../internal/casefile/whole_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source), "const whole = `")
	text, _, ok := strings.Cut(text, "`")
	if !ok {
		t.Fatal("there is no case with every key")
	}
	return []byte(strings.Replace(text, "some-count = 3\n", "", 1))
}

// TestSchemaRefuses holds that what a schema can see of the wrong case files, it does. The others
// are listed.
func TestSchemaRefuses(t *testing.T) {
	schema := compiled(t)
	files, err := filepath.Glob(wrong + "*.toml")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	var taken []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		value, ok := asJSON(t, text)
		switch {
		case !ok:
		case schema.Validate(value) == nil:
			taken = append(taken, strings.TrimSuffix(filepath.Base(file), ".toml"))
		default:
			refused++
		}
	}
	if least := 60; refused < least {
		t.Errorf("the schema refuses %d wrong case files, not %d", refused, least)
	}
	slices.Sort(taken)
	got := strings.Join(taken, "\n") + "\n"
	if *update {
		if err := os.WriteFile(unseen, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(unseen); err != nil || string(want) != got {
		t.Errorf("right by the schema are\n%snot\n%s", got, want)
	}
}
