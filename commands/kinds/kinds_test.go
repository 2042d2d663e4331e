package kinds

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
)

// A run is of the first kind that knows it, and of the last where none does. Commands of a kind
// are added to those of the table.
func TestKinds(t *testing.T) {
	was := all
	defer func() { all = was }()
	other := &Kind{Is: func(path string) bool { return filepath.Base(path) == "other" },
		Refuse:   func(dir, command string) error { return errors.New(dir + " is not for " + command) },
		Commands: map[string]func(context.Context, cli.Line) error{"run": nil, "check": check}}
	particles := &Kind{}
	commands := []cli.Command{{Name: "run"}, {Name: "check"}}
	Register(commands, other, particles)
	if Of("a", "b/other") != other || Of("a") != particles {
		t.Error("a run is of another kind")
	}
	if len(commands[0].Others) != 0 || len(commands[1].Others) != 1 {
		t.Errorf("the commands are %+v", commands)
	}
	for dir, want := range map[string]string{"a": "", "other": "other is not for surface"} {
		c, err := cli.BeginOwn(cli.Line{Words: []string{dir}}, cli.OwnSyntax("surface", "", "", nil))
		if err != nil {
			t.Fatal(err)
		}
		_, err = OnlyParticles(c)
		if want == "" && err != nil || want != "" && (!cli.IsUsageError(err) || err.Error() != want) {
			t.Errorf("%s: the error is %v", dir, err)
		}
	}
}

func check(context.Context, cli.Line) error { return nil }

// Lists and places of measure are read alike for all kinds.
func TestLists(t *testing.T) {
	if all := Items(" 1,2;; 3"); !slices.Equal(all, []string{"1,2", "3"}) {
		t.Errorf("the items are %q", all)
	}
	if x, err := Numbers("points", "1, 2.5", 2, "0,0"); err != nil ||
		!slices.Equal(x, []float64{1, 2.5}) {
		t.Errorf("the numbers are %v: %v", x, err)
	}
	for _, word := range []string{"1", "1,2,3", "1,x", "NaN,1", "1,Inf"} {
		if _, err := Numbers("points", word, 2, "0,0"); err == nil ||
			!strings.Contains(err.Error(), "takes 2 numbers [m]; use 0,0") {
			t.Errorf("%s: the error is %v", word, err)
		}
	}
	if CheckPoints("lines", "a", 1000) != nil || CheckPoints("lines", "a", 1e9) == nil {
		t.Error("points are not counted")
	}
	if all := Names(map[string]int{"b": 1, "a": 2}, map[string]int{"b": 3, "c": 4}); !slices.Equal(all,
		[]string{"a", "b", "c"}) {
		t.Errorf("the names are %q", all)
	}
}
