package grid

import "testing"

// A snapshot says where its domain begins, which field shows the flow best, and that velocities are
// means of those on faces.
func TestSnapshotLook(t *testing.T) {
	for want, flow := range map[string]*incompressibleFlow{"Temperature": cavity(),
		"Velocity": box(false)} {
		flow.Origin = [3]float64{-26.5, 0, 3}
		s, err := New(flow.Flow, Options{System: hosts(t, 2)})
		if err != nil {
			t.Fatal(err)
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if snap.Origin != flow.Origin || snap.Shown != want || !snap.Staggered ||
			snap.Field(snap.Shown) == nil {
			t.Errorf("the snapshot begins at %v and shows %s", snap.Origin, snap.Shown)
		}
		s.Close()
	}
}
