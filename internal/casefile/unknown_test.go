package casefile

import (
	"strings"
	"testing"
)

// Words of other programs get the name here, or the reason why there is none.
func TestUnknown(t *testing.T) {
	const tank = "name = \"T\"\nspacing = 0.1\nend = 1\n[domain]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n" +
		"[[fluid]]\nname = \"water\"\nbox = { min = [0, 0, 0], max = [1, 1, 0.5] }\n"
	for _, test := range []struct{ above, below, want string }{
		{"", "[[floating]]", "there is no key floating; it is a [[body]]"},
		{"", "[[inflow]]", "there is no key inflow; did you mean inlet?"},
		{"", "[[sponge]]", "there is no key sponge; did you mean damping?"},
		{"", "[[slope]]", "there is no key slope; it is a [[wall]] with a shape"},
		{"", "[domain.slope]", "there is no key slope of domain; it is a [[wall]] with a shape"},
		{"", "[[wall]]\nname = \"w\"\npolygon = 1", "did you mean prism?"},
		{"", "[[gate]]", "there is no key gate; it is a [[wall]]"},
		{"dp = 0.1", "", "there is no key dp; did you mean spacing?"},
		{"tmax = 1", "", "there is no key tmax; did you mean end?"},
		{"", "[[fluid]]\ndp = 0.1", "did you mean spacing, which stands at the top of the file"},
		{"viscosity = 1", "", "there is no key viscosity; nu is the kinematic viscosity [m²/s]"},
	} {
		_, err := Parse([]byte(test.above+"\n"+tank+test.below), "t.toml")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s%s: %v, not %s", test.above, test.below, err, test.want)
		}
	}
}

// A number with a unit gets back what it comes to, with no digits of rounding errors.
func TestUnitsOfNumbers(t *testing.T) {
	for value, want := range map[string]string{
		"30 mm": "metres, without a unit: 0.03;", "57 cm": "without a unit: 0.57;", "3 in": "without a unit: 0.0762;", "1234.5 mm": "without a unit: 1.2345;", "5 in": "without a unit: 0.127;",
	} {
		_, err := Parse([]byte("name = \"T\"\nspacing = \""+value+"\"\n"), "t.toml")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", value, err, want)
		}
	}
}

// Where a name is given as a number or a switch, the error says what it is the name of.
func TestNameExplained(t *testing.T) {
	_, err := Parse([]byte("name = \"T\"\nspacing = 0.1\nend = 1\n[domain]\nforce = true\n"), "t.toml")
	if err == nil || !strings.Contains(err.Error(), "a text in quotes; it is the name in forces.csv of the walls") {
		t.Error(err)
	}
}

// A file for people has no digits of rounding errors; one that is kept has every bit.
func TestNumbersForPeople(t *testing.T) {
	c := &Case{Name: "T", Spacing: 0.1, End: 0.8999999999999999}
	for annotated, want := range map[bool]string{true: "end = 0.9 ", false: "end = 0.8999999999999999\n"} {
		var b strings.Builder
		if err := c.Write(&b, annotated, nil); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%v, annotated %t:\n%s", err, annotated, b.String())
		}
	}
}
