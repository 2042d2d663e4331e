package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// chartWords is the text of a chart, from its SVG.
func chartWords(t *testing.T, c *chart) string {
	t.Helper()
	dir := t.TempDir()
	if err := c.write(dir); err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(filepath.Join(dir, c.name+".svg"))
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

// chartsTell holds that each chart begins with a title, has no two curves of a name, and
// tells which is which. It returns what the charts are called.
func chartsTell(t *testing.T, charts []chart, title string) string {
	t.Helper()
	var names []string
	for _, c := range charts {
		names = append(names, c.name)
		svg := chartWords(t, &c)
		if !strings.Contains(svg, ">"+title) {
			t.Errorf("%s does not say that it is of %s", c.name, title)
		}
		var curves []string
		for _, v := range c.curves {
			if v.name == "" {
				continue // another line of the curve before
			}
			if slices.Contains(curves, v.name) {
				t.Errorf("%s has two curves %q", c.name, v.name)
			}
			if len(v.y) > 0 && !strings.Contains(svg, "> "+v.name+"<") {
				t.Errorf("%s does not tell which curve is %q", c.name, v.name)
			}
			curves = append(curves, v.name)
		}
	}
	return strings.Join(names, " ")
}
