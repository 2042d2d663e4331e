package stored

import "testing"

// A front is told from gauges by sensors.csv, by its absence there from tables of older programs,
// and else by its name.
func TestIsFront(t *testing.T) {
	listed := []Sensor{{Name: "G", Kind: "gauge"}, {Name: "tip", Kind: "front"},
		{Name: "front", Kind: "probe"}}
	for _, test := range []struct {
		what    string
		sensors []Sensor
		name    string
		want    bool
	}{
		{"a gauge", listed, "G", false}, {"a front", listed, "tip", true},
		{"a front and a probe of one name", listed, "front", true},
		{"a front of before", listed[:1], "tip", true}, {"a gauge without a table", nil, "G", false},
		{"a front without a table", nil, "front", true},
		{"a gauge with the name of a front", []Sensor{{Name: "front", Kind: "gauge"}}, "front", false},
	} {
		if got := IsFront(test.sensors, test.name); got != test.want {
			t.Errorf("%s: %v", test.what, got)
		}
	}
}
