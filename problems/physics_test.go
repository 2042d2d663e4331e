package problems

import (
	"fmt"
	"testing"
)

// Every option that all problems share changes the parameters of the case.
func TestEveryOptionReachesParams(t *testing.T) {
	usual, err := newHydrostatic().Outline(0)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range new(physics).Options() {
		p := newHydrostatic()
		o := p.Options()[i]
		value := fmt.Sprint((o.Least + o.Most) / 2)
		if o.Value.Type() == "bool" {
			value = "true"
		}
		if o.Words != nil {
			value = o.Words[0]
			if value == o.DefValue {
				value = o.Words[1]
			}
		}
		if err := o.Value.Set(value); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Outline(0); err != nil || got.Params == usual.Params {
			t.Errorf("--%s %s changes nothing: %v", row.Name, value, err)
		}
	}
}
