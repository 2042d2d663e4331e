package casefile

import (
	"fmt"
	"strings"
	"testing"
)

// Names that become headings of tables cannot be formulas of spreadsheets, nor end a column.
func TestColumns(t *testing.T) {
	const flow = `name = "A"
spacing = 0.05
end = 0.3
[domain]
min = [0, 0, 0]
max = [1, 0.5, 0.5]
[[fluid]]
name = "w"
box = { min = [0, 0, 0], max = [0.3, 0.5, 0.3] }
`
	tables := map[string]string{
		"probe.0.name": "[[probe]]\nname = %q\nat = [0.1, 0.1, 0.1]\n",
		"gauge.0.name": "[[gauge]]\nname = %q\nat = [0.1, 0.1]\n",
		"wall.0.force": "[[wall]]\nname = \"b\"\nforce = %q\nbox = { min = [0.6, 0.1, 0.1], max = [0.8, 0.3, 0.3] }\n",
	}
	for name, good := range map[string]bool{
		"P 1": true, "H_2 (m)": true, "a-b.c": true, "Höhe": true,
		"=1+1": false, "+1": false, "-1": false, "@a": false, "a=b": false, "a,b": false, "a;b": false, "a\"b": false, "a\tb": false, "a|b": false, "a[b": false,
	} {
		for key, table := range tables {
			_, err := Parse([]byte(flow+fmt.Sprintf(table, name)), "test.toml")
			if (err == nil) != good || err != nil && !strings.Contains(err.Error(), ", but names ") {
				t.Errorf("%s = %q: %v", key, name, err)
			}
		}
	}
}
