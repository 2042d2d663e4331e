package outputtest

import (
	"reflect"
	"slices"
	"testing"
)

type inner struct {
	Kept   int `json:"kept"`
	Hidden int
}

// TestKeys holds that keys are those that package json writes.
func TestKeys(t *testing.T) {
	type outer struct {
		inner
		Hidden string `json:"renamed,omitempty"`
		Not    int    `json:"-"`
		List   []*inner
		Map    map[string]inner `json:"map"`
		none   int
	}
	_ = outer{}.none
	got := keys(reflect.TypeFor[*outer]())
	want := []string{"kept", "renamed", "List", "List[].kept", "List[].Hidden", "map", "map.*=List[]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
