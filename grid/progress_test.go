package grid

import (
	"reflect"
	"testing"
)

// The progress of several calls has their sums, and the state that the last has reached.
func TestAddProgress(t *testing.T) {
	var p Progress
	device := func(planes int, busy float64) []DeviceProgress {
		return []DeviceProgress{{Name: "host:0", First: 1, Planes: planes, Busy: busy}}
	}
	p.Add(&Progress{Time: 1, Step: 3, Steps: 3, Wall: 2, Iterations: 5, Solves: 6, Speed: 4,
		Devices: device(8, 1)})
	p.Add(&Progress{Time: 2, Step: 5, Steps: 2, Wall: 1, Iterations: 7, Solves: 4, Done: true,
		Devices: device(9, 0.5)})
	want := Progress{Time: 2, Step: 5, Steps: 5, Wall: 3, Iterations: 12, Solves: 10, Done: true,
		Devices: device(9, 1.5)}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v, not %+v", p, want)
	}
}
