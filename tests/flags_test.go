package tests_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpusph/commands/app"
	"gpusph/commands/cli"
)

// usersLine is the one line of documents that has flags with one dash, as users type it.
const usersLine = "gpusph -problem DamBreak3D -gpus 6"

// TestFlagsOfDocuments holds that documents write flags with two dashes.
func TestFlagsOfDocuments(t *testing.T) {
	var names []string
	for _, c := range app.Commands {
		for _, g := range c.Groups() {
			for _, o := range g.Options {
				names = append(names, regexp.QuoteMeta(o.Name))
			}
		}
	}
	shared, own := cli.ProblemOptions()
	for _, o := range shared {
		names = append(names, o.Name)
	}
	for _, all := range own {
		for _, o := range all {
			names = append(names, o.Name)
		}
	}
	single := regexp.MustCompile(`(^|[^\w-])-(` + strings.Join(names, "|") + `)($|[^\w-])`)
	var paths []string
	for _, in := range []string{"*.md", "docs/guide/*.md", "docs/reference/*.md", "docs/design/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", in))
		if err != nil || len(found) < 2 {
			t.Fatalf("documents %s are %v: %v", in, found, err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if found := single.FindString(strings.ReplaceAll(line, usersLine, "")); found != "" {
				t.Errorf("%s, line %d: %q has one dash", path, i+1, found)
			}
		}
	}
}
