// Package plottest holds charts to what they should show.
package plottest

import (
	"slices"
	"strings"
	"testing"

	"gpusph/internal/plot"
)

// Words is the text of a chart, from its SVG.
func Words(t *testing.T, c *plot.Chart) string {
	t.Helper()
	var svg strings.Builder
	if err := c.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	return svg.String()
}

// TellTheFlow holds that each chart begins with a title, has no two curves of a name, and
// tells which is which. It returns what the charts are called.
func TellTheFlow(t *testing.T, charts []plot.Chart, title string) string {
	t.Helper()
	var names []string
	for _, c := range charts {
		names = append(names, c.Name)
		svg := Words(t, &c)
		if !strings.Contains(svg, ">"+title) {
			t.Errorf("%s does not say that it is of %s", c.Name, title)
		}
		var curves []string
		for _, v := range c.Curves {
			if v.Name == "" {
				continue // another line of the curve before
			}
			if slices.Contains(curves, v.Name) {
				t.Errorf("%s has two curves %q", c.Name, v.Name)
			}
			if len(v.Y) > 0 && !strings.Contains(svg, "> "+v.Name+"<") {
				t.Errorf("%s does not tell which curve is %q", c.Name, v.Name)
			}
			curves = append(curves, v.Name)
		}
	}
	return strings.Join(names, " ")
}
