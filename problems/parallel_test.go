package problems

import (
	"reflect"
	"runtime"
	"testing"
)

// TestProcessorsAgree checks that a case does not depend on how many processors fill it. `make
// race` runs this test and not the others of the package: each loop that package parallel runs has
// several blocks here.
func TestProcessorsAgree(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, v := range []struct {
		boundary string
		deltaP   float64
	}{{"mdbc", 0.0155}, {"dynamic", 0.025}} {
		args := []string{"--obstacles", "2", "--boundary", v.boundary}
		runtime.GOMAXPROCS(1)
		one := setup(t, "DamBreak3D", v.deltaP, args...)
		runtime.GOMAXPROCS(4)
		several := setup(t, "DamBreak3D", v.deltaP, args...)
		if len(one.Loads) == 0 {
			t.Errorf("%s: no walls are shared by bodies", v.boundary)
		}
		if !reflect.DeepEqual(one, several) {
			t.Errorf("%s: four processors fill another case than one", v.boundary)
		}
	}
}
