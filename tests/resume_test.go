package tests

import (
	"fmt"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// From a checkpoint the same bits follow whatever bounds the devices have, on host
// devices and on shares of the GPUs that there are.
func TestResume(t *testing.T) {
	lists := [][]string{hosts(3)}
	if infos, _ := gpu.GPUs(); len(infos) > 0 {
		lists = append(lists, shares(3, min(3, len(infos))), shares(4, min(4, len(infos))))
	}
	for _, devices := range lists {
		t.Run(fmt.Sprint(devices), func(t *testing.T) {
			system, err := gpu.Open(devices, gpu.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer system.Close()
			s, err := engine.New(setup(t, "DamBreak3D", 0.03), engine.Options{System: system,
				Balance: &shaker{}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			to := func(step int) *sph.Snapshot {
				t.Helper()
				for reached := 0; reached < step; {
					p, err := s.Advance(20)
					if err != nil {
						t.Fatal(err)
					}
					reached = p.Step
				}
				snapshot, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				return snapshot
			}
			to(100)
			c, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			want := to(c.Step + 100)
			n := len(devices)
			first, end := c.Bounds[0], c.Bounds[n]
			left, right := append([]int{}, c.Bounds...), append([]int{}, c.Bounds...)
			for d := 1; d < n; d++ {
				left[d], right[d] = first+s.MinSlices()*d, end-s.MinSlices()*(n-d)
			}
			for _, bounds := range [][]int{left, right, c.Bounds, left} {
				if err := s.Resume(c, bounds, nil); err != nil {
					t.Fatal(err)
				}
				same(t, fmt.Sprint("resumed with the bounds ", bounds), want, to(c.Step+100))
			}
		})
	}
}
