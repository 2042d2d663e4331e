package measure

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A measurement of nothing, or in no time, prints no infinities, and its file can be written.
func TestNothingMeasured(t *testing.T) {
	phases := []map[string]float64{{}}
	for _, m := range []Measurement{
		{Devices: []string{"host:0"}, Mips: []float64{0}, Active: []float64{0}, Phases: phases,
			Slices: []int{1}, Limits: &limits{}},
		{Devices: []string{"host:0"}, Mips: []float64{0}, Active: []float64{5}, Phases: phases,
			Slices: []int{1}, Limits: &limits{}},
	} {
		var b bytes.Buffer
		m.Write(&b)
		m.WriteChanges(&b, &m, "itself.json")
		for _, bad := range []string{"Inf", "NaN", "9223372036854775808", "9,223"} {
			if strings.Contains(b.String(), bad) {
				t.Errorf("it prints %s:\n%s", bad, b.String())
			}
		}
		if _, err := json.Marshal(m); err != nil {
			t.Error(err)
		}
	}
}
