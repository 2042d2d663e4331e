package cli

import (
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/problems"
)

// Help about case files has every key of the format, and each table by its name.
func TestCaseHelp(t *testing.T) {
	var b strings.Builder
	writeCaseTables(&b, caseTables("case"))
	for _, table := range casefile.Tables() {
		for _, k := range table.Keys {
			if k.Name != "" && !strings.Contains(b.String(), "    "+k.Name+" (") {
				t.Errorf("help has no %s of %q", k.Name, table.Name)
			}
		}
	}
	for _, o := range problems.CaseOptions() {
		if !strings.Contains(b.String(), "    "+o.Name) {
			t.Errorf("help has no option %s of the physics", o.Name)
		}
	}
	for topic, want := range map[string]string{
		"wall": "[[wall]], any", "[[wall]]": "[[wall]], any", "prism": "prism = {",
		"motion": "motion = {", "domain": "[domain]:",
	} {
		b.Reset()
		if writeCaseTables(&b, caseTables(topic)); !strings.HasPrefix(b.String(), want) {
			t.Errorf("help %s begins with %.40q", topic, b.String())
		}
	}
	for _, topic := range []string{"", "zzz", "DamBreak3D"} {
		if got := caseTables(topic); got != nil {
			t.Errorf("help %q has %d tables", topic, len(got))
		}
	}
}
