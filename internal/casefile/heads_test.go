package casefile

import (
	"errors"
	"strings"
	"testing"
)

// Brackets without a name say what belongs between them.
func TestTableWithoutName(t *testing.T) {
	for _, head := range []string{"[[", "[", "[[]]", "[ ]", "  [["} {
		_, err := Parse([]byte("name = \"a\"\nspacing = 0.1\n"+head+"\nend = 1\n"), "a.toml")
		var at *Error
		if !errors.As(err, &at) || at.Line != 3 ||
			!strings.Contains(at.Text, "write one between the brackets, as [[wall]]") {
			t.Errorf("%q: %v", head, err)
		}
	}
}
