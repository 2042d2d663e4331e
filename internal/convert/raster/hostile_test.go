package raster

import (
	"strings"
	"testing"
)

// TestHostile has definitions that must end in an error or a result, soon and without a panic.
func TestHostile(t *testing.T) {
	many := strings.Repeat
	cases := map[string]string{
		"endless list":   `<runlist name="a" times="1e300"/>`,
		"list of itself": `<runlist name="b"/>`,
		"huge ball":      `<drawsphere radius="1e300"><point x="0" y="0" z="0"/></drawsphere>`,
		"huge box":       box("all", `x="-1e300" y="0" z="0"`, `x="2e300" y="1" z="1"`),
		"no number":      box("all", `x="#0/0" y="0" z="0"`, `x="1" y="#0/0" z="1"`),
		"many times": `<setmkfluid mk="0"/><drawpoint x="1" y="1" z="1"/>` +
			`<redrawnear times="1e300" targettp="void" bordertp="fluid"/>`,
		"brackets": `<newvar a="` + many("(", 1000000) + `"/>`,
		"signs":    `<newvar a="` + many("-", 1000000) + `1"/>`,
		"nested":   many("<list>", 10000) + many("</list>", 10000),
		"line of no numbers": `<drawline><point x="#0/0" y="0" z="0"/><point x="1" y="1" z="1"/>` +
			`</drawline>`,
		"empty figures": `<drawprism/><drawline/><drawcylinder radius="1"/><fillbox/>`,
		"cylinder without a length": `<drawcylinder radius="0.2">` + points(1, 1, 1, 1, 1) +
			`</drawcylinder>`,
		"prism without a volume": `<drawprism>` + points(1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1) +
			`</drawprism>`,
		"mk": `<setmkbound mk="1e300"/><setmkbound mk="#0/0"/><setmkbound/>`,
	}
	for name, commands := range cases {
		t.Run(name, func(t *testing.T) {
			xml := strings.Replace(string(cube(commands)), "<commands>",
				`<commands><list name="a"/><list name="b"><runlist name="b"/></list>`, 1)
			if result, err := Particles([]byte(xml), Options{}); err == nil {
				t.Logf("%d groups", len(result.Groups))
			}
		})
	}
	wide := definition(`x="-500" y="-500" z="-500"`, `x="500" y="500" z="500"`,
		`<setmkfluid mk="0"/><drawsphere radius="480"><point x="0" y="0" z="0"/></drawsphere>`)
	if _, err := Particles(wide, Options{}); err != ErrTooLarge {
		t.Errorf("error %v of a ball of 10¹² nodes, want %v", err, ErrTooLarge)
	}
}

// FuzzParticles looks for panics.
func FuzzParticles(f *testing.F) {
	for _, commands := range []string{box("solid", unit, `x="1" y="1" z="1"`),
		`<newvar a="max(1,x[2])"/>`, `<drawline>` + points(0, 0, 0, 1, 1) + `</drawline>`,
		`<setmkfluid mk="1"/>` + cylinder(""), prism("1|2"), `<redraw/>`} {
		f.Add(string(cube(commands)))
	}
	f.Fuzz(func(t *testing.T, xml string) {
		_, _ = Particles([]byte(xml), Options{MaxNodes: 4 * page})
		_, _ = Recorded([]byte(xml))
	})
}
